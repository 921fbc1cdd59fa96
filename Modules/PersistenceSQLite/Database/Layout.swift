import GRDB
import Persistence
import Values

import struct Foundation.Date

/// The layout of the file around the tables of the kinds: descriptions, totals, the journal. `user_version` counts it.
struct Layout {
    /// The layout that this version writes. 1 and 2 had a fixed list of kinds; the journal of 3 did not say how an entry
    /// refers to a record.
    static let current = 4
    /// The first version of the program that knows it, which an older one names when it refuses the file.
    static let since = "0.4.0"

    static let referenceCreation = """
        CREATE TABLE journalReferences (
            kind TEXT NOT NULL, key TEXT NOT NULL, part TEXT NOT NULL, entry INTEGER NOT NULL, position INTEGER NOT NULL,
            PRIMARY KEY (kind, key, part, entry)
        ) STRICT, WITHOUT ROWID
        """

    private static let statements =
        [
            """
            CREATE TABLE migrations (number INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL) STRICT
            """,
            """
            CREATE TABLE totals (
                name TEXT NOT NULL PRIMARY KEY, rows INTEGER NOT NULL, sum INTEGER NOT NULL, checksum INTEGER NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE kinds (
                kind TEXT NOT NULL, version INTEGER NOT NULL, description TEXT NOT NULL, checksum INTEGER NOT NULL,
                PRIMARY KEY (kind, version)
            ) STRICT, WITHOUT ROWID
            """,
            """
            CREATE TABLE journal (
                number INTEGER NOT NULL PRIMARY KEY, instant TEXT NOT NULL, program TEXT NOT NULL,
                command TEXT NOT NULL, person TEXT, undoes INTEGER, checksum INTEGER NOT NULL
            ) STRICT
            """,
            """
            CREATE TABLE journalChanges (
                entry INTEGER NOT NULL REFERENCES journal (number) DEFERRABLE INITIALLY DEFERRED,
                position INTEGER NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL, before TEXT, after TEXT,
                checksum INTEGER NOT NULL, PRIMARY KEY (entry, position)
            ) STRICT, WITHOUT ROWID
            """,
            referenceCreation,
        ]
        + ["journal", "journalChanges", "journalReferences"].flatMap(guards)

    /// The triggers that let rows of a table only be added.
    static func guards(of table: String) -> [String] {
        ["Update", "Delete"].map { action in
            """
            CREATE TRIGGER \(table)No\(action) BEFORE \(action) ON \(table)
            BEGIN SELECT RAISE(ABORT, 'entries of the journal are only ever added'); END
            """
        }
    }

    /// Refuses a file of a newer layout, and one of none.
    static func checkVersion(_ connection: SQLConnection, file: StoreFile) throws {
        let version = try version(connection)
        guard version > 0 else { throw CorruptRow(detail: "it has no schema") }
        guard version > current else { return }
        var needed = "newer"
        try connection.forEachRow("SELECT version FROM migrations ORDER BY number DESC LIMIT 1") {
            needed = try $0.text(0)
        }
        throw StoreError.newerVersion(at: .file(file.path), needed: needed)
    }

    static func version(_ connection: SQLConnection) throws -> Int { try connection.integer("PRAGMA user_version") }

    /// Makes the layout and the tables of the linked kinds, or brings what is there up to date, all or nothing.
    ///
    /// - Parameter keepsOld: whether a file whose rows are rewritten is copied aside first.
    static func prepare(
        _ database: any DatabaseWriter, file: StoreFile, catalog: KindCatalog, keepsOld: Bool = true,
        now: @Sendable () -> Date
    ) throws {
        let isReady = try database.read { database in
            let connection = SQLConnection(database)
            guard try version(connection) == current else { return false }
            let unit = SQLiteRows(connection, file: file, catalog: catalog)
            return try outdated(in: unit).isEmpty && KindsTable.missingIndexes(in: unit).isEmpty
        }
        guard !isReady else { return }
        try file.turnToLog(database)
        try database.write { database in
            let connection = SQLConnection(database)
            let unit = SQLiteRows(connection, file: file, catalog: catalog)
            // Another program may have done it in between.
            let version = try version(connection)
            guard version > 0 else { return try begin(unit) }
            let outdated = version == current ? try outdated(in: unit) : []
            guard version < current || !outdated.isEmpty else {
                return try KindsTable.makeIndexes(in: unit)
            }
            func upgrade() throws {
                if version < 3 { try OldLayout.upgrade(unit) } else if version == 3 { try ThirdLayout.upgrade(unit) }
                for kind in try Layout.outdated(in: unit) { try KindUpgrade.run(kind, in: unit) }
                try KindsTable.makeIndexes(in: unit)
                try unit.totals.save(in: connection)
            }
            guard keepsOld else { return try upgrade() }
            // No other program can write now, so a reader sees what was there before.
            let copy = try NewFile(at: DatedName.path(file.path, label: "before-upgrade-", at: now()))
            try file.openToRead().read { try DatabaseCopy.write($0, to: copy.temporaryPath) }
            try upgrade()
            try copy.appear()
        }
    }

    /// Makes the layout in an empty file.
    private static func begin(_ unit: SQLiteRows) throws {
        try make(unit)
        for kind in unit.catalog.all { try unit.add(kind) }
        try unit.totals.save(in: unit.connection)
    }

    /// Makes the tables around the kinds, and marks the file.
    static func make(_ unit: SQLiteRows) throws {
        for statement in statements { try unit.connection.execute(statement) }
        for total in ["journal", "journalReferences", "kinds", "revision"] {
            try unit.totals.begin(total, in: unit.connection)
        }
        try StoreFile.claim(unit.connection)
        try noteVersion("kinds", in: unit.connection)
    }

    /// Writes that the file has the layout of this version, and by which step.
    static func noteVersion(_ step: String, in connection: SQLConnection) throws {
        try connection.execute(
            "INSERT INTO migrations (number, name, version) VALUES (?, ?, ?)",
            [.integer(current), .text(step), .text(since)])
        try connection.execute("PRAGMA user_version = \(current)")
    }

    /// The linked kinds of which the file holds an older version.
    private static func outdated(in unit: SQLiteRows) throws -> [EntityKind] {
        try unit.catalog.all.filter { kind in
            guard let there = try unit.table(kind.description.kind)?.kind else { return false }
            return there.description.version < kind.description.version
        }
    }
}
