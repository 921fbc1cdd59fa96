public import Values

/// How amounts in one currency become amounts in another: at a rate, or as they are within one currency.
///
/// ```swift
/// let quote = try RateQuote(
///     from: .eur, to: .usd, rate: Ratio(decimal: "1.25"), time: instant, source: "mine", state: .fixed)
/// let rates = FrozenRates([RateAnswer(quotes: [quote])])
/// let conversion = try rates.conversion(from: .eur, to: .usd)
/// let dollars = try conversion.convert(Money("100", .eur).exact).rounded(.halfEven)
/// dollars  // 125.00 USD
/// ```
public struct Conversion: Sendable, Hashable {
    /// What is converted.
    public let from: Currency
    /// What it is converted to.
    public let to: Currency
    /// The rate with its provenance; nil within one currency, where nothing is converted.
    public let rate: ConversionRate?

    /// The conversion at a rate.
    public init(at rate: ConversionRate) { (from, to, self.rate) = (rate.from, rate.to, rate) }

    /// The conversion of a currency into itself, which changes nothing.
    public init(within currency: Currency) { (from, to, rate) = (currency, currency, nil) }

    /// Units of `to` for one `from`, exact; 1 within one currency.
    public var factor: Ratio { rate?.rate ?? .one }

    /// An amount in the other currency, unrounded.
    ///
    /// - Throws: ``MoneyError/currencyMismatch(_:_:)`` unless the amount is in ``from``.
    public func convert(_ amount: ExactAmount) throws(MoneyError) -> ExactAmount {
        guard amount.currency == from else { throw .currencyMismatch(amount.currency, from) }
        return ExactAmount(amount.value * factor, to)
    }

    /// An amount the other way, unrounded: by the exact reciprocal (V3).
    ///
    /// - Throws: ``MoneyError/currencyMismatch(_:_:)`` unless the amount is in ``to``, ``MoneyError/tooLarge(_:)`` at a rate of
    ///   0, which no provider may give (V6).
    public func convertBack(_ amount: ExactAmount) throws(MoneyError) -> ExactAmount {
        guard amount.currency == to else { throw .currencyMismatch(amount.currency, to) }
        guard let value = amount.value.divided(by: factor) else { throw .tooLarge(from) }
        return ExactAmount(value, from)
    }
}
