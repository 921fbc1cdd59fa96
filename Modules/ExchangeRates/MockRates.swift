import Values

/// Made-up rates of every currency, the same each time: for demonstrations and tests, and as a fallback. They are of a
/// plausible size and never real, so that every figure that uses one counts as incomplete (V1).
public struct MockRates: ExchangeRateProvider {
    /// The name used in settings and as the source of rates.
    public let name = "mock"

    /// US dollars for one of some well-known currencies.
    private static let dollars = [
        "ADA": "0.45", "AUD": "0.66", "BNB": "600", "BTC": "65000", "BUSD": "1", "CAD": "0.73", "CHF": "1.12",
        "CNY": "0.14", "DAI": "1", "DOGE": "0.12", "DOT": "6", "ETH": "3200", "EUR": "1.08", "GBP": "1.27",
        "INR": "0.012", "JPY": "0.0067", "KRW": "0.00073", "KWD": "3.25", "LTC": "80", "PLN": "0.25", "SEK": "0.095",
        "SOL": "150", "TRX": "0.12", "USDC": "1", "USDT": "1", "XRP": "0.5",
    ]

    /// Rates without a source.
    public init() {}

    /// Each of the asked currencies and the pivots in US dollars.
    public func rates(_ request: RateRequest) -> RateAnswer {
        guard let dollar = FrozenRates.pivots.first(where: { $0.code == "USD" }) else { return RateAnswer(quotes: []) }
        let time = request.day?.startInUTC ?? request.now
        return RateAnswer(
            quotes: request.currencies.union(FrozenRates.pivots).sorted { $0.identity < $1.identity }.compactMap {
                guard $0 != dollar, let rate = try? Ratio(decimal: Self.dollars[$0.identity] ?? Self.invented($0))
                else { return nil }
                return try? RateQuote(from: $0, to: dollar, rate: rate, time: time, source: name, state: .fallback)
            })
    }

    /// A price from 0.01 to 10.00 that depends on nothing but the currency. Swift's own hashes differ in every run.
    private static func invented(_ currency: Currency) -> String {
        let hash = currency.identity.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let cents = hash % 1000 + 1
        let digits = String(cents % 100)
        return "\(cents / 100).\(digits.count == 1 ? "0" + digits : digits)"
    }
}
