import GRDB
import Persistence
import Values

/// A state of a database, as one connection that writes nothing sees it.
struct SQLiteSnapshot: Store {
    let connection: DatabaseQueue
    let file: StoreFile
    let catalog: KindCatalog
    var location: StoreLocation { .file(file.path) }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        let (file, catalog) = (file, catalog)
        do {
            return try await connection.unsafeRead { database in
                try body(SQLiteRows(SQLConnection(database), file: file, catalog: catalog))
            }
        } catch {
            throw file.storeError(error)
        }
    }

    func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result { throw StoreError.snapshot }

    func snapshot() -> any Store { self }
}
