import Models

/// A balance that a file states for an account at the end of a day.
struct StatedBalance: Sendable {
    /// The line that says so.
    let line: Int
    /// The account as rows of the file name it; nil when they name none.
    var account: String?
    /// The bank's account, where the file tells it.
    var place: StatementAccount?
    /// The currency as rows name it; nil when they name none.
    var currency: String?
    /// The day at whose end it holds.
    let day: CalendarDay
    let amount: ImportedRow.Amount
    /// The balance before the first of its rows; nil if the file does not state it.
    var opening: ImportedRow.Amount?
}

/// The account of a statement: two accounts of one number may be of two banks, or of two kinds.
struct StatementAccount: Sendable, Hashable {
    var bank: String?
    var branch: String?
    let number: String
    /// `checking`, `savings`, in small letters; nil where the file tells none.
    var kind: String?

    /// Bank, branch, number and kind in one text.
    var key: String { [bank ?? "", branch ?? "", number, kind ?? ""].joined(separator: "|") }

    /// The names by which it may become an asset, the plainest first.
    var names: [String] {
        var names = [number]
        if let kind { names.append("\(number) \(kind)") }
        if let bank { names.append([number, kind, bank].compactMap(\.self).joined(separator: " ")) }
        return names
    }
}
