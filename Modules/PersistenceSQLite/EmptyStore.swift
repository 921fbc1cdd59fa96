import Persistence
import Synchronization

/// What a program that reads finds where no database is yet: nothing. One that goes on and writes after all makes it.
final class EmptyStore: Store {
    private let make: @Sendable () throws -> SQLiteStore
    private let nothing = MemoryStore()
    private let made = Mutex<SQLiteStore?>(nil)
    let location: StoreLocation

    /// - Parameters:
    ///   - location: where the database is made.
    ///   - make: opens the database, which it makes when there is none.
    init(at location: StoreLocation, make: @escaping @Sendable () throws -> SQLiteStore) {
        self.location = location
        self.make = make
    }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        if let store = made.withLock({ $0 }) { return try await store.read(body) }
        return try await nothing.read(body)
    }

    func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result {
        let store = try made.withLock { made in
            let store = try made ?? make()
            made = store
            return store
        }
        return try await store.write(origin, body)
    }

    func snapshot() async throws -> any Store {
        if let store = made.withLock({ $0 }) { return try await store.snapshot() }
        return nothing.snapshot()
    }

    /// Closes what was made.
    func close() throws { try made.withLock { $0 }?.close() }
}
