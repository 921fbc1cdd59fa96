package import Values

/// The division of a rounded total among its exact parts (G5): each is rounded down, toward −∞, and the missing units go to the
/// largest fractions; ties go to the earlier part.
package enum Apportionment {
    /// Whole minor units for each part.
    ///
    /// - Parameters:
    ///   - total: whole units that the parts sum to; between the sum of all parts rounded down and that of all rounded up, whatever the
    ///     order of the parts.
    ///   - parts: exact amounts in units.
    package static func divide(_ total: Int128, among parts: [Ratio]) -> [Int128] {
        var units = parts.map { $0.rounded(.down) ?? 0 }
        let missing = Int(total - units.reduce(0, +))
        guard missing > 0 else { return units }
        let fractions = zip(parts, units).map { $0 - Ratio($1) }
        let order = parts.indices.sorted { left, right in
            fractions[left] == fractions[right] ? left < right : fractions[left] > fractions[right]
        }
        for index in order.prefix(missing) { units[index] += 1 }
        return units
    }
}

extension Ratio {
    /// The number in minor units of a currency.
    func minorUnits(of currency: Currency) -> Ratio { self * Ratio(powerOfTen(currency.minorUnit)) }
}

/// 10 to a small power.
private func powerOfTen(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }
