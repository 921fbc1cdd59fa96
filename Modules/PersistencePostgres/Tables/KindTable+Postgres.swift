import Persistence
import Values

/// The statements that make a kind's table in a database, for all households, and write single rows.
extension KindTable {
    private var columns: [String] { kind.description.cellNames.map(\.quoted) + ["checksum"] }

    private var key: [String] { Array(columns.prefix(kind.description.keyWidth)) }

    /// A new row; nothing where there is one with its key.
    func singleInsertion(household: Int) -> String {
        """
        INSERT INTO cst.\(kind.description.postgresTable.quoted) (_household, \(columns.joined(separator: ", ")))
        VALUES (\(household), \(columns.map { _ in "?" }.joined(separator: ", ")))
        ON CONFLICT (_household, \(key.joined(separator: ", "))) DO NOTHING
        """
    }

    /// The statements that make the table and its indexes, all of which may be there.
    var creation: [String] {
        let description = kind.description
        let table = "cst.\(description.postgresTable.quoted)"
        let cells = description.columns.flatMap { column in
            column.cellNames.enumerated().map { index, name in
                let type = (index == 0 ? column.type : .text).postgresOrderedType
                return "\(name.quoted) \(type)\(column.isOptional ? "" : " NOT NULL")"
            }
        }
        let summed = totals.map { total in
            let held = total.columns.held.map { columns[$0] }
            return (held.prefix(2), " INCLUDE (\(held.dropFirst(2).joined(separator: ", ")))")
        }
        let indexed = Set(description.totals.map(\.by))
        let found = description.columns.dropFirst().filter { $0.reference != nil && !indexed.contains($0.name) }
        let all =
            summed.map { (Array($0.0), $0.1) } + found.map { ([$0.name.quoted], "") }
            + indexes.map { ($0.columns.map(\.quoted), "") }
        return [
            """
            CREATE TABLE IF NOT EXISTS \(table) (_household bigint NOT NULL, \(cells.joined(separator: ", ")),
            checksum bigint NOT NULL, PRIMARY KEY (_household, \(key.joined(separator: ", "))))
            """,
            // A household that has just come or grown is in no statistics: the server would suppose a row or none of it, and would
            // look for one row among all of the household. Without any it supposes a two hundredth of the table.
            "ALTER TABLE \(table) ALTER COLUMN _household SET STATISTICS 0",
        ]
            + all.map { columns, included in
                // The server cuts long names, so that two could become one.
                let name = Checksum.of([
                    .text(([description.postgresTable] + columns + [included]).joined(separator: " "))
                ])
                return """
                    CREATE INDEX IF NOT EXISTS i_\(String(name, radix: 16)) ON \(table)
                    (_household, \(columns.joined(separator: ", ")))\(included)
                    """
            }
    }
}
