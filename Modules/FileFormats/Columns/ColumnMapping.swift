import Values

/// Which column of a table tells what, and how its dates and numbers are written.
public struct ColumnMapping: Sendable, Hashable {
    /// What a column can tell.
    public enum Role: String, Sendable, CaseIterable {
        /// The day.
        case date
        /// What comes in, or goes out with a sign.
        case amount
        /// What goes out, without a sign.
        case debit
        /// What comes in, in a table that has a column for what goes out.
        case credit
        /// Whether an amount comes in or goes out, as a word.
        case direction
        /// The fee charged besides the amount.
        case fee
        /// The currency of the fee.
        case feeCurrency = "fee-currency"
        /// The balance after the row.
        case balance
        /// Whether the row has moved anything, as a word.
        case state
        /// The number by which the bank knows the movement.
        case number
        /// The currency's code.
        case currency
        /// The account, which becomes an asset.
        case account
        /// What it was for; several columns may tell.
        case note
    }

    /// The titles of the columns for each role; a column without a title is known by its number, from 1. `#3` is the third
    /// column, whatever its title.
    public var columns: [Role: [String]]
    /// Which mark stands before decimals; nil where no number showed it, and none needed it.
    public var decimalMark: DecimalMark?
    /// The order of day, month and year; nil where no date showed it, and none needed it.
    public var dateOrder: DateOrder?
    /// What stands between cells.
    public var delimiter: String
    /// The currency of rows that name none: from the title of the amounts' column. Nil where that names none.
    public var titleCurrency: String?
    /// The person's answers about the table.
    public var answers: ImportAnswers

    package init(
        columns: [Role: [String]], decimalMark: DecimalMark? = nil, dateOrder: DateOrder? = nil, delimiter: String,
        titleCurrency: String? = nil, answers: ImportAnswers = ImportAnswers()
    ) {
        self.columns = columns
        self.decimalMark = decimalMark
        self.dateOrder = dateOrder
        self.delimiter = delimiter
        self.titleCurrency = titleCurrency
        self.answers = answers
    }

    /// Whether a column tells two things that contradict each other.
    package var contradiction: (Role, Role)? {
        if columns[.amount] != nil, columns[.debit] != nil { return (.amount, .debit) }
        if columns[.amount] != nil, columns[.credit] != nil { return (.amount, .credit) }
        return nil
    }
}
