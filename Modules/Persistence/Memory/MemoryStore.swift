import Synchronization
import Values

/// A store that lives as long as the program: for demonstrations, tests and importers without a database.
///
/// ```swift
/// let store = MemoryStore()
/// let origin = ChangeOrigin(instant: instant, program: "mine", command: "add goal")
/// try await store.write(origin) { try $0.insert(goal) }
/// let names = try await store.read { try $0.all(Goal.self).map(\.name) }
/// names.joined()  // Car
/// ```
public final class MemoryStore: Store {
    private let state = Mutex(MemoryState())

    /// Nothing is kept when the program ends.
    public let location = StoreLocation.memory

    /// An empty store.
    public init() {}

    /// Runs `body` on the current state.
    ///
    /// - Throws: What `body` throws.
    public func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try body(MemoryRows(state.withLock { $0 }))
    }

    /// Runs `body` on a copy, which becomes the state when it succeeds.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    public func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result {
        try state.withLock { state in
            let rows = MemoryRows(state)
            let result = try body(rows)
            try rows.finish(origin)
            state = rows.state
            return result
        }
    }

    /// The present state, which stays as it is.
    public func snapshot() -> any Store { MemorySnapshot(state: state.withLock { $0 }) }
}

/// A state of a store in memory.
private struct MemorySnapshot: Store {
    let state: MemoryState
    let location = StoreLocation.memory

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try body(MemoryRows(state))
    }

    func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result { throw StoreError.snapshot }

    func snapshot() -> any Store { self }
}
