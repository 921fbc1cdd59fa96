public import Models

/// An amount in two currencies: the instrument's, and that of the report. Either is nil where it is not known.
public struct MoneyPair: Sendable, Hashable {
    /// The amount in the instrument's currency.
    public var instrument: Money?
    /// The amount in the base currency, or in another one of the report.
    public var base: Money?

    /// An amount.
    public init(instrument: Money?, base: Money?) {
        self.instrument = instrument
        self.base = base
    }

    /// Nothing that is known.
    static let unknown = MoneyPair(instrument: nil, base: nil)

    func adding(_ other: MoneyPair) throws(MoneyError) -> MoneyPair {
        MoneyPair(
            instrument: try MoneyPair.sum(instrument, other.instrument), base: try MoneyPair.sum(base, other.base))
    }

    func subtracting(_ other: MoneyPair) throws(MoneyError) -> MoneyPair {
        MoneyPair(
            instrument: try MoneyPair.sum(instrument, other.instrument?.negated),
            base: try MoneyPair.sum(base, other.base?.negated))
    }

    /// The part that `part` of `whole` units have, each amount rounded once in its grain (P3).
    func part(_ part: Ratio, of whole: Ratio) throws(MoneyError) -> MoneyPair {
        var pair = MoneyPair.unknown
        if let base { pair.base = try base.part(part, of: whole) }
        // Within one currency both are one amount.
        if let instrument { pair.instrument = instrument == base ? pair.base : try instrument.part(part, of: whole) }
        return pair
    }

    private static func sum(_ left: Money?, _ right: Money?) throws(MoneyError) -> Money? {
        guard let left, let right else { return nil }
        return try left.adding(right)
    }
}
