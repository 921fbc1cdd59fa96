/// A part of the balance of an asset, as its source tells it: an account, a position, a herd.
public struct BalancePart: Sendable, Hashable {
    /// How new the amount of a part is.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// It was entered by hand, and stays until something is entered.
        case manual
        /// It was asked just now.
        case live
        /// It follows from a table that a person gave.
        case fixed
        /// It was read before, and is as good as new.
        case cached
        /// It was read before, and may have changed since.
        case stale
        /// It comes from a substitute.
        case fallback
        /// It is not known.
        case unknown
    }

    /// The name for people.
    public let name: String
    /// The amount in the asset's currency, of which the balance is the sum; nil when nothing of it is known.
    public let amount: Money?
    /// Where the true amount lies; nil when all of it is known.
    public let bound: Bound?
    /// The day of the amount: that of its price, or of its newest entry.
    public let day: CalendarDay
    /// How new the amount is.
    public let state: State
    /// Why the amount is not known, or only in part; nil when all of it is known.
    public let reason: String?

    /// A part of a balance.
    public init(
        name: String, amount: Money?, bound: Bound? = nil, day: CalendarDay, state: State, reason: String? = nil
    ) {
        self.name = name
        self.amount = amount
        self.bound = bound
        self.day = day
        self.state = state
        self.reason = reason
    }
}
