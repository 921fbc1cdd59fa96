#if SQLite
    import GRDB
    import Persistence

    import struct Foundation.Date

    /// One step of the schema. Steps are only ever added: what a released one does never changes.
    struct Migration {
        let name: String
        /// The first version of the program that knows the step, which an older one names when it refuses the file.
        let version: String
        /// Whether rows that are there are rewritten: then the file is copied aside first.
        var changesData = false
        let statements: [String]

        /// All steps in order; the file's `user_version` is how many of them it has gone through.
        static let all: [Migration] = [.records, .months]

        /// Refuses a file that has gone through steps unknown here.
        static func checkVersion(_ connection: SQLConnection, file: StoreFile) throws {
            let done = try done(connection)
            guard done > 0 else { throw RowFault(detail: "it has no schema") }
            guard done > all.count else { return }
            var needed = "newer"
            try connection.forEachRow("SELECT version FROM migrations ORDER BY number DESC LIMIT 1") {
                needed = try $0.text(0)
            }
            throw StoreError.newerVersion(path: file.path, needed: needed)
        }

        /// Takes the file through the steps it lacks, all or none.
        static func runPending(
            _ steps: [Migration] = all, on pool: DatabasePool, file: StoreFile, now: @Sendable () -> Date
        ) throws {
            guard try pool.writeWithoutTransaction({ try done(SQLConnection($0)) }) < steps.count else { return }
            try pool.write { database in
                let connection = SQLConnection(database)
                // Another program may have done it in between.
                let done = try done(connection)
                if done > 0, steps.dropFirst(done).contains(where: \.changesData) {
                    // No other program can write now, so a reader sees what is about to be rewritten.
                    let copy = try NewFile(at: DatedName.path(file.path, label: "before-upgrade-", at: now()))
                    try pool.read { try DatabaseCopy.write($0, to: copy.temporaryPath) }
                    try copy.appear()
                }
                for (index, step) in steps.enumerated().dropFirst(done) {
                    for statement in step.statements { try connection.execute(statement) }
                    try connection.execute(
                        "INSERT INTO migrations (number, name, version) VALUES (?, ?, ?)",
                        [.integer(index + 1), .text(step.name), .text(step.version)])
                }
                try file.claim(connection)
                try connection.execute("PRAGMA user_version = \(steps.count)")
            }
        }

        private static func done(_ connection: SQLConnection) throws -> Int {
            try connection.integer("PRAGMA user_version")
        }
    }
#endif
