public import struct Foundation.Date
public import struct Foundation.UUID

/// What a column of an entity can hold: how it becomes cells, and comes back from them exactly.
public protocol ColumnValue: Sendable {
    /// The kind of column, as the description in a file names it.
    static var columnType: ColumnType { get }
    /// Whether the column may be empty.
    static var isOptional: Bool { get }
    /// The columns of a list's elements; empty for what is no list.
    static var listColumns: [EntityDescription.Column] { get }
    /// Appends the value's cells: two for an amount, else one.
    func append(to cells: inout [Cell])
    /// Reads the value from the next cells of a row.
    ///
    /// - Throws: What the row throws about a cell that cannot be.
    static func read(from cursor: inout CellCursor) throws -> Self

    /// The columns of the value as an element of a list: one, unless it is a ``NestedValue``.
    static var elementColumns: [EntityDescription.Column] { get }
    /// The cells of the value as an element of a list.
    var elementCells: [Cell] { get }
    /// Reads the value from the row of a list.
    ///
    /// - Throws: What the row throws about a cell that cannot be.
    static func element(at cursor: inout CellCursor) throws -> Self
}

extension ColumnValue {
    /// A value has to be there, unless the type says otherwise.
    public static var isOptional: Bool { false }
    /// What is no list has no elements.
    public static var listColumns: [EntityDescription.Column] { [] }
    /// One column with the value.
    public static var elementColumns: [EntityDescription.Column] {
        [EntityDescription.Column(Self.self, name: "value", currency: nil, reference: nil)]
    }
    /// The value's own cells.
    public var elementCells: [Cell] {
        var cells: [Cell] = []
        append(to: &cells)
        return cells
    }
    /// Reads the value's own cells.
    ///
    /// - Throws: What the row throws about a cell that cannot be.
    public static func element(at cursor: inout CellCursor) throws -> Self { try read(from: &cursor) }
}

/// A value with columns of its own, inside a thing or in a list of one.
public protocol NestedValue: ColumnValue {
    /// Its columns.
    static var fields: Fields<Self> { get }
}

extension NestedValue {
    /// A list of one.
    public static var columnType: ColumnType { .list }
    /// Its columns.
    public static var listColumns: [EntityDescription.Column] { fields.columns }
    /// Appends a list of one.
    public func append(to cells: inout [Cell]) { cells.append(.list([elementCells])) }
    /// Reads a list of one.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> Self {
        let column = cursor.next()
        let rows = try cursor.row.list(column)
        guard rows.count == 1 else { throw cursor.row.malformed(column) }
        var inner = CellCursor(CellArray(rows[0]))
        return try element(at: &inner)
    }
    /// Its columns.
    public static var elementColumns: [EntityDescription.Column] { fields.columns }
    /// The cells of its columns.
    public var elementCells: [Cell] { Self.fields.cells(self) }
    /// Reads its columns.
    ///
    /// - Throws: What the row throws.
    public static func element(at cursor: inout CellCursor) throws -> Self { try fields.value(&cursor) }
}

extension Array: ColumnValue where Element: ColumnValue {
    /// A list.
    public static var columnType: ColumnType { .list }
    /// The columns of an element.
    public static var listColumns: [EntityDescription.Column] { Element.elementColumns }
    /// Appends one cell with a row for each element.
    public func append(to cells: inout [Cell]) {
        // No key path, which would be made anew for every list.
        cells.append(.list(map { $0.elementCells }))
    }
    /// Reads a list.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> [Element] {
        try cursor.row.list(cursor.next()).map { row in
            var inner = CellCursor(CellArray(row))
            return try Element.element(at: &inner)
        }
    }
}

/// A place in a row, moved on by each value that is read.
public struct CellCursor {
    /// The row.
    public let row: any CellRow
    /// The next cell.
    public var column = 0

    /// A cursor at the beginning of a row.
    public init(_ row: any CellRow) { self.row = row }

    /// The next cell's position; the cursor moves on by `width` cells.
    public mutating func next(_ width: Int = 1) -> Int {
        defer { column += width }
        return column
    }
}

/// A closed choice, kept under the name of its case.
public protocol ColumnChoice: ColumnValue, RawRepresentable<String> {}

extension ColumnChoice {
    /// A choice.
    public static var columnType: ColumnType { .choice }
    /// Appends the name of the case.
    @inlinable public func append(to cells: inout [Cell]) { cells.append(.text(rawValue)) }
    /// Reads the name of a case.
    ///
    /// - Throws: What the row throws about a name that is none.
    @inlinable public static func read(from cursor: inout CellCursor) throws -> Self {
        let column = cursor.next()
        guard let choice = Self(rawValue: try cursor.row.text(column)) else { throw cursor.row.malformed(column) }
        return choice
    }
}

