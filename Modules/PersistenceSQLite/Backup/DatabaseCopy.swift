#if SQLite
    import Foundation
    import GRDB

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

        /// Takes a copy that an older version made through the steps it lacks.
        static func upgrade(_ path: String, as file: StoreFile) throws {
            let version = try DatabaseQueue(path: path).read { database in
                try file.checkOwner(SQLConnection(database))
                return try SQLConnection(database).integer("PRAGMA user_version")
            }
            guard version > 0, version < Migration.all.count else { return }
            let copy = StoreFile(existing: path)
            // What it was copied from stays, so that nothing has to be copied aside.
            let steps = Migration.all.map { step in
                var step = step
                step.changesData = false
                return step
            }
            let pool = try copy.open()
            try Migration.runPending(steps, on: pool, file: copy, now: { .distantPast })
            try pool.close()
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { try SQLConnection($0).execute("PRAGMA journal_mode = DELETE") }
            try queue.close()
        }

        /// Checks a copy from the first page to the last row; what it holds is returned as totals and in numbers.
        static func verify(_ path: String, as file: StoreFile) throws -> (totals: [TableTotal], summary: BackupSummary)
        {
            var configuration = Configuration()
            configuration.readonly = true
            let copy = try DatabaseQueue(path: path, configuration: configuration)
            let found = try copy.read { database in
                let connection = SQLConnection(database)
                try file.checkOwner(connection)
                let unit = SQLiteUnitOfWork(connection, file: file)
                return (try ContentCheck.run("integrity_check", in: unit), try BackupSummary(in: unit))
            }
            try copy.close()
            return found
        }
    }
#endif
