import Persistence
import Values

/// The tables around those of the kinds, for all households, and who may do what with them.
///
/// Every table has the household first in its key. A role that owns nothing is held to the household that it names at the
/// beginning of each transaction, and can add to the journal but not change it.
struct PostgresLayout {
    /// The layout that this version writes.
    static let current = 1
    /// The first version of the program that knows it, which an older one names when it refuses the database.
    static let since = "0.6.0"
    /// The mark of the schema.
    static let mark = "CryptoSavingsTracker: households"

    private static let statements = [
        "CREATE SCHEMA IF NOT EXISTS cst",
        "COMMENT ON SCHEMA cst IS '\(mark)'",
        "CREATE TABLE IF NOT EXISTS cst._layout (version bigint PRIMARY KEY, since text NOT NULL)",
        """
        CREATE TABLE IF NOT EXISTS cst._households (id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE)
        """,
        """
        CREATE TABLE IF NOT EXISTS cst._kinds (kind text COLLATE "C", version bigint, description text NOT NULL,
        checksum bigint NOT NULL, PRIMARY KEY (kind, version))
        """,
        """
        CREATE TABLE IF NOT EXISTS cst._notes (household text COLLATE "C", name text COLLATE "C", value text NOT NULL,
        ends bigint, PRIMARY KEY (household, name))
        """,
        """
        CREATE TABLE IF NOT EXISTS cst._leases (household text COLLATE "C", name text COLLATE "C", holder text NOT NULL,
        ends timestamptz NOT NULL, PRIMARY KEY (household, name))
        """,
        """
        CREATE TABLE IF NOT EXISTS cst._heads (_household bigint PRIMARY KEY, revision bigint NOT NULL, kinds text NOT NULL,
        totals text NOT NULL, checksum bigint NOT NULL) WITH (fillfactor = 50)
        """,
        """
        CREATE TABLE IF NOT EXISTS cst._commits (_household bigint, slot bigint, revision bigint NOT NULL, token uuid NOT NULL,
        PRIMARY KEY (_household, slot)) WITH (fillfactor = 50)
        """,
        """
        CREATE TABLE IF NOT EXISTS cst.journal (_household bigint, number bigint, instant text NOT NULL,
        program text NOT NULL, command text NOT NULL, person text, undoes bigint, checksum bigint NOT NULL,
        PRIMARY KEY (_household, number))
        """,
        """
        CREATE TABLE IF NOT EXISTS cst."journalChanges" (_household bigint, entry bigint, position bigint,
        kind text COLLATE "C" NOT NULL, version bigint NOT NULL, before text, after text, checksum bigint NOT NULL,
        PRIMARY KEY (_household, entry, position))
        """,
        """
        CREATE TABLE IF NOT EXISTS cst."journalReferences" (_household bigint, kind text COLLATE "C", key text COLLATE "C",
        part text COLLATE "C", entry bigint, position bigint NOT NULL, PRIMARY KEY (_household, kind, key, part, entry))
        """,
    ]

    private static let ownTables = ["_heads", "_commits", "journal", "journalChanges", "journalReferences"]

    let link: PostgresLink

    /// Makes what is missing, all or nothing. Several programs may do it at once: each waits for the other.
    ///
    /// - Parameters:
    ///   - kinds: the kinds that get tables.
    ///   - older: kinds in versions of which there are things in the journal alone.
    ///   - role: who may read and write rows afterwards; nil for nobody but the owner.
    func prepare(_ kinds: [EntityKind], older: [EntityKind] = [], for role: String?) throws {
        let catalog = try KindCatalog(kinds, dialect: .postgres(household: 0))
        try link.queue("BEGIN")
        // Any number, the same in every program.
        try link.queue("SELECT pg_advisory_xact_lock(4738211905)")
        try link.exchange()
        for statement in PostgresLayout.statements { try link.queue(statement) }
        try link.queue(
            "INSERT INTO cst._layout VALUES (?, ?) ON CONFLICT DO NOTHING",
            [.integer(PostgresLayout.current), .text(PostgresLayout.since)])
        try link.exchange()
        for kind in older { try describe(kind) }
        for kind in catalog.all { try add(kind, catalog) }
        try removeStatistics()
        try protect()
        if let role { try grant(to: role) }
        try link.queue("COMMIT")
        try link.exchange()
    }

