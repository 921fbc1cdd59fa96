package import Values

package import struct Foundation.Date
package import struct Foundation.UUID
package import func Foundation.memcmp
package import typealias Foundation.uuid_t

/// The row a statement stands on. Values are parsed straight from its bytes; nothing is kept.
package final class RowReader: CellRow {
    /// The content of a column; bytes are valid until the next row. Numbers with a point are nowhere written.
    package enum Value {
        case null
        case integer(Int)
        case text(UnsafeRawBufferPointer)
    }

    /// The columns of the row, which a connection fills in. Memory of its own, as this is read a dozen times for every row of
    /// every list.
    package let values: UnsafeMutableBufferPointer<Value>
    private let currencies: KnownCurrencies
    private let name: (Int) -> String

    /// - Parameters:
    ///   - width: how many columns the rows have.
    ///   - name: the name of a column, with that of its table.
    package init(width: Int, _ currencies: KnownCurrencies, name: @escaping (Int) -> String) {
        self.currencies = currencies
        self.name = name
        values = .allocate(capacity: width)
        values.initialize(repeating: .null)
    }

    deinit { values.deallocate() }

    /// The bytes of a text, nil for anything else.
    package func bytes(_ column: Int) -> UnsafeRawBufferPointer? {
        if case .text(let bytes) = values[column] { bytes } else { nil }
    }

    /// A whole number; 0 for anything else. For columns that only a store writes.
    package func number(_ column: Int) -> Int {
        if case .integer(let number) = values[column] { number } else { 0 }
    }

    /// A checksum, which databases keep as a signed number.
    package func checksum(_ column: Int) -> UInt64 { UInt64(bitPattern: Int64(number(column))) }

    package func isNull(_ column: Int) -> Bool {
        if case .null = values[column] { true } else { false }
    }

    /// Whether a text is made of these bytes.
    package func holds(_ bytes: [UInt8], in column: Int) -> Bool {
        guard let found = self.bytes(column), found.count == bytes.count else { return false }
        return bytes.withUnsafeBytes { expected in
            guard let left = expected.baseAddress, let right = found.baseAddress else { return true }
            return memcmp(left, right, expected.count) == 0
        }
    }

    package func optionalText(_ column: Int) throws(CorruptRow) -> String? {
        guard !isNull(column) else { return nil }
        guard let bytes = bytes(column), let text = String(validating: bytes, as: UTF8.self) else {
            throw issue(column)
        }
        return text
    }

    package func integer(_ column: Int) throws(CorruptRow) -> Int {
        guard case .integer(let number) = values[column] else { throw issue(column) }
        return number
    }

    package func text(_ column: Int) throws(CorruptRow) -> String {
        guard let text = try optionalText(column) else { throw issue(column) }
        return text
    }

    package func list(_ column: Int) throws(CorruptRow) -> [[Cell]] {
        // Most lists have nothing in them.
        if let bytes = bytes(column), bytes.count == 2, bytes[0] == 0x5B, bytes[1] == 0x5D { return [] }
        do { return try CellText.decode(rows: text(column)) } catch { throw issue(column) }
    }

    package func id(_ column: Int) throws(CorruptRow) -> UUID {
        guard let bytes = bytes(column), let id = UUID(canonical: bytes) else { throw issue(column) }
        return id
    }

    package func day(_ column: Int) throws(CorruptRow) -> CalendarDay {
        guard let bytes = bytes(column), let day = CalendarDay(utf8: bytes) else { throw issue(column) }
        return day
    }

    package func instant(_ column: Int) throws(CorruptRow) -> Date {
        guard let bytes = bytes(column), let instant = InstantText.instant(utf8: bytes) else { throw issue(column) }
        return instant
    }

    package func amount(_ column: Int, currency: Int) throws(CorruptRow) -> Money {
        let currency = try self.currency(currency)
        guard let bytes = bytes(column), let money = Money(utf8: bytes, currency) else { throw issue(column) }
        return money
    }

    /// The cells as they are, without the checksum behind them.
    package func cells(of description: EntityDescription) throws(CorruptRow) -> [Cell] {
        var cells: [Cell] = []
        cells.reserveCapacity(description.width)
        for column in description.columns {
            for _ in 0..<column.type.width {
                let position = cells.count
                switch values[position] {
                case .null: cells.append(.null)
                case .integer(let number): cells.append(.integer(number))
                case .text where column.type == .list: cells.append(.list(try list(position)))
                case .text: cells.append(.text(try text(position)))
                }
            }
        }
        return cells
    }

    package func currency(_ column: Int) throws(CorruptRow) -> Currency {
        if let last = currencies.last, holds(last.text, in: column) { return last.currency }
        let text = try text(column)
        guard let currency = currencies.find(text) else { throw issue(column) }
        return currency
    }

    package func malformed(_ column: Int) -> any Error { issue(column) }

    package func issue(_ column: Int) -> CorruptRow {
        let found = bytes(column).map { "'\(String(decoding: $0, as: UTF8.self).printable)'" } ?? "nothing"
        return CorruptRow(detail: "\(name(column)) holds \(found), which no version of this program writes")
    }
}

/// Something in a store that cannot have been written as it is there.
package struct CorruptRow: Error {
    package let detail: String

    package init(detail: String) { self.detail = detail }
}

extension UUID {
    /// The value of each hexadecimal digit in upper case; 0xFF for what is none.
    private static let digits: [UInt8] = (0..<256).map { byte in
        switch byte {
        case 0x30...0x39: UInt8(byte - 0x30)
        case 0x41...0x46: UInt8(byte - 0x37)
        default: 0xFF
        }
    }

    /// Reads the form that `uuidString` gives.
    init?(canonical text: UnsafeRawBufferPointer) {
        guard text.count == 36, text[8] == 0x2D, text[13] == 0x2D, text[18] == 0x2D, text[23] == 0x2D else {
            return nil
        }
        let bytes: uuid_t? = UUID.digits.withUnsafeBufferPointer { digits in
            var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            // Digits are at most 15, so that any other shows in what all of them have in common.
            var all: UInt8 = 0
            withUnsafeMutableBytes(of: &bytes) { bytes in
                var position = 0
                for index in 0..<16 {
                    if index == 4 || index == 6 || index == 8 || index == 10 { position += 1 }
                    let (high, low) = (digits[Int(text[position])], digits[Int(text[position + 1])])
                    all |= high | low
                    bytes[index] = high << 4 | low
                    position += 2
                }
            }
            return all < 16 ? bytes : nil
        }
        guard let bytes else { return nil }
        self.init(uuid: bytes)
    }
}
