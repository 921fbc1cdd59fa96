import Values

/// Numbers and codes of currencies as sources write them.
enum PriceText {
    /// A number as digits with a point, also one with an exponent; nil for anything else.
    static func digits(_ text: String) -> String? {
        guard let value = try? Ratio(decimal: text) else { return nil }
        let all = value.decimalString(places: Money.maximumPlaces, rounding: .halfEven)
        return (try? Ratio(decimal: all)) == value ? all : nil
    }

    /// The price in the wanted currency, where the code names it, or a hundredth of it as `GBX` does of the pound; nil for any
    /// other currency.
    static func money(_ digits: String, _ code: String, _ wanted: Currency) -> Money? {
        if let whole = Currency.whole(ofSubunit: code) {
            return whole == wanted ? try? Money(digits, whole).hundredth() : nil
        }
        guard let currency = try? Currency(code: code), currency == wanted else { return nil }
        return try? Money(digits, currency)
    }
}
