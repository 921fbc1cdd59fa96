public import Foundation

/// Where a container takes its time from: the wall clock for "since when", a monotonic one for waiting and measuring.
public struct TimeSource: Sendable {
    /// The present instant, as shown to people.
    public let now: @Sendable () -> Date
    /// The clock for time limits, latencies and the waits between attempts; it must not stand still.
    public let clock: any Clock<Duration>

    /// Injects both clocks.
    public init(now: @escaping @Sendable () -> Date, clock: any Clock<Duration>) {
        self.now = now
        self.clock = clock
    }

    /// The time passed since this call, whenever it is asked for.
    func stopwatch() -> @Sendable () -> Duration { clock.stopwatch() }
}

extension Clock where Duration == Swift.Duration {
    fileprivate func stopwatch() -> @Sendable () -> Swift.Duration {
        let beginning = now
        return { beginning.duration(to: self.now) }
    }
}
