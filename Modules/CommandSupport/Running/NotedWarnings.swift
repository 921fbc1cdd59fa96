#if CommandLine
    import Models
    import Synchronization

    /// What the store has to say, until the answer that it belongs to is there.
    final class NotedWarnings: Sendable {
        private let warnings = Mutex<[Warning]>([])

        func note(_ more: [Warning]) { warnings.withLock { $0 += more } }

        var all: [Warning] { warnings.withLock { $0 } }
    }
#endif
