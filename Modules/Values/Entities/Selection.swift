/// A selection of the things of a kind: those with a value in one column, and of these a range in another, from either end.
///
/// ```swift
/// let newest = Selection(
///     where: "invoiceID", is: .text(invoice.id.uuidString), by: "day", isDescending: true, limit: 1)
/// let line = try reader.all(InvoiceLine.self, newest).first
/// ```
///
/// An empty cell is in no range. They come in the order of the column with the range, then in the declared one; everything is turned around when it is
/// descending.
public struct Selection: Sendable {
    /// The column with the value; nil for things of any value.
    public let column: String?
    /// The value that is looked for.
    public let value: Cell
    /// The column with the range, by which the things are ordered first; nil for the declared order alone.
    public let rangeColumn: String?
    /// The least value of the range; nil for one that is open below.
    public let from: Cell?
    /// The greatest value of the range, which belongs to it; nil for one that is open above.
    public let through: Cell?
    /// Whether the greatest comes first.
    public let isDescending: Bool
    /// How many are read at most; nil for all.
    public let limit: Int?
    /// The cells of the thing after which reading goes on; nil from the beginning.
    package private(set) var last: [Cell]?

    /// The things that have a value, and of these the ones in a range.
    public init(
        where column: String, is value: Cell, by rangeColumn: String? = nil, from: Cell? = nil, through: Cell? = nil,
        isDescending: Bool = false, limit: Int? = nil
    ) {
        self.column = column
        self.value = value
        self.rangeColumn = rangeColumn
        self.from = from
        self.through = through
        self.isDescending = isDescending
        self.limit = limit
    }

    /// The things of any value in a range. No declared index serves it: the store looks at every thing of the kind.
    public init(by rangeColumn: String, from: Cell? = nil, through: Cell? = nil) {
        column = nil
        value = .null
        self.rangeColumn = rangeColumn
        self.from = from
        self.through = through
        isDescending = false
        limit = nil
    }

    /// The same selection after one of its things: the next page.
    public func after<E: Entity>(_ thing: E) -> Selection {
        var next = self
        next.last = E.declaration.cells(of: thing)
        return next
    }
}

extension EntityDescription {
    /// The positions of a selection's columns: the value, the range, and the cells by which it is ordered.
    package struct SelectionPositions {
        package let value: Int?
        package let range: Int?
        package let order: [Int]
    }

    /// Finds the columns of a selection.
    ///
    /// - Throws: `missing` of the kind and the name of a column that it does not have, or that holds more than one cell.
    package func positions(
        of selection: Selection, _ missing: (_ kind: String, _ column: String) -> any Error
    ) throws -> SelectionPositions {
        func found(_ name: String) throws -> Int {
            let isThere = columns.contains { $0.name == name && $0.type != .list && $0.type != .amount }
            guard isThere, let position = position(of: name) else { throw missing(kind, name) }
            return position
        }
        let value = try selection.column.map(found)
        guard let column = selection.rangeColumn else {
            return SelectionPositions(value: value, range: nil, order: orderPositions)
        }
        let range = try found(column)
        return SelectionPositions(value: value, range: range, order: [range] + orderPositions.filter { $0 != range })
    }
}
