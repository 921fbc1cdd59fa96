import Values

/// The part of a selection that its statement depends on: all but the values that are bound to it. Many selections of one
/// transaction have the same, as the newest row of each owner.
struct SelectionShape: Hashable {
    private let kind: String
    private let column: String?
    private let rangeColumn: String?
    private let isEmpty: Bool
    private let isOpenBelow: Bool
    private let isOpenAbove: Bool
    private let isDescending: Bool
    private let limit: Int?

    init(_ selection: Selection, of kind: String) {
        self.kind = kind
        column = selection.column
        rangeColumn = selection.rangeColumn
        isEmpty = selection.value == .null
        isOpenBelow = selection.from == nil
        isOpenAbove = selection.through == nil
        isDescending = selection.isDescending
        limit = selection.limit
    }
}
