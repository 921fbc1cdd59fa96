import TestSupport

extension SlowFraction {
    static let zero = SlowFraction(SlowInteger(0))

    /// The larger of two.
    static func larger(_ left: SlowFraction, _ right: SlowFraction) -> SlowFraction { left < right ? right : left }

    /// The whole units of a currency with so many places that are in it, rounded down.
    func units(places: Int) -> Int128 {
        Int128((self * SlowFraction(.powerOfTen(places))).floor.description) ?? 0
    }
}

extension Int128 {
    /// A count of units of a currency with so many places, as an amount.
    func amount(places: Int) -> String {
        let digits = String(self)
        guard places > 0 else { return digits }
        let padded = String(repeating: "0", count: Swift.max(places + 1 - digits.count, 0)) + digits
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }
}
