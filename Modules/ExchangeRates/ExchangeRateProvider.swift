public import Models

/// A source of exchange rates.
public protocol ExchangeRateProvider: Sendable {
    /// The name used in settings and as the source of rates: "ecb".
    var name: String { get }

    /// The rates the provider knows among the asked currencies and the pivots.
    ///
    /// A currency it does not know is left out; a rate it gives but that cannot be used is named in the answer.
    ///
    /// - Throws: What kept the provider from answering at all.
    func rates(_ request: RateRequest) async throws -> RateAnswer
}

/// Which rates are wanted.
public struct RateRequest: Sendable, Hashable {
    /// For a past day: how many days before it a rate may be from (V1).
    public static let oldestAge = 7

    /// The currencies to be connected, directly or through the pivots.
    public let currencies: Set<Currency>
    /// A past day, or nil for the newest rates.
    public let day: CalendarDay?

    /// A request.
    public init(currencies: Set<Currency>, day: CalendarDay?) {
        self.currencies = currencies
        self.day = day
    }
}

/// What a provider knows.
public struct RateAnswer: Sendable, Hashable {
    /// Usable rates.
    public var quotes: [RateQuote]
    /// Rates that were given but cannot be used, and why.
    public var gaps: [RateGap]

    /// An answer.
    public init(quotes: [RateQuote], gaps: [RateGap] = []) {
        self.quotes = quotes
        self.gaps = gaps
    }
}
