#if SQLite
import GRDBSQLite
import Models

import struct Foundation.UUID
import typealias Foundation.uuid_t

/// The row a statement stands on. Values are parsed straight from its bytes; nothing is kept.
final class RowReader {
    private let statement: OpaquePointer
    private var currencies: [String: Currency] = [:]

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    /// The bytes of a column as text, or nil for NULL; valid until the next row.
    func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        guard let start = sqlite3_column_text(statement, CInt(column)) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, CInt(column))))
    }

    func integer(_ column: Int) -> Int { Int(sqlite3_column_int64(statement, CInt(column))) }

    func optionalText(_ column: Int) throws(RowFault) -> String? {
        guard let bytes = bytes(column) else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw fault(column) }
        return text
    }

    func text(_ column: Int) throws(RowFault) -> String {
        guard let text = try optionalText(column) else { throw fault(column) }
        return text
    }

    func uuid(_ column: Int) throws(RowFault) -> UUID {
        guard let bytes = bytes(column), let id = UUID(canonical: bytes) else { throw fault(column) }
        return id
    }

    func day(_ column: Int) throws(RowFault) -> CalendarDay {
        try parsed(column) { (text) throws(CalendarError) in try CalendarDay(text) }
    }

    func month(_ column: Int) throws(RowFault) -> CalendarMonth {
        try parsed(column) { (text) throws(CalendarError) in try CalendarMonth(text) }
    }

    /// The amount of two columns, digits and currency.
    func money(_ amount: Int, _ currency: Int) throws(RowFault) -> Money {
        let currency = try self.currency(currency)
        return try parsed(amount) { (text) throws(NumberError) in try Money(text, currency) }
    }

    /// Like ``money(_:_:)``, nil when both columns are NULL.
    func optionalMoney(_ amount: Int, _ currency: Int) throws(RowFault) -> Money? {
        bytes(amount) == nil && bytes(currency) == nil ? nil : try money(amount, currency)
    }

    func currency(_ column: Int) throws(RowFault) -> Currency {
        let text = try text(column)
        if let known = currencies[text] { return known }
        let currency = try parsed(column) { (text) throws(CurrencyError) in try Currency(encoded: text) }
        currencies[text] = currency
        return currency
    }

    func choice<Choice: RawRepresentable<String>>(_ column: Int) throws(RowFault) -> Choice {
        guard let choice = Choice(rawValue: try text(column)) else { throw fault(column) }
        return choice
    }

    func parsed<Value, Failure>(
        _ column: Int, _ parse: (String) throws(Failure) -> Value
    ) throws(RowFault) -> Value {
        let text = try text(column)
        do { return try parse(text) } catch { throw fault(column) }
    }

    func fault(_ column: Int) -> RowFault {
        let name = sqlite3_column_name(statement, CInt(column)).map { String(cString: $0) } ?? "column \(column)"
        let table = sqlite3_column_table_name(statement, CInt(column)).map { String(cString: $0) } ?? ""
        let found = bytes(column).map { "'\(String(decoding: $0, as: UTF8.self).printable)'" } ?? "nothing"
        return RowFault(detail: "\(table).\(name) holds \(found), which no version of this program writes")
    }
}

/// Something in the file that cannot have been written as it is there.
struct RowFault: Error {
    let detail: String
}

extension UUID {
    /// Reads the form that `uuidString` gives.
    init?(canonical text: UnsafeRawBufferPointer) {
        guard text.count == 36 else { return nil }
        var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        let isValid = withUnsafeMutableBytes(of: &bytes) { bytes in
            var position = 0
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    guard text[position] == UInt8(ascii: "-") else { return false }
                    position += 1
                }
                guard let high = UUID.nibble(text[position]), let low = UUID.nibble(text[position + 1]) else {
                    return false
                }
                bytes[index] = high << 4 | low
                position += 2
            }
            return true
        }
        guard isValid else { return nil }
        self.init(uuid: bytes)
    }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x37
        default: nil
        }
    }
}
#endif
