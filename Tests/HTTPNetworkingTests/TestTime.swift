import Foundation
import Synchronization

/// The time of day of a test.
final class TestTime: Sendable {
    private let date: Mutex<Date>

    /// Starts at 2026-05-20 12:00:00 UTC.
    init(_ date: Date = Date(timeIntervalSince1970: 1_779_278_400)) {
        self.date = Mutex(date)
    }

    var now: Date { date.withLock { $0 } }
    var read: @Sendable () -> Date { { self.now } }

    func advance(by seconds: TimeInterval) {
        date.withLock { $0 += seconds }
    }
}
