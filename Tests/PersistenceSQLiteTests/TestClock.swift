import Foundation
import StoreSamples
import Synchronization

/// A clock that goes on by half a second whenever it is read.
final class TestClock: Sendable {
    private let ticks = Mutex(0)

    func tick() -> Date {
        start.addingTimeInterval(
            ticks.withLock { ticks in
                ticks += 1
                return Double(ticks) / 2
            })
    }
}
