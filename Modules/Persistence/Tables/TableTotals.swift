/// The totals of all tables as the store holds them, with what the transaction has changed since.
package struct TableTotals {
    private var totals: [String: TableTotal] = [:]
    private var changed: Set<String> = []

    /// Holds what a complete pass over a table gave against what was written.
    package mutating func check(_ found: TableTotal, of table: String, in connection: some TableConnection) throws {
        let expected = try total(of: table, in: connection)
        guard found == expected else {
            throw CorruptRow(
                detail: found.rows == expected.rows
                    ? "the rows of \(table) do not add up to their total"
                    : "\(table) has \(found.rows) rows that can be read instead of \(expected.rows)")
        }
    }

    package mutating func change(
        _ table: String, in connection: some TableConnection, removing old: UInt64?, adding new: UInt64?
    ) throws {
        var total = try total(of: table, in: connection)
        if let old { total.remove(old) }
        if let new { total.add(new) }
        totals[table] = total
        changed.insert(table)
    }

    /// Begins a total in the store.
    package mutating func begin(_ table: String, in connection: some TableConnection) throws {
        try connection.beginTotal(table)
        totals[table] = TableTotal()
    }

    /// Ends a total in the store.
    package mutating func end(_ table: String, in connection: some TableConnection) throws {
        try connection.endTotal(table)
        totals[table] = nil
        changed.remove(table)
    }

    /// Writes what has changed.
    package mutating func save(in connection: some TableConnection) throws {
        try connection.saveTotals(totals.filter { changed.contains($0.key) })
        changed = []
    }

    package mutating func total(of table: String, in connection: some TableConnection) throws -> TableTotal {
        if let total = totals[table] { return total }
        guard let found = try connection.total(of: table) else {
            throw CorruptRow(detail: "the total of \(table) is missing")
        }
        totals[table] = found
        return found
    }
}
