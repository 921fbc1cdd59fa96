#if SQLite
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

        /// Checks a copy from the first page to the last row; what it holds is returned as totals.
        static func verify(_ path: String, as file: StoreFile) throws -> [TableTotal] {
            var configuration = Configuration()
            configuration.readonly = true
            let copy = try DatabaseQueue(path: path, configuration: configuration)
            let totals = try copy.read { database in
                let connection = SQLConnection(database)
                try file.checkOwner(connection)
                return try ContentCheck.run("integrity_check", in: SQLiteUnitOfWork(connection, file: file))
            }
            try copy.close()
            return totals
        }
    }
#endif
