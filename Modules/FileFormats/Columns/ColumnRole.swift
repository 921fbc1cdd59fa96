/// A column's part in a table: what it tells, how its cells are read, and the titles by which it is recognised. Two roles of one name are
/// equal.
public struct ColumnRole: Sendable, Hashable {
    /// The way in which cells are read.
    public enum Content: Sendable {
        /// A date, or an instant, of which the day counts.
        case day
        /// A number, with the decimal mark of its table.
        case number
        /// A text.
        case text
    }

    /// The word by which a person gives a column to the role: `isin` in `--column isin=Security`.
    public let name: String
    /// The way in which cells are read.
    public let content: Content
    /// The titles by which a column is recognised, in small letters and without units, the surest first.
    public let titles: [String]
    /// Whether a row with an empty cell is refused.
    public let isRequired: Bool
    /// Whether its numbers are amounts, whose cells may name a currency: `42.70 CHF`.
    public let isAmount: Bool

    /// A role; domains declare those that the movements of an account have not.
    public init(
        _ name: String, _ content: Content = .text, titles: [String], isRequired: Bool = false, isAmount: Bool = false
    ) {
        self.name = name
        self.content = content
        self.titles = titles
        self.isRequired = isRequired
        self.isAmount = isAmount
    }

    /// Compares names.
    public static func == (role: ColumnRole, other: ColumnRole) -> Bool { role.name == other.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
