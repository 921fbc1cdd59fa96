import Foundation
import Synchronization

/// The clocks of a program that keeps running, moved on by the test. Nobody who sleeps on it is woken: what is late here
/// ends by a transport that answers at once, or by the real clock.
final class RunningTime: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        func duration(to other: Self) -> Duration { other.offset - offset }
        static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
    }

    private let start: Date
    private let passed = Mutex<Duration>(.zero)

    init(_ start: Date = noon) {
        self.start = start
    }

    var now: Instant { Instant(offset: passed.withLock { $0 }) }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// The time of day.
    var read: @Sendable () -> Date { { self.start + self.passed.withLock { $0 } / .seconds(1) } }

    func advance(by seconds: Double) {
        passed.withLock { $0 += .seconds(seconds) }
    }

    /// Sleeps until it is cancelled.
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await ContinuousClock().sleep(for: .seconds(86_400))
    }
}
