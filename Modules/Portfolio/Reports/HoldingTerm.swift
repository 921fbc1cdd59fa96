public import Models

/// Whether units were held long enough (P11).
public enum HoldingTerm: String, Sendable, Hashable, CaseIterable {
    /// Sold on the anniversary of the acquisition or before.
    case short
    /// Sold after it.
    case long

    /// The term of units; nil without a day of acquisition.
    ///
    /// - Parameter months: after how many months units count as held long.
    public init?(acquired: CalendarDay?, sold: CalendarDay, months: Int) {
        guard let acquired else { return nil }
        self = sold > acquired.adding(months: months) ? .long : .short
    }
}
