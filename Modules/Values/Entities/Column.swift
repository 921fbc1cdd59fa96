/// One column of a declaration: its name in files and where its value is found in the Swift value.
public struct Column<Value: Sendable, Field: ColumnValue>: Sendable {
    @usableFromInline let description: EntityDescription.Column
    @usableFromInline let isKey: Bool
    @usableFromInline let path: any KeyPath<Value, Field> & Sendable

    /// A column of the key. Those come first.
    ///
    /// - Parameters:
    ///   - kind: the kind of thing that an id names, which then has to be there.
    ///   - owner: the kind of thing that an id names and that the value is a part of.
    public static func key(
        _ name: String, _ path: any KeyPath<Value, Field> & Sendable, to kind: String? = nil,
        partOf owner: String? = nil
    ) -> Column {
        Column(
            description: EntityDescription.Column(
                Field.self, name: name, currency: nil, reference: owner ?? kind, isPart: owner != nil),
            isKey: true, path: path)
    }

    /// A column with a value: a plain one, a list, or one with columns of its own.
    ///
    /// - Parameters:
    ///   - currency: the name of an amount's second cell; by default the amount's name and "Currency".
    ///   - kind: the kind of thing that an id names, which then has to be there.
    ///   - owner: the kind of thing that an id names and that the value is a part of: it goes with it in the same write, and
    ///     counts for its version, conflicts and history.
    public static func value(
        _ name: String, _ path: any KeyPath<Value, Field> & Sendable, currency: String? = nil, to kind: String? = nil,
        partOf owner: String? = nil
    ) -> Column {
        Column(
            description: EntityDescription.Column(
                Field.self, name: name, currency: currency, reference: owner ?? kind, isPart: owner != nil),
            isKey: false, path: path)
    }
}

extension EntityDescription.Column {
    init<Field: ColumnValue>(
        _ type: Field.Type, name: String, currency: String?, reference: String?, isPart: Bool = false
    ) {
        self.init(
            name: name, type: type.columnType, isOptional: type.isOptional,
            currency: type.columnType == .amount ? currency ?? name + "Currency" : nil, reference: reference,
            isPart: isPart, elements: type.listColumns)
    }
}

/// The columns of a value and how it is made from them, checked by the compiler against its initialiser.
///
/// The initialiser is compiled where a kind is declared, with the types of its columns known: what it makes runs for every row.
public struct Fields<Value: Sendable>: Sendable {
    /// The columns, in order.
    @usableFromInline let columns: [EntityDescription.Column]
    @usableFromInline let keyCount: Int
    /// The cells of a value, in the order of the columns.
    @usableFromInline let cells: @Sendable (Value) -> [Cell]
    /// The value at a cursor.
    @usableFromInline let value: @Sendable (inout CellCursor) throws -> Value

    /// Columns in the order in which `make` takes their values.
    @inlinable public init<each Field: ColumnValue>(
        _ columns: repeat Column<Value, each Field>, make: @escaping @Sendable (repeat each Field) throws -> Value
    ) {
        var descriptions: [EntityDescription.Column] = []
        var keyCount = 0
        for column in repeat each columns {
            descriptions.append(column.description)
            if column.isKey {
                precondition(keyCount == descriptions.count - 1, "The columns of a key come first.")
                keyCount += 1
            }
        }
        self.columns = descriptions
        self.keyCount = keyCount
        let count = descriptions.reduce(0) { $0 + $1.type.width }
        let kept = (repeat each columns)
        cells = { value in
            var cells: [Cell] = []
            cells.reserveCapacity(count)
            repeat value[keyPath: (each kept).path].append(to: &cells)
            return cells
        }
        // Through the types alone, without the columns: this is what reading a list costs.
        self.value = { cursor in try make(repeat (each Field).read(from: &cursor)) }
    }

    private init(_ fields: Fields, reading value: @escaping @Sendable (inout CellCursor) throws -> Value) {
        (columns, keyCount, cells, self.value) = (fields.columns, fields.keyCount, fields.cells, value)
    }

    /// The same columns, read by a function that is written out, in their order. It is for kinds of which very many things are read
    /// at once: to go through the types of many columns costs more than to read them.
    public func reading(_ value: @escaping @Sendable (inout CellCursor) throws -> Value) -> Fields {
        Fields(self, reading: value)
    }
}
