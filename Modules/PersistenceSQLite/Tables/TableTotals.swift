import Values

/// The totals of all tables as the file holds them, with what the transaction has changed since.
struct TableTotals {
    private var totals: [String: TableTotal] = [:]
    private var changed: Set<String> = []

    /// Holds what a complete pass over a table gave against what was written.
    mutating func check(_ found: TableTotal, of table: String, in connection: SQLConnection) throws {
        let expected = try total(of: table, in: connection)
        guard found == expected else {
            throw CorruptRow(
                detail: found.rows == expected.rows
                    ? "the rows of \(table) do not add up to their total"
                    : "\(table) has \(found.rows) rows that can be read instead of \(expected.rows)")
        }
    }

    mutating func change(
        _ table: String, in connection: SQLConnection, removing old: UInt64?, adding new: UInt64?
    ) throws {
        var total = try total(of: table, in: connection)
        if let old { total.remove(old) }
        if let new { total.add(new) }
        totals[table] = total
        changed.insert(table)
    }

    /// Begins a total in the file.
    mutating func begin(_ table: String, in connection: SQLConnection) throws {
        try connection.execute(
            "INSERT INTO totals (name, rows, sum, checksum) VALUES (?, 0, 0, ?)",
            [.text(table), TableTotals.checksum(TableTotal(), of: table)])
        totals[table] = TableTotal()
    }

    /// Ends a total in the file.
    mutating func end(_ table: String, in connection: SQLConnection) throws {
        try connection.execute("DELETE FROM totals WHERE name = ?", [.text(table)])
        totals[table] = nil
        changed.remove(table)
    }

    /// Writes what has changed.
    mutating func save(in connection: SQLConnection) throws {
        for (table, total) in totals where changed.contains(table) {
            try connection.execute(
                "UPDATE totals SET rows = ?, sum = ?, checksum = ? WHERE name = ?",
                [
                    .integer(total.rows), .integer(Int(Int64(bitPattern: total.sum))),
                    TableTotals.checksum(total, of: table), .text(table),
                ])
        }
        changed = []
    }

    mutating func total(of table: String, in connection: SQLConnection) throws -> TableTotal {
        if let total = totals[table] { return total }
        var found: TableTotal?
        try connection.forEachRow("SELECT rows, sum, checksum FROM totals WHERE name = ?", [.text(table)]) { row in
            let total = TableTotal(rows: row.number(0), sum: row.checksum(1))
            // The next number of an entry is made of this one.
            guard total.rows >= 0, TableTotals.checksum(total, of: table) == .integer(row.number(2)) else {
                throw CorruptRow(detail: "the total of \(table) does not match its checksum")
            }
            found = total
        }
        guard let found else { throw CorruptRow(detail: "the total of \(table) is missing") }
        totals[table] = found
        return found
    }

    private static func checksum(_ total: TableTotal, of table: String) -> Cell {
        let cells: [Cell] = [.text(table), .integer(total.rows), .integer(Int(Int64(bitPattern: total.sum)))]
        return .integer(Int(Int64(bitPattern: Checksum.of(cells))))
    }
}
