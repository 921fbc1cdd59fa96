public import Values

/// A part of a transaction that counts in the statistics: a split with what it is grouped by.
public struct Flow: Sendable, Hashable {
    /// The day.
    public let day: CalendarDay
    /// Whether it is income, expense or neither. Without a category its sign decides.
    public let kind: Category.Kind
    /// The names of its category from the top; empty for none.
    public let path: [String]
    /// The amount with its sign: − for what is spent.
    public let amount: Money
    /// The payee; nil for none.
    public let payee: String?
    /// The account; nil where that plays no part.
    public let account: String?

    /// A flow of a category.
    public init(
        day: CalendarDay, kind: Category.Kind, path: [String], amount: Money, payee: String? = nil,
        account: String? = nil
    ) {
        self.day = day
        self.kind = kind
        self.path = path
        self.amount = amount
        self.payee = payee
        self.account = account
    }

    /// A flow without a category.
    public init(day: CalendarDay, uncategorised amount: Money, payee: String? = nil, account: String? = nil) {
        self.init(
            day: day, kind: amount.isNegative ? .expense : .income, path: [], amount: amount, payee: payee,
            account: account)
    }
}
