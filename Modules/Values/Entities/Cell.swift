public import Foundation

/// One value as it lies in a store, a journal or a backup, whatever type it was made from.
///
/// Amounts take two cells (digits and currency), everything else takes one.
public enum Cell: Sendable, Hashable {
    /// No value.
    case null
    /// A whole number.
    case integer(Int)
    /// A text: also days, instants, ids, digits of amounts and fractions, in the one form that each of them has.
    case text(String)
    /// Rows of cells: the elements of a list, declared by the column they are in.
    case list([[Cell]])
}

extension Cell {
    /// The same kind of cell with the same value: texts byte by byte, as stores compare them.
    public static func == (left: Cell, right: Cell) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let a), .integer(let b)): a == b
        // Texts that only look the same compare as equal in Swift.
        case (.text(let a), .text(let b)): a.utf8.count == b.utf8.count && a.hasSameBytes(as: b)
        case (.list(let a), .list(let b)): a == b
        default: false
        }
    }
}

extension String {
    /// Whether another text of the same length has the same bytes.
    fileprivate func hasSameBytes(as other: String) -> Bool {
        var (left, right) = (self, other)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard let a = left.baseAddress, let b = right.baseAddress else { return true }
                return memcmp(a, b, left.count) == 0
            }
        }
    }
}

/// One row of cells that can be read column by column, wherever its bytes are.
///
/// A row that knows a faster way to read ids, days and amounts than through text has its own.
public protocol CellRow {
    /// Whether the cell has no value.
    func isNull(_ column: Int) -> Bool
    /// A whole number.
    ///
    /// - Throws: An error that names the column when the cell holds anything else.
    func integer(_ column: Int) throws -> Int
    /// A text.
    ///
    /// - Throws: An error that names the column when the cell holds anything else.
    func text(_ column: Int) throws -> String
    /// The rows of a list.
    ///
    /// - Throws: An error that names the column when the cell holds anything else.
    func list(_ column: Int) throws -> [[Cell]]
    /// An id.
    ///
    /// - Throws: An error that names the column when the cell holds anything else.
    func id(_ column: Int) throws -> UUID
    /// A day.
    ///
    /// - Throws: An error that names the column when the cell holds anything else.
    func day(_ column: Int) throws -> CalendarDay
    /// A currency.
    ///
    /// - Throws: An error that names the column when the cell holds anything else.
    func currency(_ column: Int) throws -> Currency
    /// An amount, whose currency is in another column.
    ///
    /// - Throws: An error that names the column when the cells hold anything else.
    func amount(_ column: Int, currency: Int) throws -> Money
    /// The error that says that a cell holds what cannot be.
    func malformed(_ column: Int) -> any Error
}

extension CellRow {
    /// Reads the form that `uuidString` gives.
    ///
    /// - Throws: ``malformed(_:)``.
    public func id(_ column: Int) throws -> UUID {
        guard let id = UUID(canonical: try text(column)) else { throw malformed(column) }
        return id
    }

    /// Reads `2026-05-20`.
    ///
    /// - Throws: ``malformed(_:)``.
    public func day(_ column: Int) throws -> CalendarDay {
        do { return try CalendarDay(try text(column)) } catch is CalendarError { throw malformed(column) }
    }

    /// Reads ``Currency/encoded``.
    ///
    /// - Throws: ``malformed(_:)``.
    public func currency(_ column: Int) throws -> Currency {
        do { return try Currency(encoded: try text(column)) } catch is CurrencyError { throw malformed(column) }
    }

    /// Reads digits and ``Currency/encoded``.
    ///
    /// - Throws: ``malformed(_:)``.
    public func amount(_ column: Int, currency: Int) throws -> Money {
        let currency = try self.currency(currency)
        do { return try Money(try text(column), currency) } catch is NumberError { throw malformed(column) }
    }
}

/// Cells that lie in memory as a row.
public struct CellArray: CellRow {
    /// A cell holds what its column cannot.
    public struct Malformed: Error, Equatable, CustomStringConvertible {
        /// The position of the cell in its row, from 0.
        public let column: Int
        /// What it holds; nil when the row ends before it.
        public let cell: Cell?

        /// The position and what is there.
        public var description: String { "Cell \(column) holds \(cell.map(\.shown) ?? "nothing"), which cannot be." }
    }

    private let cells: [Cell]

    /// A row of `cells`.
    public init(_ cells: [Cell]) { self.cells = cells }

    /// Whether the cell has no value, or the row ends before it.
    public func isNull(_ column: Int) -> Bool { !cells.indices.contains(column) || cells[column] == .null }

    /// A whole number.
    ///
    /// - Throws: ``Malformed``.
    public func integer(_ column: Int) throws -> Int {
        guard cells.indices.contains(column), case .integer(let number) = cells[column] else { throw malformed(column) }
        return number
    }

    /// A text.
    ///
    /// - Throws: ``Malformed``.
    public func text(_ column: Int) throws -> String {
        guard cells.indices.contains(column), case .text(let text) = cells[column] else { throw malformed(column) }
        return text
    }

    /// The rows of a list.
    ///
    /// - Throws: ``Malformed``.
    public func list(_ column: Int) throws -> [[Cell]] {
        guard cells.indices.contains(column), case .list(let rows) = cells[column] else { throw malformed(column) }
        return rows
    }

    /// The error that says that a cell holds what cannot be.
    public func malformed(_ column: Int) -> any Error {
        Malformed(column: column, cell: cells.indices.contains(column) ? cells[column] : nil)
    }
}

extension Cell {
    /// The cell of a column for people: an instant as ISO 8601, a text as it is, an empty one as "nothing".
    public func shown(as type: ColumnType) -> String {
        guard type == .instant, case .integer(let number) = self, let instant = Date(milliseconds: number) else {
            return shown
        }
        return InstantText.text(instant)
    }

    /// The cell for people where its column is not known.
    var shown: String {
        switch self {
        case .null: "nothing"
        case .integer(let number): "\(number)"
        case .text(let text): text.printable
        case .list(let rows): rows.isEmpty ? "none" : "\(rows.count) \(rows.count == 1 ? "entry" : "entries")"
        }
    }
}

extension UUID {
    /// What `uuidString` gives, put together by hand as every row that is written has several.
    package var canonicalText: String { text(ten: UInt8(ascii: "A")) }

    /// The same text in lower case.
    package var lowercaseText: String { text(ten: UInt8(ascii: "a")) }

    private func text(ten: UInt8) -> String {
        String(unsafeUninitializedCapacity: 36) { text in
            text.baseAddress.map { write(to: $0, ten: ten) }
            return 36
        }
    }

    /// Writes the 36 bytes of the text in lower case.
    package func write(lowercaseTo text: UnsafeMutablePointer<UInt8>) { write(to: text, ten: UInt8(ascii: "a")) }

    private func write(to text: UnsafeMutablePointer<UInt8>, ten: UInt8) {
        withUnsafeBytes(of: uuid) { bytes in
            var place = 0
            func put(_ digit: UInt8) {
                text[place] = digit < 10 ? 0x30 + digit : ten + digit - 10
                place += 1
            }
            for index in 0..<16 {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    text[place] = UInt8(ascii: "-")
                    place += 1
                }
                put(bytes[index] >> 4)
                put(bytes[index] & 15)
            }
        }
    }

    /// Reads the one form that `uuidString` gives: 36 characters, upper case.
    package init?(canonical text: String) {
        guard let id = UUID(uuidString: text), id.uuidString == text else { return nil }
        self = id
    }
}
