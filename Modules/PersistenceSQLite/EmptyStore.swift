import Persistence

/// What a command that only reads finds where no database is yet: nothing. Writing is refused, since it would be forgotten.
struct EmptyStore: Store {
    /// Where the database would be.
    let path: String
    private let nothing = MemoryStore()

    init(path: String) {
        self.path = path
    }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await nothing.read(body)
    }

    func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result {
        throw StoreError.noFile(path: path)
    }
}
