extension Money {
    /// How many places the amount is split and shared in: those of the minor unit, or its own where they are more.
    package var grain: Int { max(currency.minorUnit, places <= currency.minorUnit ? 0 : normalized.places) }

    /// An exact number of a currency's units, rounded half-even to some places.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)`` where it has more digits than are kept.
    package init(rounding value: Ratio, places: Int, _ currency: Currency) throws(MoneyError) {
        guard let units = value.scaled(places: places, .halfEven).int128, units.magnitude < Money.limit else {
            throw .tooLarge(currency)
        }
        self.init(coefficient: units, places: places, currency: currency)
    }

    /// The part of the amount that `part` of `whole` units have, rounded half-even in its grain; all of it for all of them.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    package func part(_ part: Ratio, of whole: Ratio) throws(MoneyError) -> Money {
        if let part = shortPart(part, of: whole) { return part }
        guard part != whole, let share = part.divided(by: whole) else { return self }
        return try Money(rounding: ratio * share, places: grain, currency)
    }

    /// The same part of a usual amount for whole numbers of units, without numbers of any size; nil for others.
    private func shortPart(_ part: Ratio, of whole: Ratio) -> Money? {
        guard let part = part.word, let whole = whole.word, whole > 0, coefficient >= 0,
            let coefficient = UInt(exactly: coefficient)
        else { return nil }
        if part == whole { return self }
        let grain = grain
        guard grain >= places, grain - places < 10 else { return nil }
        let (units, overflow) = coefficient.multipliedReportingOverflow(by: UInt(Money.power(grain - places)))
        guard !overflow else { return nil }
        let product = units.multipliedFullWidth(by: part)
        // The quotient is below 2^64.
        guard product.high < whole else { return nil }
        let (floor, rest) = whole.dividingFullWidth(product)
        let isUp = rest > whole - rest || rest == whole - rest && floor & 1 == 1
        return Money(coefficient: Int128(floor) + (isUp ? 1 : 0), places: grain, currency: currency)
    }

    /// Splits the amount in its grain in proportion to weights by largest remainder (M3): the parts sum exactly to it, and a tie
    /// goes to the earlier part. Without a positive weight every part is zero.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    package func splitInGrain(by weights: [Ratio]) throws(MoneyError) -> [Money] {
        if weights.count == 1 { return weights[0].isPositive ? [self] : [.zero(currency)] }
        let grain = grain
        let (units, overflow) = normalized.coefficient.multipliedReportingOverflow(
            by: Money.power(grain - normalized.places))
        guard !overflow, units.magnitude < Money.limit else { throw .tooLarge(currency) }
        return Money.largestRemainder(units, weights: weights).map {
            Money(coefficient: $0, places: grain, currency: currency)
        }
    }
}
