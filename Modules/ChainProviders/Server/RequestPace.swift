import Models

import struct Foundation.Date

/// When a server may be contacted again: so many times a second, and not while it wants a pause.
///
/// A pause is waited for once, by all requests together. A server that wants one gets its requests more slowly from then on.
actor RequestPace {
    /// How long is waited in all for pauses after which no answer comes.
    private static let patience: Duration = .seconds(30)
    /// The time between two requests after a first pause, and the longest that there ever is.
    private static let (slow, slowest): (Duration, Duration) = (.milliseconds(350), .seconds(1))
    /// When a server counts as one that wanted no pause lately.
    private static let memory: Duration = .seconds(60)

    private var interval: Duration
    private var next: ContinuousClock.Instant?
    private var pauseEnd: ContinuousClock.Instant?
    /// How long was waited for pauses since the last answer.
    private var waited: Duration = .zero
    private var start: (now: Date, instant: ContinuousClock.Instant)?

    /// A pace.
    ///
    /// - Parameter count: how many requests a second there may be; nil for any number.
    init(perSecond count: Int? = nil) {
        interval = count.map { .seconds(1) / $0 } ?? .zero
    }

    /// Waits for one's turn.
    ///
    /// - Throws: `CancellationError`.
    func turn() async throws {
        repeat {
            let now = ContinuousClock.now
            let turn = max(now, next ?? now)
            next = turn + interval
            if turn > now { try await ContinuousClock().sleep(until: turn) }
        } while pauseEnd.map { $0 > .now } ?? false
    }

    /// Begins a pause, unless one has begun already.
    ///
    /// - Returns: whether to wait for one's turn again; false when too much time was lost that way.
    func pause(for duration: Duration) -> Bool {
        let now = ContinuousClock.now
        if let end = pauseEnd {
            if end > now { return true }
            if end.duration(to: now) > Self.memory { waited = .zero }
        }
        guard waited + duration <= Self.patience else { return false }
        waited += duration
        // A little longer, so that it is over on the clock of the server too.
        let end = now + duration + .milliseconds(50)
        pauseEnd = end
        next = max(next ?? end, end)
        interval = min(max(interval * 2, Self.slow), max(interval, Self.slowest))
        return true
    }

    /// Takes note of an answer.
    func noteAnswer() { waited = .zero }

    /// The instant of a call, moved on by what has passed since its first request.
    func now(of call: Call) -> Date {
        guard let start, start.now == call.now else {
            start = (call.now, .now)
            return call.now
        }
        return call.now.addingTimeInterval(start.instant.duration(to: .now) / .seconds(1))
    }
}
