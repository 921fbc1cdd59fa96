import Foundation
import Synchronization

/// Starting processes from many threads at once has crashed inside Foundation.
private let starting = Mutex(())

extension Process {
    /// Starts the process, one at a time in all tests.
    package func start() throws {
        try starting.withLock { _ in try run() }
    }
}
