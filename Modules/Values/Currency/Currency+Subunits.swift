extension Currency {
    /// Subunits whose code is not that of their currency with a small letter at its end.
    private static let subunits = ["GBX": "GBP", "ZAc": "ZAR", "ZAC": "ZAR", "ILA": "ILS", "USX": "USD"]

    /// The currency of which `code` names a hundredth, as brokers and price feeds write it; nil if it names none (I9).
    /// 12345 `GBp` are 123.45 pounds, while `gbp` is the pound itself.
    public static func whole(ofSubunit code: String) -> Currency? {
        if let name = subunits[code] { return try? Currency(code: name) }
        guard isMixed(code), let whole = try? Currency(code: code.uppercased()), whole.isFiat, whole.minorUnit == 2
        else { return nil }
        return whole
    }

    /// Whether only the last of three letters is a small one, so that the code may name a part of a currency.
    static func isMixed(_ code: String) -> Bool {
        let letters = Array(code.utf8)
        return letters.count == 3 && letters[..<2].allSatisfy { (0x41...0x5A).contains($0) }
            && (0x61...0x7A).contains(letters[2])
    }
}

extension Money {
    /// A hundredth of the amount, exactly: 12345 pence are 123.45 pounds.
    ///
    /// - Throws: ``NumberError/outOfRange(_:)`` for more digits behind the point than are kept.
    package func hundredth() throws(NumberError) -> Money {
        let text = (ratio * Ratio.hundredth).decimalString(places: Money.maximumPlaces, rounding: .down)
        let amount = try Money(text, currency)
        guard amount.ratio == ratio * Ratio.hundredth else { throw .outOfRange(amountText) }
        return amount
    }
}

extension Ratio {
    /// One hundredth.
    fileprivate static let hundredth = Ratio(1, over: 100) ?? .zero
}
