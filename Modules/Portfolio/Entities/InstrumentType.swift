public import Models

/// The type of an instrument.
public enum InstrumentType: String, Sendable, Hashable, CaseIterable, ColumnChoice {
    /// Shares of a company.
    case stock
    /// A bond.
    case bond
    /// A coin or token.
    case crypto
    /// Real estate.
    case realEstate
    /// A commodity, such as gold.
    case commodity
    /// Money in a currency, whose price is 1.
    case cash
    /// A fund whose shares are bought from and sold to its company.
    case mutualFund
    /// A fund that is traded at an exchange.
    case etf
    /// Anything else.
    case other

    /// After how many days a price is stale: exchanges close up to eleven days, houses are valued yearly (P12).
    public var freshDays: Int {
        switch self {
        case .realEstate, .other: 400
        default: 14
        }
    }
}
