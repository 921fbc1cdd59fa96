#if SQLite
    import GRDB
    import Persistence

    import struct Foundation.Date

    /// One step of the schema. Steps are only ever added: what a released one does never changes.
    struct Migration {
        let name: String
        /// The first version of the program that knows the step, which an older one names when it refuses the file.
        let version: String
        let statements: [String]

        /// All steps in order; the file's `user_version` is how many of them it has gone through.
        static let all: [Migration] = [.records]

        /// Refuses a file that has gone through steps unknown here.
        static func checkVersion(_ connection: SQLConnection, file: StoreFile) throws {
            guard try connection.integer("PRAGMA user_version") > all.count else { return }
            var needed = "newer"
            try connection.forEachRow("SELECT version FROM migrations ORDER BY number DESC LIMIT 1") {
                needed = try $0.text(0)
            }
            throw StoreError.newerVersion(path: file.path, needed: needed)
        }

        /// Takes the file through the steps it lacks, all or none.
        static func runPending(on pool: DatabasePool, file: StoreFile, now: @Sendable () -> Date) throws {
            guard try pool.writeWithoutTransaction({ try done(SQLConnection($0)) }) < all.count else { return }
            try pool.write { database in
                let connection = SQLConnection(database)
                // Another program may have done it in between.
                let done = try done(connection)
                for (index, migration) in all.enumerated().dropFirst(done) {
                    for statement in migration.statements { try connection.execute(statement) }
                    try connection.execute(
                        "INSERT INTO migrations (number, name, version) VALUES (?, ?, ?)",
                        [.integer(index + 1), .text(migration.name), .text(migration.version)])
                }
                try file.claim(connection)
                try connection.execute("PRAGMA user_version = \(all.count)")
            }
        }

        private static func done(_ connection: SQLConnection) throws -> Int {
            try connection.integer("PRAGMA user_version")
        }
    }
#endif
