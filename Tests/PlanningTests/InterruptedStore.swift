import Models
import Persistence
import Synchronization

/// A store to which another program always writes just before its own writes begin.
final class InterruptedStore: Store {
    private let store: any Store
    private let interrupt: @Sendable (Int) async throws -> Void
    private let count = Mutex(0)

    /// - Parameter interrupt: what happens before each write, with its number from 1.
    init(_ store: any Store, _ interrupt: @escaping @Sendable (Int) async throws -> Void) {
        self.store = store
        self.interrupt = interrupt
    }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read(body)
    }

    func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result {
        try await interrupt(
            count.withLock {
                $0 += 1; return $0
            })
        return try await store.write(origin, body)
    }

    var location: StoreLocation { store.location }

    func snapshot() async throws -> any Store { try await store.snapshot() }
}
