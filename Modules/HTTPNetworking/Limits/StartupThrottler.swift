/// Holds requests back while a long-running program starts, so that a service that is restarted again and again does
/// not ask its providers each time. Cached answers are given meanwhile.
public struct StartupThrottler: Sendable {
    private let duration: Duration
    private let clock: any Clock<Duration>
    private let watch: Stopwatch

    /// A throttler whose time starts now.
    public init(_ duration: Duration = .seconds(3), clock: any Clock<Duration> = ContinuousClock()) {
        self.duration = duration
        self.clock = clock
        watch = Stopwatch(clock)
    }

    /// How long requests are still held back; zero when the start is over.
    public var remaining: Duration { max(.zero, duration - watch.elapsed) }

    /// Waits for the end of the start.
    ///
    /// - Throws: `CancellationError`.
    public func wait() async throws {
        let remaining = remaining
        if remaining > .zero { try await clock.sleep(for: remaining) }
    }
}
