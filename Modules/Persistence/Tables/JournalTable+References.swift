package import Values

/// The entries of the journal that a record is in: those that change it, and those that change something that names it.
///
/// A reference has the kind of what names the record (`part`, empty where the record itself is changed) and the place of the
/// first such change in the entry. So the newest entry that changed an asset is one search, however many transactions of it
/// were entered since.
extension JournalTable {
    private static let references = "journalReferences"

    /// Records that an entry is known to name so far, but for those of a long one's later changes: it may change any number of things,
    /// and the table knows too.
    package struct Named {
        private static let most = 4096
        private var parts: [EntityKey: Set<String>] = [:]

        package init() {}

        /// Whether the entry was not known to name the record by something of the kind.
        mutating func insert(_ key: EntityKey, by part: String) -> Bool {
            guard parts.count < Named.most || parts[key] != nil else { return true }
            return parts[key, default: []].insert(part).inserted
        }
    }

    /// Writes what a change touches and names, unless that is written already of its entry.
    ///
    /// - Parameter references: what the record names, before and after.
    package static func refer(
        from change: Change, naming references: [EntityKey], at position: Int, of entry: Int, _ named: inout Named,
        in unit: TableRows<some TableConnection>
    ) throws {
        try refer(to: change.key, by: "", at: position, of: entry, in: unit)
        for key in references where named.insert(key, by: change.key.kind) {
            try refer(to: key, by: change.key.kind, at: position, of: entry, in: unit)
        }
    }

    private static func refer(
        to key: EntityKey, by part: String, at position: Int, of entry: Int, in unit: TableRows<some TableConnection>
    ) throws {
        let cells: [Cell] = cells(of: key) + [.text(part), .integer(entry), .integer(position)]
        guard try unit.connection.insertReference(cells) else { return }
        try unit.totals.change(references, in: unit.connection, removing: nil, adding: Checksum.of(cells))
    }

    private static func cells(of key: EntityKey) -> [Cell] { [.text(key.kind), .text(CellText.encode(key.cells))] }

    /// The numbers of the entries that a record is in, newest first.
    ///
    /// - Parameter kind: only of entries that change the record itself, where it is the record's own, or something of the
    ///   kind that names it; nil for all.
    package static func numbers(
        of key: EntityKey, changing kind: String?, from number: Int?, limit: Int?,
        in unit: TableRows<some TableConnection>
    ) throws -> [Int] {
        // The entry that is being written is none yet.
        let newest = min(try number ?? count(in: unit), try count(in: unit))
        let parts = try kind.map { [$0 == key.kind ? "" : $0] } ?? parts(of: key, in: unit)
        var found: Set<Int> = []
        for part in parts {
            try unit.connection.forEachRow(
                """
                SELECT entry FROM \(unit.source(references)) WHERE kind = ? AND key = ? AND part = ? AND entry <= ?
                ORDER BY entry DESC\(limit.limitClause)
                """, cells(of: key) + [.text(part), .integer(newest)]
            ) { found.insert($0.number(0)) }
        }
        let numbers = found.sorted(by: >)
        return limit.map { Array(numbers.prefix($0)) } ?? numbers
    }

    /// The kinds of what names a record in the journal: one search for each, whatever number of entries there are.
    private static func parts(of key: EntityKey, in unit: TableRows<some TableConnection>) throws -> [String] {
        var parts = [""]
        while true {
            var next: String?
            try unit.connection.forEachRow(
                """
                SELECT part FROM \(unit.source(references)) WHERE kind = ? AND key = ? AND part > ? ORDER BY part LIMIT 1
                """, cells(of: key) + [.text(parts[parts.count - 1])]
            ) { next = try $0.text(0) }
            guard let next else { return parts }
            parts.append(next)
        }
    }

    /// The first change of a record in an entry.
    package static func change(of key: EntityKey, inEntry number: Int, in unit: TableRows<some TableConnection>) throws
        -> Change?
    {
        var position: Int?
        try unit.connection.forEachRow(
            """
            SELECT position FROM \(unit.source(references)) WHERE kind = ? AND key = ? AND part = '' AND entry = ?
            """, cells(of: key) + [.integer(number)]
        ) { position = $0.number(0) }
        guard let position else { return nil }
        var found: Change?
        try unit.connection.forEachRow(
            "\(changeSelection(in: unit)) WHERE entry = ? AND position = ?", [.integer(number), .integer(position)]
        ) { row in
            guard row.checksum(6) == Checksum.of(row, columns: 0..<6) else {
                throw CorruptRow(detail: "a change in the journal does not match its checksum")
            }
            found = try change(row, in: unit)
        }
        return found
    }

    /// Every reference against their total, which is returned.
    package static func verifyReferences(in unit: TableRows<some TableConnection>) throws -> TableTotal {
        var found = TableTotal()
        try unit.connection.forEachRow("SELECT kind, key, part, entry, position FROM \(unit.source(references))", []) {
            found.add(Checksum.of($0, columns: 0..<5))
        }
        try unit.totals.check(found, of: references, in: unit.connection)
        return found
    }
}
