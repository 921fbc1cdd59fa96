import Persistence
import Values

/// One transaction on the rows of a household.
final class PostgresUnit: TableConnection {
    typealias Rows = TableRows<PostgresUnit>

    let link: PostgresLink
    let household: Int
    let descriptions: KnownDescriptions
    /// The household's row; read with the first question that needs it.
    private(set) var loaded: PostgresHead?
    /// The kinds that were taken for granted before the household's row was there.
    var supposed: [PostgresHead.Kind]?
    private var batches: [String: RowBatch] = [:]
    private var memory: [String: RowMemory] = [:]
    /// The references of the entry that is being written.
    private var references: Set<[Cell]> = []
    /// The first failure, after which the transaction cannot go on, whatever the body made of it.
    private(set) var failure: (any Error)?

    init(_ link: PostgresLink, household: Int, descriptions: KnownDescriptions) {
        self.link = link
        self.household = household
        self.descriptions = descriptions
    }

    // MARK: - Transactions

    /// Begins to read one state; goes out with the first question.
    ///
    /// - Parameter isLong: whether it may take as long as it takes.
    func beginReading(on server: PostgresServer, isLong: Bool = false) throws {
        try link.queue("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try queueSettings(isLong ? "" : server.settings, name: server.household)
        try queueHead(PostgresHead.selection)
        try queueName(server.household)
    }

    /// Begins to write: nobody else writes to the household until the transaction ends.
    func beginWriting(on server: PostgresServer) throws {
        try link.queue("BEGIN ISOLATION LEVEL READ COMMITTED")
        try queueSettings(server.settings, name: server.household)
        try queueHead("\(PostgresHead.selection) FOR UPDATE")
        // Seen as it is once the lock is held, as is what the first question finds, which goes out with them.
        try queueName(server.household)
    }

    /// Goes on in a transaction that has begun, with the household as nobody else writes to it.
    func lock() throws {
        try queueSettings("")
        try queueHead("\(PostgresHead.selection) FOR UPDATE")
        try exchange()
    }

    /// Goes on in a transaction that has begun, with a household that has just been named, and holds nothing.
    func beginEmpty() throws {
        var head = PostgresHead()
        for total in ["journal", "journalReferences", "kinds", "revision"] { head.totals[total] = TableTotal() }
        try queueSettings("")
        try link.queue(
            "INSERT INTO cst._heads (_household, revision, kinds, totals, checksum) VALUES (?, ?, ?, ?, ?)",
            [.integer(household)] + head.cells)
        try exchange()
        loaded = head
    }

    /// Counts more writes than another household has seen.
    func raiseRevision(above revision: Int) throws {
        let own = try head().revision
        try saveTotals(["revision": TableTotal(rows: max(own, revision) + 1)])
    }

    private func queueSettings(_ settings: String, name: String = "") throws {
        try link.queue(
            "SELECT set_config('cst.household', ?, true), set_config('cst.name', ?, true)\(settings)",
            [.text("\(household)"), .text(name)], isKept: true)
    }

    /// Makes sure that the household still has its name: another one may have taken its place.
    private func queueName(_ name: String) throws {
        try link.queue(
            "SELECT 1 FROM cst._households WHERE id = ? AND name = ?", [.integer(household), .text(name)], isKept: true
        ) { if $0.count == 0 { throw HouseholdReplaced() } }
    }

    private func queueHead(_ sql: String) throws {
        try link.queue(sql, [.integer(household)], isKept: true) { [weak self] in try self?.take(PostgresHead($0)) }
    }

    private func take(_ head: PostgresHead?) throws {
        loaded = head
        if let head { descriptions.note(head.kinds, of: household) }
        if let supposed, supposed != head?.kinds { throw ServerFailure.superseded }
    }

    func exchange() throws {
        if let failure { throw failure }
        do { try link.exchange() } catch {
            failure = error
            throw error
        }
    }

    /// The household's row.
    func head() throws -> PostgresHead {
        if loaded == nil { try exchange() }
        guard let loaded else { throw CorruptRow(detail: "the head of the household is missing") }
        return loaded
    }

    // MARK: - Questions

    func forEachRow(_ sql: String, _ cells: [Cell], limit: Int?, _ body: (RowReader) throws -> Void) throws {
        // An id takes the server as long to write as all that is left of a row.
        try run(sql, cells, isBinary: true).forEachRow(link.currencies, limit: limit, body)
    }

    func forEachRowOfIndex(_ sql: String, _ body: (RowReader) throws -> Void) throws {
        // The server supposes few rows, and would read them from the table and sort them, in half as long again.
        try link.queue("SELECT set_config('enable_sort', 'off', true)")
        try forEachRow(sql, [], limit: nil, body)
        try link.queue("SELECT set_config('enable_sort', 'on', true)")
    }

    func run(
        _ sql: String, _ cells: [Cell] = [], isBinary: Bool = false, isKept: Bool = false
    ) throws -> PostgresResult {
        if let failure { throw failure }
        try flush()
        do { return try link.run(sql, cells, isBinary: isBinary, isKept: isKept) } catch {
            failure = error
            throw error
        }
    }

    /// Queues what was gathered.
    func flush() throws {
        for name in batches.keys { try batches[name]?.flush(to: link) }
    }

    // MARK: - Totals

    func total(of table: String) throws -> TableTotal? { try head().totals[table] }

    func beginTotal(_ table: String) throws { try changeHead { $0.totals[table] = TableTotal() } }

    func endTotal(_ table: String) throws { try changeHead { $0.totals[table] = nil } }

    /// Writes the household's row, with which a write ends.
    func saveTotals(_ totals: [String: TableTotal]) throws {
        try changeHead { $0.totals.merge(totals) { $1 } }
        try flush()
        try link.queue(
            "UPDATE cst._heads SET revision = ?, kinds = ?, totals = ?, checksum = ? WHERE _household = ?",
            try head().cells + [.integer(household)], isKept: true)
    }

    func changeHead(_ change: (inout PostgresHead) -> Void) throws {
        var head = try head()
        change(&head)
        loaded = head
    }

    // MARK: - Rows

    func insert(_ cells: [Cell], checksum: UInt64, into table: KindTable) throws -> Bool {
        let key = Array(cells.prefix(table.kind.description.keyWidth))
        var known = memory[table.name]?.contains(key)
        if known == nil, try memory[table.name, default: RowMemory()].misses(of: rows(of: table)) {
            try loadKeys(of: table)
            known = memory[table.name]?.contains(key)
        }
        let row = cells + [.integer(Int(Int64(bitPattern: checksum)))]
        switch known {
        case true: return false
        case false: try batch(table) { try $0.add(row, .insert, to: link) }
        case nil:
            let sql = table.singleInsertion(household: household)
            guard try run(sql, row, isKept: true).changed > 0 else { return false }
        }
        memory[table.name, default: RowMemory()].noteNew(key, cells)
        return true
    }

    func put(_ cells: [Cell], checksum: UInt64, into table: KindTable) throws {
        try batch(table) { try $0.add(cells + [.integer(Int(Int64(bitPattern: checksum)))], .put, to: link) }
        memory[table.name, default: RowMemory()].note(Array(cells.prefix(table.kind.description.keyWidth)), cells)
    }

    func delete(key: [Cell], from table: KindTable) throws {
        try batch(table) { try $0.add(key, .delete, to: link) }
        memory[table.name, default: RowMemory()].note(key, nil)
    }

    func removeRows(of table: KindTable) throws {
        memory[table.name] = nil
        _ = try run(
            "DELETE FROM cst.\(table.kind.description.postgresTable.quoted) WHERE _household = ?", [.integer(household)]
        )
    }

    func row(_ key: [Cell], of table: KindTable, _ body: (RowReader) throws -> Void) throws {
        let description = table.kind.description
        if memory[table.name]?.known(key) == nil {
            var rows: [[Cell]] = []
            let isTime = try memory[table.name, default: RowMemory()].misses(of: self.rows(of: table))
            let found =
                try isTime ? run(table.selection, isBinary: true) : run(table.byKey, key, isBinary: true, isKept: true)
            try found.forEachRow(link.currencies, limit: nil) { row in
                try table.check(row)
                rows.append(try row.cells(of: description))
            }
            if isTime {
                memory[table.name]?.note(all: rows, keyWidth: description.keyWidth)
            } else {
                memory[table.name]?.note(key, rows.first)
            }
        }
        guard case .some(.some(let cells)) = memory[table.name]?.known(key) else { return }
        let checksum = Cell.integer(Int(Int64(bitPattern: Checksum.of(cells))))
        try RowReader.reading(cells + [checksum], link.currencies, named: table.name, body)
    }

    private func rows(of table: KindTable) throws -> Int { try head().totals[table.name]?.rows ?? 0 }

    private func loadKeys(of table: KindTable) throws {
        let width = table.kind.description.keyWidth
        var keys: Set<[Cell]> = []
        try forEachRow(table.keys, [], limit: nil) { row in
            keys.insert(
                try (0..<width).map { position in
                    if case .integer(let number) = row.values[position] { return .integer(number) }
                    return .text(try row.text(position))
                })
        }
        memory[table.name]?.note(allKeys: keys)
    }

    private func batch(_ table: KindTable, _ change: (inout RowBatch) throws -> Void) throws {
        if let failure { throw failure }
        let name = table.kind.description.postgresTable
        try change(
            &batches[
                name,
                default: RowBatch(
                    table: name, household: household,
                    columns: table.kind.description.postgresColumns + [
                        RowBatch.Column(name: "checksum", type: "bigint")
                    ],
                    keyWidth: table.kind.description.keyWidth)])
    }

    // MARK: - The journal

    func insertChange(_ cells: [Cell], checksum: UInt64) throws {
        try append(cells + [.integer(Int(Int64(bitPattern: checksum)))], to: "journalChanges", Self.changeColumns)
    }

    func insertReference(_ cells: [Cell]) throws -> Bool {
        guard references.insert(Array(cells.prefix(4))).inserted else { return false }
        try append(cells, to: "journalReferences", Self.referenceColumns)
        return true
    }

    func insertEntry(_ cells: [Cell], checksum: UInt64) throws {
        try append(cells + [.integer(Int(Int64(bitPattern: checksum)))], to: "journal", Self.entryColumns)
    }

    private static let changeColumns = columns([
        ("entry", .integer), ("position", .integer), ("kind", .text), ("version", .integer), ("before", .text),
        ("after", .text), ("checksum", .integer),
    ])
    private static let referenceColumns = columns([
        ("kind", .text), ("key", .text), ("part", .text), ("entry", .integer), ("position", .integer),
    ])
    private static let entryColumns = columns([
        ("number", .integer), ("instant", .text), ("program", .text), ("command", .text), ("person", .text),
        ("undoes", .integer), ("checksum", .integer),
    ])

    private static func columns(_ columns: [(name: String, type: ColumnType)]) -> [RowBatch.Column] {
        columns.map { RowBatch.Column(name: $0.name, type: $0.type.postgresType) }
    }

    private func append(_ row: [Cell], to table: String, _ columns: [RowBatch.Column]) throws {
        if let failure { throw failure }
        try batches[
            table, default: RowBatch(table: table, household: household, columns: columns, keyWidth: 1)
        ].add(row, .insert, to: link)
    }
}

/// A household was moved away, or a backup was put in its place, since it was looked up.
struct HouseholdReplaced: Error {}
