import Synchronization

/// The time that one command may spend on the network, all providers together.
///
/// It starts to run when it is first asked, so that reading files or waiting for a person before the first request
/// costs nothing. A program that keeps running calls `restart()` before each round.
public final class NetworkBudget: Sendable {
    /// The whole time allowed.
    public let limit: Duration
    let clock: any Clock<Duration>
    private let watch = Mutex<Stopwatch?>(nil)

    /// A budget on a clock.
    public init(_ limit: Duration = .seconds(4), clock: any Clock<Duration> = ContinuousClock()) {
        self.limit = limit
        self.clock = clock
    }

    /// What is left, never below zero.
    public var remaining: Duration {
        let watch = watch.withLock { watch in
            let running = watch ?? Stopwatch(clock)
            watch = running
            return running
        }
        return max(.zero, limit - watch.elapsed)
    }

    /// Gives the whole time again, running from the next request.
    public func restart() {
        watch.withLock { $0 = nil }
    }
}
