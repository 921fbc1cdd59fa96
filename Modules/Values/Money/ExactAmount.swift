/// An amount in one currency as an exact rational: what conversions yield before their one rounding (V4, M5).
public struct ExactAmount: Sendable, Hashable {
    /// The number, unrounded, in whole units of the currency.
    public let value: Ratio
    /// The currency of the amount.
    public let currency: Currency

    /// `value` whole units of `currency`.
    public init(_ value: Ratio, _ currency: Currency) {
        self.value = value
        self.currency = currency
    }

    /// The exact sum of two amounts in the same currency.
    ///
    /// - Throws: ``MoneyError/currencyMismatch(_:_:)``.
    public func adding(_ other: ExactAmount) throws(MoneyError) -> ExactAmount {
        guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
        return ExactAmount(value + other.value, currency)
    }

    /// The amount in whole minor units.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)`` when it does not fit.
    public func rounded(_ rounding: Rounding) throws(MoneyError) -> Money {
        try Money(minorUnits: value.scaled(places: currency.minorUnit, rounding), currency)
    }
}
