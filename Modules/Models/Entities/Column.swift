/// One column of a declaration: its name in files and where its value is found in the Swift value.
public struct Column<Value: Sendable, Field: Sendable>: Sendable {
    let description: EntityDescription.Column
    let isKey: Bool
    let append: @Sendable (Value, inout [Cell]) -> Void
    let read: @Sendable (CellCursor) throws -> Field

    private init(
        _ description: EntityDescription.Column, isKey: Bool = false,
        append: @escaping @Sendable (Value, inout [Cell]) -> Void,
        read: @escaping @Sendable (CellCursor) throws -> Field
    ) {
        self.description = description
        self.isKey = isKey
        self.append = append
        self.read = read
    }
}

extension Column where Field: ColumnValue {
    /// A column of the key. Those come first.
    ///
    /// - Parameter kind: the kind of thing that an id names, which then has to be there.
    public static func key(
        _ name: String, _ path: any KeyPath<Value, Field> & Sendable, to kind: String? = nil
    ) -> Column {
        column(name, path, currency: nil, reference: kind, isKey: true)
    }

    /// A column with one value.
    ///
    /// - Parameters:
    ///   - currency: the name of an amount's second cell; by default the amount's name and "Currency".
    ///   - kind: the kind of thing that an id names, which then has to be there.
    public static func value(
        _ name: String, _ path: any KeyPath<Value, Field> & Sendable, currency: String? = nil, to kind: String? = nil
    ) -> Column {
        column(name, path, currency: currency, reference: kind, isKey: false)
    }

    private static func column(
        _ name: String, _ path: any KeyPath<Value, Field> & Sendable, currency: String?, reference: String?,
        isKey: Bool
    ) -> Column {
        let isAmount = Field.columnType == .amount
        return Column(
            EntityDescription.Column(
                name: name, type: Field.columnType, isOptional: Field.isOptional,
                currency: isAmount ? currency ?? name + "Currency" : nil, reference: reference),
            isKey: isKey,
            append: { value, cells in value[keyPath: path].append(to: &cells) },
            read: Field.read(from:))
    }
}

extension Column {
    /// A column with several values, each of which has columns of its own.
    public static func list<Element: Sendable>(
        _ name: String, _ path: any KeyPath<Value, [Element]> & Sendable, of elements: Fields<Element>
    ) -> Column where Field == [Element] {
        Column(
            EntityDescription.Column(name: name, type: .list, elements: elements.columns),
            append: { value, cells in cells.append(.list(value[keyPath: path].map(elements.cells))) },
            read: { cursor in
                try cursor.row.list(cursor.next()).map { try elements.value(CellCursor(CellArray($0))) }
            })
    }

    /// A column with a nested value or none: a list of at most one.
    public static func nested<Element: Sendable>(
        _ name: String, _ path: any KeyPath<Value, Element?> & Sendable, of elements: Fields<Element>
    ) -> Column where Field == Element? {
        Column(
            EntityDescription.Column(name: name, type: .list, elements: elements.columns),
            append: { value, cells in
                cells.append(.list(value[keyPath: path].map { [elements.cells($0)] } ?? []))
            },
            read: { cursor in
                let column = cursor.next()
                let rows = try cursor.row.list(column)
                guard rows.count <= 1 else { throw cursor.row.malformed(column) }
                return try rows.first.map { try elements.value(CellCursor(CellArray($0))) }
            })
    }

    /// A column with a list of plain values.
    public static func values<Element: ColumnValue>(
        _ name: String, _ path: any KeyPath<Value, [Element]> & Sendable
    ) -> Column where Field == [Element] {
        list(name, path, of: Fields(.value("value", \.self)) { $0 })
    }
}

/// The columns of a value and how it is made from them, checked by the compiler against its initialiser.
public struct Fields<Value: Sendable>: Sendable {
    /// The columns, in order.
    let columns: [EntityDescription.Column]
    let keyCount: Int
    /// The cells of a value, in the order of the columns.
    let cells: @Sendable (Value) -> [Cell]
    /// The value at a cursor.
    let value: @Sendable (CellCursor) throws -> Value

    /// Columns in the order in which `make` takes their values.
    public init<each Field: Sendable>(
        _ columns: repeat Column<Value, each Field>, make: @escaping @Sendable (repeat each Field) throws -> Value
    ) {
        var descriptions: [EntityDescription.Column] = []
        var keyCount = 0
        for column in repeat each columns {
            descriptions.append(column.description)
            if column.isKey { keyCount += 1 }
        }
        self.columns = descriptions
        self.keyCount = keyCount
        let count = descriptions.reduce(0) { $0 + $1.type.width }
        let kept = (repeat each columns)
        cells = { value in
            var cells: [Cell] = []
            cells.reserveCapacity(count)
            repeat (each kept).append(value, &cells)
            return cells
        }
        self.value = { cursor in try make(repeat (each kept).read(cursor)) }
    }
}
