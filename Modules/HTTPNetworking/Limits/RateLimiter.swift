public import Foundation

/// Says whether a request may go now: none to a host that asked for a pause, and the same one not again within an interval
/// of its answer.
///
/// Only answers and pauses are remembered. A request that was cancelled or reached nobody counts for nothing.
public actor RateLimiter {
    /// The longest pause that is kept.
    public static let longestPause: Duration = .seconds(600)

    private let interval: Duration
    private let store: any LimiterStateStore
    private var marks: [String: LimiterMark] = [:]

    /// A limiter.
    ///
    /// - Parameters:
    ///   - interval: the least time between an answer and the next request with its key.
    ///   - store: what is remembered over runs.
    public init(interval: Duration = .seconds(5), store: any LimiterStateStore) {
        self.interval = interval
        self.store = store
    }

    /// Whether any request may go to a host.
    ///
    /// - Throws: `HTTPError.rateLimited` with the time to wait.
    public func admit(host: String, at time: Date) async throws {
        let name = Self.name(host: host)
        guard let (wait, _) = await wait(name, at: time, believedUpTo: Self.longestPause) else { return }
        throw HTTPError.rateLimited(host: host, retryAfter: wait)
    }

    /// Whether a request may be sent again.
    ///
    /// - Parameters:
    ///   - key: names what is requested.
    ///   - request: tells requests for the same thing apart, such as one with another key.
    ///   - hasAnswer: whether an earlier answer is at hand; without one a good answer's mark refuses nobody.
    /// - Throws: `HTTPError.rateLimited` with the time to wait, `HTTPError.failedBefore` with how the last answer failed.
    func admit(_ key: String, _ request: String, host: String, hasAnswer: Bool, at time: Date) async throws {
        guard let (wait, mark) = await wait(Self.name(key: key), at: time, believedUpTo: interval) else { return }
        if let failure = mark.failure {
            guard failure.request == request else { return }
            throw HTTPError.failedBefore(
                host: host, ago: interval - wait, reason: failure.reason, allowsStale: failure.allowsStale)
        }
        if hasAnswer { throw HTTPError.rateLimited(host: host, retryAfter: wait) }
    }

    /// Takes note of an answer to a request that was made at an instant.
    func note(_ key: String, at time: Date, _ failure: LimiterMark.Failure? = nil) async {
        await set(interval, from: time, for: Self.name(key: key), failure)
    }

    /// Keeps every request away from a host for a time that begins now, at most `longestPause`.
    public func pause(_ host: String, for duration: Duration, at now: Date) async {
        guard duration > .zero else { return }
        await set(min(duration, Self.longestPause), from: now, for: Self.name(host: host))
    }

    /// The time until the later of the marks in memory and store. One that is further ahead than was ever set comes from a
    /// clock that was wrong, and is passed over.
    private func wait(
        _ name: String, at time: Date, believedUpTo limit: Duration
    ) async -> (wait: Duration, mark: LimiterMark)? {
        let stored = try? await store.load(name)
        return [stored, marks[name]].compactMap { mark in
            mark.map { (wait: Duration.seconds($0.until.timeIntervalSince(time)), mark: $0) }
        }.filter { $0.wait > .zero && $0.wait <= limit }.max { $0.wait < $1.wait }
    }

    private func set(
        _ duration: Duration, from time: Date, for name: String, _ failure: LimiterMark.Failure? = nil
    ) async {
        let mark = LimiterMark(until: time.addingTimeInterval(duration / .seconds(1)), failure: failure)
        marks[name] = mark
        // A store that fails costs the memory of the next run, not this request.
        try? await store.save(mark, for: name)
    }

    private static func name(key: String) -> String { "request " + key }
    private static func name(host: String) -> String { "host " + host }
}
