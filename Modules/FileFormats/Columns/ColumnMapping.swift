import Values

/// Which column of a table tells what, and how its dates and numbers are written.
public struct ColumnMapping: Sendable, Hashable {
    /// The titles of the columns for each role; a column without a title is known by its number, from 1. `#3` is the third
    /// column, whatever its title.
    public var columns: [ColumnRole: [String]]
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
        columns: [ColumnRole: [String]], decimalMark: DecimalMark? = nil, dateOrder: DateOrder? = nil,
        delimiter: String,
        titleCurrency: String? = nil, answers: ImportAnswers = ImportAnswers()
    ) {
        self.columns = columns
        self.decimalMark = decimalMark
        self.dateOrder = dateOrder
        self.delimiter = delimiter
        self.titleCurrency = titleCurrency
        self.answers = answers
    }

    /// The same with the roles as a target has them, without those that it has not.
    ///
    /// - Throws: ``ImportError/columnNeeded(_:columns:)`` where it was saved for another target.
    package func limited(to target: ImportTarget) throws(ImportError) -> ColumnMapping {
        var mapping = self
        mapping.columns = [:]
        for role in target.roles { mapping.columns[role] = columns[role] }
        var needed = [ColumnRole.date] + target.roles.filter(\.isRequired)
        if mapping.columns[.credit] == nil, target.roles.contains(.amount) { needed.append(.amount) }
        for role in needed where mapping.columns[role] == nil {
            throw .columnNeeded(role, columns: columns.values.flatMap(\.self).sorted())
        }
        return mapping
    }

    /// Whether a column tells two things that contradict each other.
    package var contradiction: (ColumnRole, ColumnRole)? {
        if columns[.amount] != nil, columns[.debit] != nil { return (.amount, .debit) }
        if columns[.amount] != nil, columns[.credit] != nil { return (.amount, .credit) }
        return nil
    }
}
