import Persistence
import Values

/// The totals of the tables, one row each in a table of their own.
extension SQLConnection {
    func total(of table: String) throws -> TableTotal? {
        var found: TableTotal?
        try forEachRow("SELECT rows, sum, checksum FROM totals WHERE name = ?", [.text(table)]) { row in
            let total = TableTotal(rows: row.number(0), sum: row.checksum(1))
            // The next number of an entry is made of this one.
            guard total.rows >= 0, SQLConnection.checksum(total, of: table) == .integer(row.number(2)) else {
                throw CorruptRow(detail: "the total of \(table) does not match its checksum")
            }
            found = total
        }
        return found
    }

    func beginTotal(_ table: String) throws {
        try execute(
            "INSERT INTO totals (name, rows, sum, checksum) VALUES (?, 0, 0, ?)",
            [.text(table), SQLConnection.checksum(TableTotal(), of: table)])
    }

    func endTotal(_ table: String) throws { try execute("DELETE FROM totals WHERE name = ?", [.text(table)]) }

    func saveTotals(_ totals: [String: TableTotal]) throws {
        for (table, total) in totals {
            try execute(
                "UPDATE totals SET rows = ?, sum = ?, checksum = ? WHERE name = ?",
                [
                    .integer(total.rows), .integer(Int(Int64(bitPattern: total.sum))),
                    SQLConnection.checksum(total, of: table), .text(table),
                ])
        }
    }

    private static func checksum(_ total: TableTotal, of table: String) -> Cell {
        let cells: [Cell] = [.text(table), .integer(total.rows), .integer(Int(Int64(bitPattern: total.sum)))]
        return .integer(Int(Int64(bitPattern: Checksum.of(cells))))
    }
}
