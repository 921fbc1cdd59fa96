import Persistence
import Values

extension TableDialect {
    /// PostgreSQL's words, for the rows of one household.
    static func postgres(household: Int) -> TableDialect {
        TableDialect(
            stopsEarly: false, quoted: \.quoted, table: \.postgresTable,
            source: { "(SELECT * FROM cst.\($0.quoted) WHERE _household = \(household)) AS things" },
            totalSource: { table, _ in "(SELECT * FROM cst.\(table.quoted) WHERE _household = \(household)) AS things"
            },
            ordering: { column, isOptional, isDescending in
                column + (isDescending ? " DESC" : "")
                    + (isOptional ? isDescending ? " NULLS LAST" : " NULLS FIRST" : "")
            })
    }
}

extension EntityDescription {
    /// The table of a version of a kind. No kind can be named with an underscore, so that none has the name of another table.
    var postgresTable: String { version == 1 ? table : "\(table)_\(version)" }

    /// The columns of a row's cells.
    var postgresColumns: [RowBatch.Column] {
        columns.flatMap { column in
            column.cellNames.enumerated().map { index, name in
                let type = index == 0 ? column.type : ColumnType.text
                return RowBatch.Column(name: name.quoted, type: type.postgresType)
            }
        }
    }
}

extension ColumnType {
    /// The type of a column's first cell in PostgreSQL. Amounts are text, since a number would not keep how it was written.
    var postgresType: String {
        switch self {
        case .integer, .boolean, .instant: "bigint"
        case .id: "uuid"
        default: "text"
        }
    }

    /// The type with the order of texts, which is that of their bytes, whatever the server's is.
    var postgresOrderedType: String { postgresType == "text" ? #"text COLLATE "C""# : postgresType }
}

extension String {
    /// A checked name inside a statement.
    var quoted: String { "\"\(self)\"" }
}