extension String: ColumnValue {
    /// A text.
    public static var columnType: ColumnType { .text }
    /// Appends the text.
    public func append(to cells: inout [Cell]) { cells.append(.text(self)) }
    /// Reads a text.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> String { try cursor.row.text(cursor.next()) }
}

extension Int: ColumnValue {
    /// A whole number.
    public static var columnType: ColumnType { .integer }
    /// Appends the number.
    public func append(to cells: inout [Cell]) { cells.append(.integer(self)) }
    /// Reads a whole number.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> Int { try cursor.row.integer(cursor.next()) }
}

extension Bool: ColumnValue {
    /// Yes or no.
    public static var columnType: ColumnType { .boolean }
    /// Appends 1 or 0.
    public func append(to cells: inout [Cell]) { cells.append(.integer(self ? 1 : 0)) }
    /// Reads 1 or 0.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> Bool {
        let column = cursor.next()
        switch try cursor.row.integer(column) {
        case 0: return false
        case 1: return true
        default: throw cursor.row.malformed(column)
        }
    }
}

extension UUID: ColumnValue {
    /// An id.
    public static var columnType: ColumnType { .id }
    /// Appends `uuidString`.
    public func append(to cells: inout [Cell]) { cells.append(.text(canonicalText)) }
    /// Reads `uuidString`.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> UUID { try cursor.row.id(cursor.next()) }
}

extension CalendarDay: ColumnValue {
    /// A day.
    public static var columnType: ColumnType { .day }
    /// Appends `2026-05-20`.
    public func append(to cells: inout [Cell]) { cells.append(.text(description)) }
    /// Reads `2026-05-20`.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> CalendarDay { try cursor.row.day(cursor.next()) }
}

extension CalendarMonth: ColumnValue {
    /// A month.
    public static var columnType: ColumnType { .month }
    /// Appends `2026-05`.
    public func append(to cells: inout [Cell]) { cells.append(.text(description)) }
    /// Reads `2026-05`.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> CalendarMonth {
        let column = cursor.next()
        do { return try CalendarMonth(try cursor.row.text(column)) } catch is CalendarError {
            throw cursor.row.malformed(column)
        }
    }
}

extension Date: ColumnValue {
    /// An instant.
    public static var columnType: ColumnType { .instant }
    /// Appends the milliseconds since the beginning of 1970.
    public func append(to cells: inout [Cell]) {
        cells.append(.integer(milliseconds))
    }
    /// Reads the milliseconds since the beginning of 1970.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> Date {
        let column = cursor.next()
        guard let instant = Date(milliseconds: try cursor.row.integer(column)) else {
            throw cursor.row.malformed(column)
        }
        return instant
    }
}

extension Currency: ColumnValue {
    /// A currency.
    public static var columnType: ColumnType { .currency }
    /// Appends ``encoded``.
    public func append(to cells: inout [Cell]) { cells.append(.text(encoded)) }
    /// Reads ``encoded``.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> Currency { try cursor.row.currency(cursor.next()) }
}

extension Money: ColumnValue {
    /// An amount: its digits, then its currency.
    public static var columnType: ColumnType { .amount }
    /// Appends ``amountText`` and the currency.
    public func append(to cells: inout [Cell]) { cells += [.text(amountText), .text(currency.encoded)] }
    /// Reads two cells.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> Money {
        let column = cursor.next(2)
        return try cursor.row.amount(column, currency: column + 1)
    }
}

extension Ratio: ColumnValue {
    /// An exact fraction.
    public static var columnType: ColumnType { .ratio }
    /// Appends the lowest terms, `numerator/denominator`.
    public func append(to cells: inout [Cell]) { cells.append(.text(encoded)) }
    /// Reads `numerator/denominator`.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> Ratio {
        let column = cursor.next()
        guard let ratio = Ratio(encoded: try cursor.row.text(column)) else { throw cursor.row.malformed(column) }
        return ratio
    }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    /// The type of what may be there.
    public static var columnType: ColumnType { Wrapped.columnType }
    /// The column may be empty.
    public static var isOptional: Bool { true }
    /// The columns of what may be there.
    public static var listColumns: [EntityDescription.Column] { Wrapped.listColumns }
    /// Appends the value, or as many empty cells.
    @inlinable public func append(to cells: inout [Cell]) {
        if let self { return self.append(to: &cells) }
        cells += Array(repeating: .null, count: Wrapped.columnType.width)
    }
    /// Reads the value; nil when all of its cells are empty.
    ///
    /// - Throws: What the row throws.
    @inlinable public static func read(from cursor: inout CellCursor) throws -> Wrapped? {
        let width = Wrapped.columnType.width
        let isEmpty = cursor.row.isNull(cursor.column) && (width == 1 || cursor.row.isNull(cursor.column + 1))
        if isEmpty {
            cursor.column += width
            return nil
        }
        return try Wrapped.read(from: &cursor)
    }
}
