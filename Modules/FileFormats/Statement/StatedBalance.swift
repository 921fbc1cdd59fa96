public import Values

/// A balance that a file states for an account at the end of a day.
public struct StatedBalance: Sendable {
    /// The line that says so.
    public let line: Int
    /// The account as rows of the file name it; nil when they name none.
    package(set) public var account: String?
    /// The bank's account, where the file tells it.
    package var place: StatementAccount?
    /// The currency as rows name it; nil when they name none.
    package(set) public var currency: String?
    /// The day at whose end it holds.
    public let day: CalendarDay
    /// The balance.
    public let amount: ImportedRow.Amount
    /// The balance before the first of its rows; nil if the file does not state it.
    package var opening: ImportedRow.Amount?

    package init(
        line: Int, account: String? = nil, place: StatementAccount? = nil, currency: String? = nil, day: CalendarDay,
        amount: ImportedRow.Amount, opening: ImportedRow.Amount? = nil
    ) {
        self.line = line
        self.account = account
        self.place = place
        self.currency = currency
        self.day = day
        self.amount = amount
        self.opening = opening
    }

    /// The same with the opposite sign.
    var inverted: StatedBalance {
        StatedBalance(
            line: line, account: account, place: place, currency: currency, day: day, amount: amount.negated,
            opening: opening?.negated)
    }

    /// A balance at the end of a day.
    ///
    /// - Parameters:
    ///   - line: the line that states it, from 1.
    ///   - amount: digits with a point.
    ///   - currency: its currency's code; nil where rows name none.
    ///   - account: the account's name, as in rows; nil where they name none.
    public init(
        line: Int, day: CalendarDay, amount: String, currency: String? = nil, account: String? = nil
    ) {
        self.init(line: line, account: account, currency: currency, day: day, amount: .exact(amount))
    }
}

/// The account of a statement: two accounts of one number may be of two banks, or of two kinds.
package struct StatementAccount: Sendable, Hashable {
    package var bank: String?
    package var branch: String?
    package let number: String
    /// `checking`, `savings`, in small letters; nil where the file tells none.
    package var kind: String?

    package init(bank: String? = nil, branch: String? = nil, number: String, kind: String? = nil) {
        self.bank = bank
        self.branch = branch
        self.number = number
        self.kind = kind
    }

    /// Bank, branch, number and kind in one text.
    package var key: String { [bank ?? "", branch ?? "", number, kind ?? ""].joined(separator: "|") }

    /// The names by which it may become an asset, the plainest first.
    package var names: [String] {
        var names = [number]
        if let kind { names.append("\(number) \(kind)") }
        if let bank { names.append([number, kind, bank].compactMap(\.self).joined(separator: " ")) }
        return names
    }
}
