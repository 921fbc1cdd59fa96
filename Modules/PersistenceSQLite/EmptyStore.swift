import Persistence
import Synchronization
import Values

/// The store of a program where no database is yet: reads find nothing. The first write that is not refused makes the database,
/// which appears under its name complete, so that a refusal leaves no file behind.
final class EmptyStore: Store {
    private enum State {
        case nothing
        /// The database was made, and was not read since.
        case begun
        case open(SQLiteStore)
    }

    private let path: String
    private let begin: @Sendable (StoreFile) throws -> SQLiteStore
    private let open: @Sendable () throws -> SQLiteStore
    private let nothing = MemoryStore()
    private let state = Mutex(State.nothing)
    var location: StoreLocation { .file(path) }

    /// - Parameters:
    ///   - path: the file that is made.
    ///   - begin: opens a new database that has a name of its own until it is complete.
    ///   - open: opens the database, which it makes when there is none.
    init(
        at path: String, begin: @escaping @Sendable (StoreFile) throws -> SQLiteStore,
        open: @escaping @Sendable () throws -> SQLiteStore
    ) {
        self.path = path
        self.begin = begin
        self.open = open
    }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        if let store = try made() { return try await store.read(body) }
        return try await nothing.read(body)
    }

    func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result {
        if let store = try made() { return try await store.write(origin, body) }
        if let result = try await first(origin, body) { return result }
        return try await opened().write(origin, body)
    }

    /// Makes the database with what `body` writes; nil where it is to be opened instead, because another program has made one
    /// meanwhile, or no file can be put beside it.
    private func first<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result? {
        guard var file = try? StoreFile(place: path, busySeconds: StoreFile.usualBusySeconds) else { return nil }
        // Goes again with a refusal, unless somebody has put something into it.
        let folders = file.makeFolders()
        var isMade = false
        defer { if !isMade { StoreFile.removeFolders(folders) } }
        guard let new = try? NewFile(at: file.path),
            (try? StoreFile(place: new.temporaryPath, busySeconds: 0)) != nil
        else { return nil }
        file.storagePath = new.temporaryPath
        let store = try begin(file)
        let result: Result
        let isWritten: Bool
        do {
            result = try await store.write(origin, body)
            isWritten = try await store.read { try $0.revision() } > 0
        } catch {
            try? store.close()
            throw error
        }
        // Brings everything into the one file.
        try store.close()
        // A write that found nothing to do leaves no more than a refusal.
        guard isWritten else { return result }
        do { try new.appear() } catch BackupError.exists { return nil }
        isMade = true
        state.withLock { if case .nothing = $0 { $0 = .begun } }
        return result
    }

    /// The database, once this store has made it.
    private func made() throws -> SQLiteStore? {
        try state.withLock { state in
            if case .nothing = state { return nil }
            return try opened(&state)
        }
    }

    private func opened() throws -> SQLiteStore { try state.withLock { try opened(&$0) } }

    private func opened(_ state: inout State) throws -> SQLiteStore {
        if case .open(let store) = state { return store }
        let store = try open()
        state = .open(store)
        return store
    }

    func snapshot() async throws -> any Store {
        if let store = try made() { return try await store.snapshot() }
        return nothing.snapshot()
    }

    func warnings() -> [Warning] { (try? made()?.warnings()) ?? [] }

    /// Closes what was opened.
    func close() throws {
        try state.withLock { if case .open(let store) = $0 { try store.close() } }
    }
}
