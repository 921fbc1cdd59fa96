public import ExchangeRates
public import Values

/// How many units of the currency for totals one unit of another currency is on some day, or why that is not known.
public enum RateLookup: Sendable, Hashable {
    /// The exact rate.
    case rate(Ratio)
    /// The reason why there is none.
    case missing(String)

    /// The rate of a frozen set.
    public init(_ rates: FrozenRates, from currency: Currency, to display: Currency) {
        do {
            self = .rate(try rates.conversion(from: currency, to: display).factor)
        } catch {
            self = .missing(error.reason)
        }
    }
}

extension Bound {
    /// On which side of a sum the true one lies when parts of it are missing (G13).
    ///
    /// - Parameter signs: for each missing part, whether it is below 0.
    static func ofMissing(negative signs: Set<Bool>) -> Bound? {
        signs.count > 1 ? .unknown : signs.first.map { $0 ? .atMost : .atLeast }
    }
}
