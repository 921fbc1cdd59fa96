/// The progress of an import of many rows.
package enum StatementProgress: Sendable, Hashable {
    /// So many rows were read.
    case read(Int)
    /// So many rows of all were entered.
    case entered(Int, of: Int)

    /// The number of rows between two of them.
    static let step = 2000
}
