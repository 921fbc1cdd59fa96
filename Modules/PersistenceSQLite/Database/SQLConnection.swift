import GRDB
import GRDBSQLite
import Persistence
import Values

/// One transaction's connection, driven through SQLite's own calls: rows are read where they lie, and texts are bound with
/// their length, so that they come back as they were.
struct SQLConnection {
    private let database: Database
    private let currencies = KnownCurrencies()
    let insertions = PreparedInsertions()

    init(_ database: Database) {
        self.database = database
    }

    /// A statement that gives no rows, to be run many times.
    func prepare(_ sql: String) throws -> PreparedStatement {
        PreparedStatement(try database.cachedStatement(sql: sql), in: database)
    }

    /// Runs a statement that gives no rows.
    func execute(_ sql: String, _ cells: [Cell] = []) throws {
        try forEachRow(sql, cells) { _ in }
    }

    /// Hands each row of a query to `body`, or the first `limit` of them; the row is valid during the call only.
    func forEachRow(
        _ sql: String, _ cells: [Cell] = [], limit: Int? = nil, _ body: (RowReader) throws -> Void
    ) throws {
        let statement = try database.cachedStatement(sql: sql).sqliteStatement
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, cell) in cells.enumerated() { try bind(cell, at: CInt(index + 1), of: statement) }
        let row = RowReader(statement, currencies)
        var left = limit ?? .max
        while left > 0 {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                row.load(statement)
                try body(row)
                left -= 1
            case SQLITE_DONE: return
            case let code: throw error(code)
            }
        }
    }

    private func bind(_ cell: Cell, at index: CInt, of statement: OpaquePointer) throws {
        let code =
            switch cell {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let number): sqlite3_bind_int64(statement, index, Int64(number))
            case .text(let text): bind(text, at: index, of: statement)
            case .list(let rows): bind(CellText.encode(rows: rows), at: index, of: statement)
            }
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func bind(_ text: String, at index: CInt, of statement: OpaquePointer) -> CInt {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                // An address is what tells an empty text from NULL.
                characters.baseAddress.map {
                    sqlite3_bind_text(statement, index, $0, CInt(characters.count), copied)
                } ?? sqlite3_bind_text(statement, index, "", 0, copied)
            }
        }
    }

    private func error(_ code: CInt) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }

    /// SQLITE_TRANSIENT, a macro that Swift does not see: SQLite copies what is bound.
    private var copied: sqlite3_destructor_type? { unsafeBitCast(-1, to: sqlite3_destructor_type?.self) }
}
