public import Values

/// The price that counts for animals, with everything that a reader wants to know of it.
public struct FoundPrice: Sendable, Hashable {
    /// How fresh a price is.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// It is new enough.
        case fresh
        /// It is older than prices should be.
        case stale
        /// It is made up.
        case fallback
    }

    /// The row.
    public let row: LivestockPrice
    /// The premium by which it is raised; nil for none.
    public let premium: Percentage?
    /// Its age in days.
    public let age: Int
    /// How fresh it is.
    public let state: State
    /// Whether it is from farther away than the herd's saleyard, or its state where no saleyard is set.
    public let isDistant: Bool

    /// The price with its premium, exact.
    public var adjusted: Ratio {
        guard let premium else { return row.price.ratio }
        return row.price.ratio * (Percentage.hundred.ratio + premium.ratio)
    }
}

extension PriceBook {
    /// The price that counts for a question, with its premium, age and state; nil where there is none.
    public func found(
        for question: PriceQuestion, on day: CalendarDay, _ assumptions: ValuationAssumptions
    ) -> FoundPrice? {
        guard let row = price(for: question, on: day, maxAge: assumptions.priceMaxAge) else { return nil }
        let age = row.day.days(until: day)
        let isRaised = row.breed == nil && row.level != .own
        let isStale = age > assumptions.priceStaleAfter
        return FoundPrice(
            row: row, premium: isRaised ? assumptions.premium(of: question.breed) : nil, age: age,
            state: row.isMock ? .fallback : isStale ? .stale : .fresh,
            isDistant: row.level > (question.saleyard == nil ? .state : .saleyard))
    }
}
