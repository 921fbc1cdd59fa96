/// The choices of a person about the columns of a table; the others are found out.
public struct ColumnChoices: Sendable {
    /// The titles of the columns for each role.
    public var titles: [ColumnRole: [String]] = [:]
    /// The mark before decimals; nil to find out.
    public var decimalMark: DecimalMark?
    /// The order of day and month; nil to find out.
    public var dateOrder: DateOrder?
    /// The delimiter of cells; nil to find out.
    public var delimiter: String?
    /// The answers about the rows.
    public var answers = ImportAnswers()

    /// Nothing is said.
    public init() {}
}
