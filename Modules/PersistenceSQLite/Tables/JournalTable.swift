import Models
import Persistence

/// The journal: one row for each entry, one for each change, one for each record that an entry touches or names. Triggers
/// refuse to alter or remove any.
///
/// An entry's checksum is that of its own cells plus those of its changes, so that a lost change shows.
enum JournalTable {
    private static let name = "journal"
    private static let references = "journalReferences"

    static let changeInsertion = """
        INSERT INTO journalChanges (entry, position, kind, version, before, after, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    static let referenceInsertion = """
        INSERT INTO journalReferences (kind, key, entry) VALUES (?, ?, ?) ON CONFLICT (kind, key, entry) DO NOTHING
        """

    // MARK: - Writing

    /// Writes one change as it is made; the entry it belongs to follows when the write is finished.
    static func append(_ change: Change, at position: Int, to entry: Int, in unit: SQLiteUnitOfWork) throws -> UInt64 {
        try append(
            [
                .integer(entry), .integer(position), .text(change.key.kind),
                .integer(change.kind.description.version), text(change.before?.cells), text(change.after?.cells),
            ], in: unit)
    }

    /// Writes a change by its cells: entry, position, kind, version, before, after.
    static func append(_ cells: [Cell], in unit: SQLiteUnitOfWork) throws -> UInt64 {
        let checksum = Checksum.of(cells)
        _ = try unit.changeInsertion.get().run(cells, checksum: checksum)
        return checksum
    }

    static func text(_ cells: [Cell]?) -> Cell { cells.map { .text(CellText.encode($0)) } ?? .null }

    /// Writes that an entry touches or names a record, unless that is written already.
    static func refer(to key: EntityKey, from entry: Int, in unit: SQLiteUnitOfWork) throws {
        let cells: [Cell] = [.text(key.kind), .text(CellText.encode(key.cells)), .integer(entry)]
        guard try unit.referenceInsertion.get().run(cells) > 0 else { return }
        try unit.totals.change(references, in: unit.connection, removing: nil, adding: Checksum.of(cells))
    }

    static func append(
        _ number: Int, origin: ChangeOrigin, undoes: Int?, changes: UInt64, in unit: SQLiteUnitOfWork
    ) throws {
        let cells: [Cell] = [
            .integer(number), .text(InstantText.text(origin.instant)), .text(origin.program), .text(origin.command),
            origin.person.map(Cell.text) ?? .null, undoes.map(Cell.integer) ?? .null,
        ]
        let checksum = Checksum.of(cells) &+ changes
        try unit.connection.execute(
            """
            INSERT INTO journal (number, instant, program, command, person, undoes, checksum)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, cells + [.integer(Int(Int64(bitPattern: checksum)))])
        try unit.totals.change(name, in: unit.connection, removing: nil, adding: checksum)
    }

    static func count(in unit: SQLiteUnitOfWork) throws -> Int {
        try unit.totals.total(of: name, in: unit.connection).rows
    }

    // MARK: - Reading

    static func entries(of key: EntityKey?, limit: Int?, in unit: SQLiteUnitOfWork) throws -> [JournalEntry] {
        try heads(of: key, from: nil, limit: limit, in: unit).map { try entry($0, in: unit) }
    }

    /// The entries that change something of a kind, newest first.
    static func entries(changing kind: String, in unit: SQLiteUnitOfWork) throws -> [JournalEntry] {
        try heads(
            """
            WHERE number IN (SELECT entry FROM journalReferences WHERE kind = ?)
            AND EXISTS (SELECT 1 FROM journalChanges WHERE entry = number AND kind = ?) ORDER BY number DESC
            """, [.text(kind), .text(kind)], in: unit
        ).map { try entry($0, in: unit) }
    }

    /// The entries without their changes, newest first.
    static func heads(
        of key: EntityKey?, changing kind: String? = nil, from number: Int?, limit: Int?, in unit: SQLiteUnitOfWork
    ) throws -> [CheckedHead] {
        var (filters, cells): ([String], [Cell]) = ([], [])
        if let key {
            // A transaction names its asset, and so belongs to its history.
            filters.append("number IN (SELECT entry FROM journalReferences WHERE kind = ? AND key = ?)")
            cells += [.text(key.kind), .text(CellText.encode(key.cells))]
        }
        if let kind {
            filters.append("EXISTS (SELECT 1 FROM journalChanges WHERE entry = number AND kind = ?)")
            cells.append(.text(kind))
        }
        if let number {
            filters.append("number <= ?")
            cells.append(.integer(number))
        }
        let filter = filters.isEmpty ? "" : "WHERE \(filters.joined(separator: " AND "))"
        let heads = try heads("\(filter) ORDER BY number DESC LIMIT ?", cells + [.integer(limit ?? -1)], in: unit)
        if key == nil, kind == nil { try checkNumbers(heads, from: number, limit: limit, in: unit) }
        return heads
    }

    /// Hands on the changes of an entry until `body` returns false; whether there is such an entry.
    static func forEachChange(
        ofEntry number: Int, in unit: SQLiteUnitOfWork, _ body: (Change) throws -> Bool
    ) throws -> Bool {
        struct Enough: Error {}
        guard let head = try heads("WHERE number = ?", [.integer(number)], in: unit).first else { return false }
        do {
            try forEachChange(of: head, in: unit) { row in
                guard try body(try change(row, in: unit)) else { throw Enough() }
            }
        } catch is Enough {}
        return true
    }

    static func entry(_ number: Int, in unit: SQLiteUnitOfWork) throws -> JournalEntry? {
        try heads("WHERE number = ?", [.integer(number)], in: unit).first.map { try entry($0, in: unit) }
    }

    /// Every entry and change against its checksum, and all against their totals, which are returned.
    static func verify(in unit: SQLiteUnitOfWork) throws -> [TableTotal] {
        var (entries, named) = (TableTotal(), TableTotal())
        try unit.connection.forEachRow("\(selection) ORDER BY number") { row in
            try forEachChange(of: try CheckedHead(row), in: unit) { _ in }
            entries.add(row.checksum(6))
        }
        try unit.totals.check(entries, of: name, in: unit.connection)
        try unit.connection.forEachRow("SELECT kind, key, entry FROM journalReferences") {
            named.add(Checksum.of($0, columns: 0..<3))
        }
        try unit.totals.check(named, of: references, in: unit.connection)
        return [entries, named]
    }

    private static let selection = """
        SELECT number, instant, program, command, person, undoes, checksum,
        (SELECT ifnull(max(position) + 1, 0) FROM journalChanges WHERE entry = number) FROM journal
        """

    private static func heads(_ filter: String, _ cells: [Cell], in unit: SQLiteUnitOfWork) throws -> [CheckedHead] {
        var heads: [CheckedHead] = []
        try unit.connection.forEachRow("\(selection) \(filter)", cells) { heads.append(try CheckedHead($0)) }
        return heads
    }

    /// A head with what its changes are checked by.
    struct CheckedHead {
        let head: JournalEntry.Head
        /// What the sums of the entry's changes have to be.
        let changes: UInt64

        fileprivate init(_ row: RowReader) throws(CorruptRow) {
            let number = row.number(0)
            let origin = ChangeOrigin(
                instant: try row.instant(1), program: try row.text(2), command: try row.text(3),
                person: try row.optionalText(4))
            let undoes = row.isNull(5) ? nil : row.number(5)
            if let undoes, !(1..<max(2, number)).contains(undoes) { throw row.issue(5) }
            head = JournalEntry.Head(number: number, origin: origin, undoes: undoes, changeCount: row.number(7))
            changes = row.checksum(6) &- Checksum.of(row, columns: 0..<6)
        }
    }

    private static func entry(_ head: CheckedHead, in unit: SQLiteUnitOfWork) throws -> JournalEntry {
        var changes: [Change] = []
        try forEachChange(of: head, in: unit) { changes.append(try change($0, in: unit)) }
        return JournalEntry(
            number: head.head.number, origin: head.head.origin, changes: changes, undoes: head.head.undoes)
    }

    private static func change(_ row: RowReader, in unit: SQLiteUnitOfWork) throws -> Change {
        let kind = try unit.kind(try row.text(2), version: row.number(3))
        func record(_ column: Int) throws -> Record? {
            guard let text = try row.optionalText(column) else { return nil }
            guard let cells = try? CellText.decode(text), cells.count == kind.description.width else {
                throw row.issue(column)
            }
            return try unit.upToDate(Record(kind, cells))
        }
        switch (try record(4), try record(5)) {
        case (let before?, let after?): return .update(before, to: after)
        case (nil, let after?): return .insert(after)
        case (let before?, nil): return .delete(before)
        case (nil, nil): throw row.issue(5)
        }
    }

    /// Hands each change's row to `body`, and holds their sum against the entry's.
    private static func forEachChange(
        of head: CheckedHead, in unit: SQLiteUnitOfWork, _ body: (RowReader) throws -> Void
    ) throws {
        var sum: UInt64 = 0
        try unit.connection.forEachRow(
            """
            SELECT entry, position, kind, version, before, after, checksum FROM journalChanges
            WHERE entry = ? ORDER BY position
            """, [.integer(head.head.number)]
        ) { row in
            sum &+= Checksum.of(row, columns: 0..<6)
            try body(row)
        }
        guard sum == head.changes else {
            throw CorruptRow(detail: "entry \(head.head.number) of the journal does not match its checksum")
        }
    }

    /// The newest entries are numbered without a gap down from the number of all.
    private static func checkNumbers(
        _ heads: [CheckedHead], from number: Int?, limit: Int?, in unit: SQLiteUnitOfWork
    ) throws {
        let count = try count(in: unit)
        let newest = max(0, min(number ?? count, count))
        let isWhole = heads.count == min(limit ?? newest, newest)
        guard isWhole, heads.indices.allSatisfy({ heads[$0].head.number == newest - $0 }) else {
            throw CorruptRow(detail: "entries of the journal are missing")
        }
    }
}
