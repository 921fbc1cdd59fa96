extension Money {
    /// Splits the amount, rounded down to minor units, into parts in proportion to `weights` by largest remainder (M3):
    /// the parts sum exactly to it, and a tie goes to the earlier part.
    ///
    /// Weights are not negative. With no positive weight every part is zero.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func split(by weights: [Ratio]) throws(MoneyError) -> [Money] {
        try rounded(.down).exact.split(by: weights)
    }

    /// Splits the amount, in whole minor units, into `count` parts that differ by at most one minor unit, larger ones
    /// first (R3). The count is at least 1 and the amount not negative.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func splitEvenly(into count: Int) throws(MoneyError) -> [Money] {
        let (share, rest) = try minorUnits(.down).quotientAndRemainder(dividingBy: Int128(count))
        let smaller = try Money(minorUnits: share, currency)
        let larger = rest == 0 ? smaller : try Money(minorUnits: share + 1, currency)
        return (0..<count).map { $0 < rest ? larger : smaller }
    }

    /// Largest-remainder apportionment of `total` whole units; ties go to the earlier index.
    package static func largestRemainder(_ total: Int128, weights: [Ratio]) -> [Int128] {
        if let parts = shortRemainders(total, weights) { return parts }
        // No part is larger than the total.
        return largestRemainder(of: Ratio(total), units: BigInteger(total), weights: weights).map { $0.int128 ?? 0 }
    }

    /// The same apportionment of a usual total by whole numbers, without numbers of any size; nil for others.
    private static func shortRemainders(_ total: Int128, _ weights: [Ratio]) -> [Int128]? {
        guard let total = UInt(exactly: total) else { return nil }
        var words: [UInt] = []
        words.reserveCapacity(weights.count)
        var sum: UInt = 0
        for weight in weights {
            guard let word = weight.word else { return nil }
            let (next, overflow) = sum.addingReportingOverflow(word)
            guard !overflow else { return nil }
            sum = next
            words.append(word)
        }
        guard sum > 0 else { return nil }
        // No weight is larger than the sum, so no part is larger than the total.
        var parts = words.map { sum.dividingFullWidth(total.multipliedFullWidth(by: $0)) }
        let missing = total - parts.reduce(0) { $0 + $1.quotient }
        if missing > 0 {
            let order = parts.indices.sorted { left, right in
                parts[left].remainder == parts[right].remainder
                    ? left < right : parts[left].remainder > parts[right].remainder
            }
            for index in order.prefix(Int(missing)) { parts[index].quotient += 1 }
        }
        return parts.map { Int128($0.quotient) }
    }

    /// Apportionment of the whole `units` of `total`, of which a fraction may be left that nobody gets.
    fileprivate static func largestRemainder(of total: Ratio, units: BigInteger, weights: [Ratio]) -> [BigInteger] {
        let sum = weights.reduce(Ratio.zero, +)
        guard sum.isPositive, let unit = total.divided(by: sum) else { return weights.map { _ in .zero } }
        let exact = weights.map { $0 * unit }
        var parts = exact.map { $0.scaled(places: 0, .down) }
        let missing = units - parts.reduce(.zero, +)
        let remainders = exact.indices.map { exact[$0] - Ratio(numerator: parts[$0], denominator: .one) }
        let order = exact.indices.sorted { left, right in
            remainders[left] == remainders[right] ? left < right : remainders[left] > remainders[right]
        }
        // Fewer than there are parts.
        for index in order.prefix(Int(missing.int128 ?? 0)) { parts[index] = parts[index] + .one }
        return parts
    }
}

extension ExactAmount {
    /// Splits the amount into parts in minor units in proportion to `weights` by largest remainder (M3): they sum to the
    /// amount rounded down, and a tie goes to the earlier part.
    ///
    /// Parts are measured against the exact amount, so that one which is whole minor units is exactly that. Weights are not
    /// negative. With no positive weight every part is zero.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    public func split(by weights: [Ratio]) throws(MoneyError) -> [Money] {
        // What a single part takes needs no comparison.
        if weights.count == 1, weights[0].isPositive { return [try rounded(.down)] }
        let scale = Ratio(numerator: .powerOfTen(currency.minorUnit), denominator: .one)
        let units = value.scaled(places: currency.minorUnit, .down)
        var parts: [Money] = []
        for part in Money.largestRemainder(of: value * scale, units: units, weights: weights) {
            parts.append(try Money(minorUnits: part, currency))
        }
        return parts
    }
}
