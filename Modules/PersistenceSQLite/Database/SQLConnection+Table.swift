import Persistence
import Values

typealias SQLiteRows = TableRows<SQLConnection>

extension TableRows where Connection == SQLConnection {
    /// The rows of a file.
    convenience init(_ connection: SQLConnection, file: StoreFile, catalog: KindCatalog) {
        self.init(connection, catalog: catalog) { file.storeError($0) }
    }
}

extension KindCatalog {
    /// The kinds of a file.
    convenience init(_ kinds: [EntityKind]) throws(StoreError) { try self.init(kinds, dialect: .sqlite) }
}

extension TableDialect {
    /// SQLite's words.
    static let sqlite = TableDialect(
        stopsEarly: true, quoted: \.quoted, table: \.table, source: \.quoted,
        totalSource: { "\($0.quoted) INDEXED BY \(KindTable.index(of: $0, by: $1))" },
        ordering: { column, _, isDescending in isDescending ? "\(column) DESC" : column })
}

extension String {
    /// A checked name inside a statement, also where it is a word of SQL. What does not exist is an error in brackets; in
    /// quotes it would be a text.
    var quoted: String { "[\(self)]" }
}

extension SQLConnection: TableConnection {
    // MARK: - Kinds

    func newestKind(_ kind: String, in unit: SQLiteRows) throws -> EntityKind? {
        try KindsTable.current(kind, in: unit)
    }

    func kind(_ kind: String, version: Int, in unit: SQLiteRows) throws -> EntityKind {
        try KindsTable.kind(kind, version: version, in: unit)
    }

    func newestKinds(in unit: SQLiteRows) throws -> [EntityKind] { try KindsTable.all(in: unit) }

    func verifyKinds(in unit: SQLiteRows) throws -> TableTotal { try KindsTable.verify(in: unit) }

    func everyKind(in unit: SQLiteRows) throws -> [EntityKind] { try KindsTable.everyVersion(in: unit) }

    func noteKind(_ kind: EntityKind, in unit: SQLiteRows) throws { try KindsTable.note(kind, in: unit) }

    func addKind(_ kind: EntityKind, in unit: SQLiteRows) throws { try KindsTable.add(kind, in: unit) }

    // MARK: - Rows

    func insert(_ cells: [Cell], checksum: UInt64, into table: KindTable) throws -> Bool {
        try insertions.statement(for: table.name) { try prepare(table.insertion) }.run(cells, checksum: checksum) > 0
    }

    func put(_ cells: [Cell], checksum: UInt64, into table: KindTable) throws {
        try execute(table.upsert, cells + [.integer(Int(Int64(bitPattern: checksum)))])
    }

    func delete(key: [Cell], from table: KindTable) throws { try execute(table.deletion, key) }

    func removeRows(of table: KindTable) throws { try execute("DROP TABLE \(table.name.quoted)") }

    // MARK: - The journal

    func insertChange(_ cells: [Cell], checksum: UInt64) throws {
        let statement = try insertions.change {
            try prepare(
                """
                INSERT INTO journalChanges (entry, position, kind, version, before, after, checksum)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        }
        _ = try statement.run(cells, checksum: checksum)
    }

    func insertReference(_ cells: [Cell]) throws -> Bool {
        let statement = try insertions.reference {
            try prepare(
                """
                INSERT INTO journalReferences (kind, key, part, entry, position) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (kind, key, part, entry) DO NOTHING
                """)
        }
        return try statement.run(cells) > 0
    }

    func insertEntry(_ cells: [Cell], checksum: UInt64) throws {
        try execute(
            """
            INSERT INTO journal (number, instant, program, command, person, undoes, checksum)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, cells + [.integer(Int(Int64(bitPattern: checksum)))])
    }
}
