import Persistence
import Values

/// The statements that make a kind's table in a file and write its rows.
extension KindTable {
    /// A new row; nothing where there is one with its key.
    var insertion: String { "\(inserting) DO NOTHING" }

    /// A row, new or in the place of the one with its key.
    var upsert: String {
        let names = allNames.dropFirst(kind.description.keyWidth)
        return "\(inserting) DO UPDATE SET \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))"
    }

    var deletion: String {
        "DELETE FROM \(name.quoted) WHERE \(key.map { "\($0) = ?" }.joined(separator: " AND "))"
    }

    private var allNames: [String] { kind.description.cellNames.map(\.quoted) + ["checksum"] }

    private var key: [String] { Array(allNames.prefix(kind.description.keyWidth)) }

    private var inserting: String {
        """
        INSERT INTO \(name.quoted) (\(allNames.joined(separator: ", "))) VALUES (\(allNames.map { _ in "?" }
            .joined(separator: ", "))) ON CONFLICT (\(key.joined(separator: ", ")))
        """
    }

    /// The statements that make the other indexes than those of the totals, by name.
    var indexCreations: [(name: String, creation: String)] {
        indexes.map { index in
            let columns = index.columns.map(\.quoted).joined(separator: ", ")
            return (index.name, "CREATE INDEX IF NOT EXISTS \(index.name) ON \(name.quoted) (\(columns))")
        }
    }

    /// The statement that makes the table, and those that make the indexes without which its totals cannot be read.
    ///
    /// - Parameter tables: the tables of the kinds that are referred to, and the columns of their keys; a kind that the file
    ///   does not know is left to the checks of every write.
    func creation(referringTo tables: [String: (table: String, key: String)]) -> [String] {
        let description = kind.description
        let table = description.table.quoted
        let columns = description.columns.flatMap { column in
            let isNumber = [.integer, .boolean, .instant].contains(column.type)
            let reference = column.reference.flatMap { tables[$0] }.map {
                " REFERENCES \($0.table.quoted) (\($0.key.quoted)) DEFERRABLE INITIALLY DEFERRED"
            }
            return column.cellNames.map {
                "\($0.quoted) \(isNumber ? "INTEGER" : "TEXT")\(column.isOptional ? "" : " NOT NULL")\(reference ?? "")"
            }
        }
        let options = description.keyCount > 1 ? "STRICT, WITHOUT ROWID" : "STRICT"
        let summed = totals.map { total in
            let held = total.columns.held.map { allNames[$0] }.joined(separator: ", ")
            return
                "CREATE INDEX \(KindTable.index(of: description.table, by: total.columns.total.by)) ON \(table) (\(held))"
        }
        let indexed = Set(description.totals.map(\.by) + indexes.compactMap { $0.columns.first })
        let found = description.columns.dropFirst().filter { $0.reference != nil && !indexed.contains($0.name) }
        return [
            "CREATE TABLE \(table) (\(columns.joined(separator: ", ")), checksum INTEGER NOT NULL, "
                + "PRIMARY KEY (\(key.joined(separator: ", ")))) \(options)"
        ] + summed
            + found.map {
                "CREATE INDEX \(KindTable.index(of: description.table, by: $0.name)) ON \(table) (\($0.name.quoted))"
            }
    }
}
