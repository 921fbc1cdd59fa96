import Persistence
import Values

/// The journal: one row for each entry, one for each change, one for each record that an entry touches or names. Triggers
/// refuse to alter or remove any.
///
/// An entry's checksum is that of its own cells plus those of its changes, so that a lost change shows.
enum JournalTable {
    private static let name = "journal"

    static let changeInsertion = """
        INSERT INTO journalChanges (entry, position, kind, version, before, after, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    // MARK: - Writing

    /// Writes one change as it is made; the entry it belongs to follows when the write is finished.
    static func append(_ change: Change, at position: Int, to entry: Int, in unit: SQLiteRows) throws -> UInt64 {
        try append(
            [
                .integer(entry), .integer(position), .text(change.key.kind),
                .integer(change.kind.description.version), text(change.before?.cells), text(change.after?.cells),
            ], in: unit)
    }

    /// Writes a change by its cells: entry, position, kind, version, before, after.
    static func append(_ cells: [Cell], in unit: SQLiteRows) throws -> UInt64 {
        let checksum = Checksum.of(cells)
        _ = try unit.changeInsertion.get().run(cells, checksum: checksum)
        return checksum
    }

    static func text(_ cells: [Cell]?) -> Cell { cells.map { .text(CellText.encode($0)) } ?? .null }

    static func append(
        _ number: Int, origin: ChangeOrigin, undoes: Int?, changes: UInt64, in unit: SQLiteRows
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

    static func count(in unit: SQLiteRows) throws -> Int {
        try unit.totals.total(of: name, in: unit.connection).rows
    }

    // MARK: - Reading

    static func entries(of key: EntityKey?, limit: Int?, in unit: SQLiteRows) throws -> [JournalEntry] {
        try heads(of: key, from: nil, limit: limit, in: unit).map { try entry($0, in: unit) }
    }

    /// The entries that change something of a kind, newest first.
    static func entries(changing kind: String, in unit: SQLiteRows) throws -> [JournalEntry] {
        try heads(
            """
            WHERE number IN (SELECT entry FROM journalReferences WHERE kind = ?)
            AND EXISTS (SELECT 1 FROM journalChanges WHERE entry = number AND kind = ?) ORDER BY number DESC
            """, [.text(kind), .text(kind)], in: unit
        ).map { try entry($0, in: unit) }
    }

    /// The entries without their changes, newest first.
    static func heads(
        of key: EntityKey?, changing kind: String? = nil, from number: Int?, limit: Int?, in unit: SQLiteRows
    ) throws -> [CheckedHead] {
        if let key {
            return try numbers(of: key, changing: kind, from: number, limit: limit, in: unit).compactMap {
                try heads("WHERE number = ?", [.integer($0)], in: unit).first
            }
        }
        let filter = number == nil ? "" : "WHERE number <= ? "
        let cells = (number.map { [Cell.integer($0)] } ?? []) + [.integer(limit ?? -1)]
        let found = try heads("\(filter)ORDER BY number DESC LIMIT ?", cells, in: unit)
        try checkNumbers(found, from: number, limit: limit, in: unit)
        return found
    }

    /// Hands on the changes of an entry until `body` returns false; whether there is such an entry.
    static func forEachChange(
        ofEntry number: Int, in unit: SQLiteRows, _ body: (Change) throws -> Bool
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

    static func entry(_ number: Int, in unit: SQLiteRows) throws -> JournalEntry? {
        try heads("WHERE number = ?", [.integer(number)], in: unit).first.map { try entry($0, in: unit) }
    }

    /// Every entry and change against its checksum, and all against their totals, which are returned.
    static func verify(in unit: SQLiteRows) throws -> [TableTotal] {
        var entries = TableTotal()
        try unit.connection.forEachRow("\(selection) ORDER BY number") { row in
            try forEachChange(of: try CheckedHead(row), in: unit) { _ in }
            entries.add(row.checksum(6))
        }
        try unit.totals.check(entries, of: name, in: unit.connection)
        return [entries, try verifyReferences(in: unit)]
    }

    static let changeSelection =
        "SELECT entry, position, kind, version, before, after, checksum FROM journalChanges"

    static let selection = """
        SELECT number, instant, program, command, person, undoes, checksum,
        (SELECT ifnull(max(position) + 1, 0) FROM journalChanges WHERE entry = number) FROM journal
        """

    static func heads(_ filter: String, _ cells: [Cell], in unit: SQLiteRows) throws -> [CheckedHead] {
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

    private static func entry(_ head: CheckedHead, in unit: SQLiteRows) throws -> JournalEntry {
        var changes: [Change] = []
        try forEachChange(of: head, in: unit) { changes.append(try change($0, in: unit)) }
        return JournalEntry(
            number: head.head.number, origin: head.head.origin, changes: changes, undoes: head.head.undoes)
    }

    /// The change in a row, in the newest version of its kind unless it is wanted as it was written.
    static func change(_ row: RowReader, asWritten: Bool = false, in unit: SQLiteRows) throws -> Change {
        let kind = try unit.kind(try row.text(2), version: row.number(3))
        func record(_ column: Int) throws -> Record? {
            guard let text = try row.optionalText(column) else { return nil }
            guard let cells = try? CellText.decode(text), cells.count == kind.description.width else {
                throw row.issue(column)
            }
            return asWritten ? Record(kind, cells) : try unit.upToDate(Record(kind, cells))
        }
        switch (try record(4), try record(5)) {
        case (let before?, let after?): return .update(before, to: after)
        case (nil, let after?): return .insert(after)
        case (let before?, nil): return .delete(before)
        case (nil, nil): throw row.issue(5)
        }
    }

    /// Hands each change's row to `body`, and holds their sum against the entry's.
    static func forEachChange(
        of head: CheckedHead, in unit: SQLiteRows, _ body: (RowReader) throws -> Void
    ) throws {
        var sum: UInt64 = 0
        try unit.connection.forEachRow(
            "\(changeSelection) WHERE entry = ? ORDER BY position", [.integer(head.head.number)]
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
        _ heads: [CheckedHead], from number: Int?, limit: Int?, in unit: SQLiteRows
    ) throws {
        let count = try count(in: unit)
        let newest = max(0, min(number ?? count, count))
        let isWhole = heads.count == min(limit ?? newest, newest)
        guard isWhole, heads.indices.allSatisfy({ heads[$0].head.number == newest - $0 }) else {
            throw CorruptRow(detail: "entries of the journal are missing")
        }
    }
}
