public import Values

/// A rate that was asked for, or why there is none.
public struct FoundRate: Sendable {
    /// What one unit is of.
    public let from: Currency
    /// The currency of the price.
    public let to: Currency
    /// The past day it was asked for, or nil for the newest.
    public let day: CalendarDay?
    /// The rate; nil when none is known.
    public let rate: ConversionRate?
    /// Why there is none; nil when there is one.
    public let gap: String?

    /// What the rates of a command say of a pair.
    public init(_ rates: FrozenRates, from: Currency, to: Currency, day: CalendarDay?) {
        self.from = from
        self.to = to
        self.day = day
        do {
            rate = try rates.conversion(from: from, to: to).rate
            gap = nil
        } catch {
            rate = nil
            gap = error.reason
        }
    }

    /// Whether the rate is known and no substitute.
    public var isComplete: Bool { rate.map { $0.state != .fallback } ?? false }
}
