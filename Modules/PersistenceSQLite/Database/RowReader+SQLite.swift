import GRDBSQLite
import Persistence

extension RowReader {
    /// A reader of the rows of a statement.
    convenience init(_ statement: OpaquePointer, _ currencies: KnownCurrencies) {
        self.init(width: Int(sqlite3_column_count(statement)), currencies) { column in
            let name = sqlite3_column_name(statement, CInt(column)).map { String(cString: $0) } ?? "column \(column)"
            let table = sqlite3_column_table_name(statement, CInt(column)).map { String(cString: $0) } ?? ""
            return "\(table).\(name)"
        }
    }

    /// Takes up the row that the statement has reached.
    func load(_ statement: OpaquePointer) {
        for index in values.indices {
            // The value itself, asked three times, costs less than the column: nobody else uses this connection meanwhile.
            let value = sqlite3_column_value(statement, CInt(index))
            switch sqlite3_value_type(value) {
            case SQLITE_INTEGER: values[index] = .integer(Int(sqlite3_value_int64(value)))
            case SQLITE_TEXT:
                let start = sqlite3_value_text(value)
                values[index] = .text(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
            default: values[index] = .null
            }
        }
    }
}
