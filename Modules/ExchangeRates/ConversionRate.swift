public import Values

public import struct Foundation.Date

/// The rate of one conversion with everything needed to trust or doubt it (V1).
public struct ConversionRate: Sendable, Hashable {
    /// What is converted.
    public let from: Currency
    /// What it is converted to.
    public let to: Currency
    /// Units of `to` for one `from`, exact.
    public let rate: Ratio
    /// The currencies passed through, both ends included.
    public let path: [Currency]
    /// The providers of the legs, in order.
    public let sources: [String]
    /// The oldest of the legs' own times.
    public let time: Date
    /// The worst of the legs' states.
    public let state: RateState
    /// Why no fresher rate came, as a sentence; nil when the rate is not stale or nobody knows.
    public let staleReason: String?
    /// The month for which the rate was frozen; nil for a rate of today.
    public var month: CalendarMonth?

    /// A rate.
    public init(
        from: Currency, to: Currency, rate: Ratio, path: [Currency], sources: [String], time: Date, state: RateState,
        staleReason: String? = nil, month: CalendarMonth? = nil
    ) {
        self.from = from
        self.to = to
        self.rate = rate
        self.path = path
        self.sources = sources
        self.time = time
        self.state = state
        self.staleReason = staleReason
        self.month = month
    }

    /// The order in which rates are listed: by currencies, those of today first.
    public static func precedes(_ left: ConversionRate, _ right: ConversionRate) -> Bool {
        (left.from.identity, left.to.identity, left.month?.description ?? "")
            < (right.from.identity, right.to.identity, right.month?.description ?? "")
    }

    /// The same path the other way: the exact reciprocal (V3).
    var reversed: ConversionRate? {
        rate.reciprocal.map {
            ConversionRate(
                from: to, to: from, rate: $0, path: path.reversed(), sources: sources.reversed(), time: time,
                state: state, staleReason: staleReason)
        }
    }
}