    /// Makes what is missing for everything that another store holds.
    func prepare(holding source: any ContentSource) throws {
        let current = try source.currentKinds()
        let older = try source.everyKind().filter { kind in !current.contains { $0.text == kind.text } }
        try prepare(current, older: older, for: nil)
    }

    private func add(_ kind: EntityKind, _ catalog: KindCatalog) throws {
        // The server cuts longer ones, so that two could become one.
        let names = [kind.description.postgresTable] + kind.description.cellNames
        guard names.allSatisfy({ $0.utf8.count <= 63 }) else { throw LongName(kind: kind.description.kind) }
        for statement in try catalog.table(of: kind).creation { try link.queue(statement) }
        try describe(kind)
    }

    private func describe(_ kind: EntityKind) throws {
        let cells: [Cell] = [.text(kind.description.kind), .integer(kind.description.version), .text(kind.text)]
        try link.queue(
            "INSERT INTO cst._kinds VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
            cells + [.integer(Int(Int64(bitPattern: Checksum.of(cells))))])
        let found = try link.run(
            "SELECT description FROM cst._kinds WHERE kind = ? AND version = ?", Array(cells.prefix(2)))
        guard found.text(0, 0) == kind.text else { throw StoreError.differentKind(kind.description.kind) }
    }

    /// The tables of the kinds that are there, linked or not.
    private func kindTables() throws -> [String] {
        let found = try link.run(
            """
            SELECT relname FROM pg_class WHERE relnamespace = 'cst'::regnamespace AND relkind = 'r' AND relname NOT LIKE '\\_%'
            """)
        return (0..<found.count).compactMap { found.text($0, 0) }.filter { !PostgresLayout.ownTables.contains($0) }
    }

    /// Removes the statistics of households that the server made before it was told to make none. The same type once more has that
    /// effect and writes no row, but needs a column that no policy names; ``protect()`` makes it again.
    private func removeStatistics() throws {
        let tables = Set(try kindTables())
        let found = try link.run(
            "SELECT tablename FROM pg_stats WHERE schemaname = 'cst' AND attname = '_household'")
        for table in (0..<found.count).compactMap({ found.text($0, 0) }) where tables.contains(table) {
            try link.queue("DROP POLICY IF EXISTS household ON cst.\(table.quoted)")
            try link.queue(
                """
                ALTER TABLE cst.\(table.quoted) ALTER COLUMN _household TYPE bigint, ALTER COLUMN _household SET STATISTICS 0
                """)
        }
        try link.exchange()
    }

    /// Lets everybody but the owner see the rows of the household that the transaction names, and no others.
    private func protect() throws {
        let found = try link.run("SELECT tablename FROM pg_policies WHERE schemaname = 'cst'")
        let protected = Set((0..<found.count).compactMap { found.text($0, 0) })
        let name = "nullif(current_setting('cst.name', true), '')"
        var rules = [
            ("_households", "name = \(name)"), ("_notes", "household = \(name)"), ("_leases", "household = \(name)"),
        ]
        rules += try (PostgresLayout.ownTables + kindTables()).map {
            ($0, "_household = nullif(current_setting('cst.household', true), '')::bigint")
        }
        for (table, rule) in rules where !protected.contains(table) {
            try link.queue("ALTER TABLE cst.\(table.quoted) ENABLE ROW LEVEL SECURITY")
            try link.queue("CREATE POLICY household ON cst.\(table.quoted) USING (\(rule))")
        }
        try link.exchange()
    }

    private func grant(to role: String) throws {
        let role = "\"\(role.replacing("\"", with: "\"\""))\""
        var rights = [
            ("SELECT", ["_layout", "_kinds"]), ("SELECT, INSERT", ["_households"]),
            ("SELECT, INSERT, UPDATE", ["_heads", "_commits"]),
            ("SELECT, INSERT", ["journal", "journalChanges", "journalReferences"]),
        ]
        rights.append(("SELECT, INSERT, UPDATE, DELETE", try kindTables() + ["_notes", "_leases"]))
        try link.queue("GRANT USAGE ON SCHEMA cst TO \(role)")
        for (right, tables) in rights where !tables.isEmpty {
            let names = tables.map { "cst.\($0.quoted)" }.joined(separator: ", ")
            try link.queue("GRANT \(right) ON \(names) TO \(role)")
        }
        try link.exchange()
    }
}

/// A kind of thing has a name that is too long for the server.
struct LongName: Error {
    let kind: String
}
