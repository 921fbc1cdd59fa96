import Foundation
import GRDB
import Persistence

/// Whole copies of a database, as single files without a log beside them.
enum DatabaseCopy {
    /// Copies what a connection sees in its transaction to the file at `path`.
    static func write(_ source: Database, to path: String) throws {
        let copy = try DatabaseQueue(path: path)
        try copy.writeWithoutTransaction { database in
            try source.backup(to: database)
            try SQLConnection(database).execute("PRAGMA journal_mode = DELETE")
        }
        try copy.close()
    }

    /// Brings a copy that an older version made to the layout of today. Kinds stay in their versions.
    static func upgrade(_ path: String, as file: StoreFile) throws {
        let version = try DatabaseQueue(path: path).read { database in
            try file.checkOwner(SQLConnection(database))
            return try Layout.version(SQLConnection(database))
        }
        guard version > 0, version < Layout.current else { return }
        let copy = StoreFile(existing: path)
        let database = try copy.open(.one)
        // What it was copied from stays, so that nothing has to be copied aside.
        try Layout.prepare(database, file: copy, catalog: try KindCatalog([]), keepsOld: false, now: { .distantPast })
        try database.close()
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try SQLConnection($0).execute("PRAGMA journal_mode = DELETE") }
        try queue.close()
    }

    /// Checks a copy from the first page to the last row; what it holds is returned as totals and in numbers.
    ///
    /// - Parameter comparesIndexes: whether every row is also looked for in every index.
    static func verify(
        _ path: String, as file: StoreFile, comparesIndexes: Bool = true
    ) throws -> (totals: [TableTotal], summary: BackupSummary) {
        var configuration = Configuration()
        configuration.readonly = true
        let copy = try DatabaseQueue(path: path, configuration: configuration)
        let found = try copy.read { database in
            let connection = SQLConnection(database)
            try file.checkOwner(connection)
            let unit = SQLiteRows(connection, file: file, catalog: try KindCatalog([]))
            let check = comparesIndexes ? "integrity_check" : "quick_check"
            return (try ContentCheck.run(check, in: unit), try BackupSummary(in: unit))
        }
        try copy.close()
        return found
    }
}
