import Synchronization

/// Lets a number of tasks at a time through for each key; the others wait in order.
final class KeyedSemaphore: Sendable {
    private struct Queue {
        var inUse = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    private struct State {
        var queues: [String: Queue] = [:]
        var lastID = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    /// Runs work when a slot of the key is free, and frees it after.
    ///
    /// - Throws: `CancellationError` at once when the task is cancelled while it waits, or the work's error.
    func withSlot<Value>(_ key: String, _ work: () async throws -> Value) async throws -> Value {
        try await acquire(key)
        defer { release(key) }
        return try await work()
    }

    /// How many tasks wait for the key, for tests.
    func waiting(for key: String) -> Int {
        state.withLock { $0.queues[key]?.waiting.count ?? 0 }
    }

    private func acquire(_ key: String) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    // Checked inside the lock: a cancellation from here on finds the entry in the queue.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.queues[key, default: Queue()].inUse < limit {
                        state.queues[key, default: Queue()].inUse += 1
                        return .success(())
                    }
                    state.queues[key, default: Queue()].waiting.append((id, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.queues[key]?.waiting.firstIndex { $0.id == id }.flatMap {
                    state.queues[key]?.waiting.remove(at: $0)
                }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func release(_ key: String) {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard var queue = state.queues[key] else { return nil }
            // A slot that is handed on stays in use.
            let next = queue.waiting.isEmpty ? nil : queue.waiting.removeFirst().continuation
            if next == nil { queue.inUse -= 1 }
            state.queues[key] = queue.inUse == 0 ? nil : queue
            return next
        }
        next?.resume()
    }
}
