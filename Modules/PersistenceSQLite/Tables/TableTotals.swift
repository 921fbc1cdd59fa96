import Models

/// The totals of all tables as the file holds them, with what the transaction has changed since.
struct TableTotals {
    private var totals: [String: TableTotal] = [:]
    private var changed: Set<String> = []

    /// Holds what a complete pass over a table gave against what was written.
    mutating func check(_ found: TableTotal, of table: String, in connection: SQLConnection) throws {
        let expected = try total(of: table, in: connection)
        guard found == expected else {
            throw RowFault(
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

    /// Forgets a total that was just begun in the file.
    mutating func forget(_ table: String) { totals[table] = nil }

    /// Writes what has changed.
    mutating func save(in connection: SQLConnection) throws {
        for (table, total) in totals where changed.contains(table) {
            try connection.execute(
                "UPDATE totals SET rows = ?, sum = ? WHERE name = ?",
                [.integer(total.rows), .integer(Int(Int64(bitPattern: total.sum))), .text(table)])
        }
        changed = []
    }

    mutating func total(of table: String, in connection: SQLConnection) throws -> TableTotal {
        if let total = totals[table] { return total }
        var found: TableTotal?
        try connection.forEachRow("SELECT rows, sum FROM totals WHERE name = ?", [.text(table)]) { row in
            found = TableTotal(rows: row.number(0), sum: row.checksum(1))
        }
        guard let found else { throw RowFault(detail: "the total of \(table) is missing") }
        totals[table] = found
        return found
    }
}
