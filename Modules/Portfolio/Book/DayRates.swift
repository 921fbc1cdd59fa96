public import Models

/// The exchange rates of days that a book needs beside those of its transactions.
public struct DayRates: Sendable {
    private let rate: @Sendable (Currency, Currency, CalendarDay) -> Ratio?

    /// Rates by a lookup: units of the second currency for one of the first on a day; nil where none is known.
    public init(_ rate: @escaping @Sendable (Currency, Currency, CalendarDay) -> Ratio?) {
        self.rate = rate
    }

    /// No rates: whatever needs one is not known.
    public static let none = DayRates { _, _, _ in nil }

    /// Units of `to` for one `from` on a day; 1 within one currency.
    func callAsFunction(_ from: Currency, _ to: Currency, _ day: CalendarDay) -> Ratio? {
        from == to ? .one : rate(from, to, day)
    }
}
