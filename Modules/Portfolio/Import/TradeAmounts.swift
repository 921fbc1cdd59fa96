import Models

/// The amount before fees and taxes of a trade whose row says it in several ways: as price × units, as a total, and as the money that
/// moved. What the row says has to agree, as exactly as its digits tell (I1).
struct TradeAmounts {
    /// The units, without a sign.
    let units: String
    /// The price of one unit, in the same currency as the total.
    let price: String
    /// The fees and taxes in the same currency.
    let charges: [String]
    /// Whether charges are added to the amount: they are taken off that of a sale.
    let isIn: Bool
    let currency: Currency

    /// The amount before fees and taxes: the total, or what is left of it where it has them in it.
    ///
    /// - Throws: ``RowRefusal`` where it agrees neither way with price × units, ``NumberError``, ``MoneyError``.
    func gross(total text: String) throws -> Money {
        let total = try Money(text, currency)
        if try agrees(total) { return total }
        let plain = try withoutCharges(total)
        if try agrees(plain) { return plain }
        throw try differs(total, "total")
    }

    /// The amount before fees and taxes of the money that moved, which is what it is called: with fees and taxes.
    ///
    /// - Throws: ``RowRefusal`` where it agrees neither way with price × units, ``NumberError``, ``MoneyError``.
    func gross(settled text: String) throws -> Money {
        let settled = try Money(text, currency)
        let plain = try withoutCharges(settled)
        if try agrees(plain) { return plain }
        if try agrees(settled) { return settled }
        throw try differs(settled, "settled amount")
    }

    private func withoutCharges(_ amount: Money) throws -> Money {
        try charges.reduce(amount) { amount, charge in
            let charge = try Money(charge, currency)
            return isIn ? try amount.subtracting(charge) : try amount.adding(charge)
        }
    }

    /// Whether an amount is price × units, or a hundredth of it, as for prices in percent.
    private func agrees(_ amount: Money) throws -> Bool {
        let (price, units) = (try UnitsText.read(self.price), try UnitsText.read(self.units))
        // The last digit of a price is rounded; zeros at its end may be left out. Units are rounded where they have decimals.
        let priceError = Self.half(max(Self.places(self.price), 2))
        let unitsError = self.units.contains(".") ? Self.half(Self.places(self.units)) : .zero
        let amountError = Self.half(max(amount.grain, currency.minorUnit)) * Ratio(2)
        let product = price * units
        let productError = units * priceError + price * unitsError + priceError * unitsError
        for part in [Ratio.one, Ratio(1, over: 100) ?? .one] {
            let (middle, error) = (product * part, productError * part + amountError)
            if middle - error <= amount.ratio, amount.ratio <= middle + error { return true }
        }
        return false
    }

    private func differs(_ amount: Money, _ name: String) throws -> RowRefusal {
        let product = try UnitsText.read(price) * UnitsText.read(units)
        let shown = try Money(rounding: product, places: currency.minorUnit, currency)
        return RowRefusal("\(units) × \(price) is \(shown), and the \(name) is \(amount).")
    }

    private static func places(_ digits: String) -> Int {
        digits.firstIndex(of: ".").map { digits.distance(from: $0, to: digits.endIndex) - 1 } ?? 0
    }

    /// Half of the last of a number of decimal places.
    private static func half(_ places: Int) -> Ratio {
        (0..<min(places, 30)).reduce(Ratio(1, over: 2) ?? .one) { half, _ in half * (Ratio(1, over: 10) ?? .one) }
    }
}
