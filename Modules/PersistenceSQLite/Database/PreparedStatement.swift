import GRDB
import GRDBSQLite
import Values

/// A statement that gives no rows and is run for many rows of one transaction: it is looked up once, and its texts are bound
/// where they lie.
final class PreparedStatement {
    private let statement: Statement
    private let database: Database
    /// The texts of one run, one behind the other.
    private var texts: UnsafeMutableRawBufferPointer

    init(_ statement: Statement, in database: Database) {
        self.statement = statement
        self.database = database
        texts = .allocate(byteCount: 4096, alignment: 1)
    }

    deinit { texts.deallocate() }

    /// Runs it with values for its parameters, the last of them a checksum where one is given.
    ///
    /// - Returns: how many rows it changed.
    func run(_ cells: [Cell], checksum: UInt64? = nil) throws -> Int {
        let handle = statement.sqliteStatement
        defer {
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        var size = 0
        // Lists are rare: nothing is put aside for rows without any.
        var lists: [Int: String] = [:]
        for index in cells.indices {
            switch cells[index] {
            case .text(let text): size += text.utf8.count
            case .list(let rows):
                let text = CellText.encode(rows: rows)
                lists[index] = text
                size += text.utf8.count
            case .null, .integer: break
            }
        }
        if size > texts.count {
            texts.deallocate()
            texts = .allocate(byteCount: size * 2, alignment: 1)
        }
        var end = 0
        for (index, cell) in cells.enumerated() {
            let place = CInt(index + 1)
            let code =
                switch cell {
                case .null: sqlite3_bind_null(handle, place)
                case .integer(let number): sqlite3_bind_int64(handle, place, Int64(number))
                case .text(let text): bind(text, at: place, of: handle, &end)
                case .list: bind(lists[index] ?? "", at: place, of: handle, &end)
                }
            guard code == SQLITE_OK else { throw error(code) }
        }
        if let checksum {
            let code = sqlite3_bind_int64(handle, CInt(cells.count + 1), Int64(bitPattern: checksum))
            guard code == SQLITE_OK else { throw error(code) }
        }
        let code = sqlite3_step(handle)
        guard code == SQLITE_DONE else { throw error(code) }
        return database.changesCount
    }

    private func bind(_ text: String, at place: CInt, of handle: OpaquePointer, _ end: inout Int) -> CInt {
        var text = text
        let start = end
        text.withUTF8 { bytes in
            let rest = UnsafeMutableRawBufferPointer(rebasing: texts[start...])
            rest.copyMemory(from: UnsafeRawBufferPointer(bytes))
            end += bytes.count
        }
        // No destructor: the bytes stay where they are until the statement has run.
        let address = texts.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
        return sqlite3_bind_text(handle, place, address, CInt(end - start), nil)
    }

    private func error(_ code: CInt) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage)
    }
}
