package import Values

/// The journal: one row for each entry, one for each change, one for each record that an entry touches or names. No store lets
/// any be altered or removed.
///
/// An entry's checksum is that of its own cells plus those of its changes, so that a lost change shows.
package enum JournalTable {
    private static let name = "journal"

    // MARK: - Writing

    /// Writes one change as it is made; the entry it belongs to follows when the write is finished.
    package static func append(
        _ change: Change, at position: Int, to entry: Int, in unit: TableRows<some TableConnection>
    ) throws -> UInt64 {
        try append(
            [
                .integer(entry), .integer(position), .text(change.key.kind),
                .integer(change.kind.description.version), text(change.before?.cells), text(change.after?.cells),
            ], in: unit)
    }

    /// Writes a change by its cells: entry, position, kind, version, before, after.
    package static func append(_ cells: [Cell], in unit: TableRows<some TableConnection>) throws -> UInt64 {
        let checksum = Checksum.of(cells)
        try unit.connection.insertChange(cells, checksum: checksum)
        return checksum
    }

    package static func text(_ cells: [Cell]?) -> Cell { cells.map { .text(CellText.encode($0)) } ?? .null }

    package static func append(
        _ number: Int, origin: ChangeOrigin, undoes: Int?, changes: UInt64, in unit: TableRows<some TableConnection>
    ) throws {
        let cells: [Cell] = [
            .integer(number), .text(InstantText.text(origin.instant)), .text(origin.program), .text(origin.command),
            origin.person.map(Cell.text) ?? .null, undoes.map(Cell.integer) ?? .null,
        ]
        let checksum = Checksum.of(cells) &+ changes
        try unit.connection.insertEntry(cells, checksum: checksum)
        try unit.totals.change(name, in: unit.connection, removing: nil, adding: checksum)
    }

    package static func count(in unit: TableRows<some TableConnection>) throws -> Int {
        try unit.totals.total(of: name, in: unit.connection).rows
    }

    // MARK: - Reading

    package static func entries(of key: EntityKey?, limit: Int?, in unit: TableRows<some TableConnection>) throws
        -> [JournalEntry]
    {
        try heads(of: key, from: nil, limit: limit, in: unit).map { try entry($0, in: unit) }
    }

    /// The entries that change something of a kind, newest first.
    package static func entries(changing kind: String, in unit: TableRows<some TableConnection>) throws
        -> [JournalEntry]
    {
        try heads(
            """
            WHERE number IN (SELECT entry FROM \(unit.source("journalReferences")) WHERE kind = ?)
            AND EXISTS (SELECT 1 FROM \(unit.source("journalChanges")) WHERE entry = number AND kind = ?)
            ORDER BY number DESC
            """, [.text(kind), .text(kind)], in: unit
        ).map { try entry($0, in: unit) }
    }

    /// The entries without their changes, newest first.
    package static func heads(
        of key: EntityKey?, changing kind: String? = nil, from number: Int?, limit: Int?,
        in unit: TableRows<some TableConnection>
    ) throws -> [CheckedHead] {
        if let key {
            return try numbers(of: key, changing: kind, from: number, limit: limit, in: unit).compactMap {
                try heads("WHERE number = ?", [.integer($0)], in: unit).first
            }
        }
        let filter = number == nil ? "" : "WHERE number <= ? "
        let cells = number.map { [Cell.integer($0)] } ?? []
        let found = try heads("\(filter)ORDER BY number DESC\(limit.limitClause)", cells, in: unit)
        try checkNumbers(found, from: number, limit: limit, in: unit)
        return found
    }

    /// Hands on the changes of an entry until `body` returns false; whether there is such an entry.
    package static func forEachChange(
        ofEntry number: Int, in unit: TableRows<some TableConnection>, _ body: (Change) throws -> Bool
    ) throws -> Bool {
        guard let head = try heads("WHERE number = ?", [.integer(number)], in: unit).first else { return false }
        do {
            try forEachChange(of: head, in: unit) { row in
                guard try body(try change(row, in: unit)) else { throw Enough() }
            }
        } catch is Enough {}
        return true
    }

    package static func entry(_ number: Int, in unit: TableRows<some TableConnection>) throws -> JournalEntry? {
        try heads("WHERE number = ?", [.integer(number)], in: unit).first.map { try entry($0, in: unit) }
    }

    /// Every entry and change against its checksum, and all against their totals, which are returned.
    package static func verify(in unit: TableRows<some TableConnection>) throws -> [TableTotal] {
        var entries = TableTotal()
        try unit.connection.forEachRow("\(selection(in: unit)) ORDER BY number", []) { row in
            try forEachChange(of: try CheckedHead(row), in: unit) { _ in }
            entries.add(row.checksum(6))
        }
        try unit.totals.check(entries, of: name, in: unit.connection)
        return [entries, try verifyReferences(in: unit)]
    }

    static func changeSelection(in unit: TableRows<some TableConnection>) -> String {
        "SELECT entry, position, kind, version, before, after, checksum FROM \(unit.source("journalChanges"))"
    }

    private static func selection(in unit: TableRows<some TableConnection>) -> String {
        """
        SELECT number, instant, program, command, person, undoes, checksum,
        (SELECT coalesce(max(position) + 1, 0) FROM \(unit.source("journalChanges")) WHERE entry = number)
        FROM \(unit.source(name))
        """
    }

    package static func heads(_ filter: String, _ cells: [Cell], in unit: TableRows<some TableConnection>) throws
        -> [CheckedHead]
    {
        var heads: [CheckedHead] = []
        try unit.connection.forEachRow("\(selection(in: unit)) \(filter)", cells) { heads.append(try CheckedHead($0)) }
        return heads
    }

    /// A head with what its changes are checked by.
    package struct CheckedHead {
        package let head: JournalEntry.Head
        /// The expected sums of the entry's changes.
        package let changes: UInt64

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

    private static func entry(_ head: CheckedHead, in unit: TableRows<some TableConnection>) throws -> JournalEntry {
        var changes: [Change] = []
        try forEachChange(of: head, in: unit) { changes.append(try change($0, in: unit)) }
        return JournalEntry(
            number: head.head.number, origin: head.head.origin, changes: changes, undoes: head.head.undoes)
    }

    /// The change in a row, in the newest version of its kind unless it is wanted as it was written.
    package static func change(_ row: RowReader, asWritten: Bool = false, in unit: TableRows<some TableConnection>)
        throws -> Change
    {
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
    package static func forEachChange(
        of head: CheckedHead, in unit: TableRows<some TableConnection>, _ body: (RowReader) throws -> Void
    ) throws {
        var sum: UInt64 = 0
        try unit.connection.forEachRow(
            "\(changeSelection(in: unit)) WHERE entry = ? ORDER BY position", [.integer(head.head.number)]
        ) { row in
            sum &+= Checksum.of(row, columns: 0..<6)
            try body(row)
        }
        guard sum == head.changes else {
            throw CorruptRow(detail: "entry \(head.head.number) of the journal does not match its checksum")
        }
    }

    /// No more changes are wanted.
    private struct Enough: Error {}

    /// The newest entries are numbered without a gap down from the number of all.
    private static func checkNumbers(
        _ heads: [CheckedHead], from number: Int?, limit: Int?, in unit: TableRows<some TableConnection>
    ) throws {
        let count = try count(in: unit)
        let newest = max(0, min(number ?? count, count))
        let isWhole = heads.count == min(limit ?? newest, newest)
        guard isWhole, heads.indices.allSatisfy({ heads[$0].head.number == newest - $0 }) else {
            throw CorruptRow(detail: "entries of the journal are missing")
        }
    }
}

extension Int? {
    /// The end of a statement that reads at most so many rows; nothing where all are wanted.
    var limitClause: String { map { $0 < 0 ? "" : " LIMIT \($0)" } ?? "" }
}
