/// The exact product of two 128-bit numbers, in 256 bits.
struct WideProduct: Comparable {
    private let high: UInt128
    private let low: UInt128

    init(_ left: UInt128, _ right: UInt128) { (high, low) = left.multipliedFullWidth(by: right) }

    static func < (left: WideProduct, right: WideProduct) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }

    /// Quotient, which has to fit in 128 bits, and remainder.
    func divided(by divisor: UInt128) -> (quotient: UInt128, remainder: UInt128) {
        // The common case takes the quick path.
        high == 0 ? low.quotientAndRemainder(dividingBy: divisor) : divisor.dividingFullWidth((high, low))
    }
}

/// A fraction with a sign; the denominator is positive.
struct Fraction {
    let numerator: Int128
    let denominator: Int128

    static func < (left: Fraction, right: Fraction) -> Bool { compare(left, right) < 0 }

    /// Negative when the left one is less, 0 when both are equal.
    static func compare(_ left: Fraction, _ right: Fraction) -> Int {
        let a = left.numerator.multipliedFullWidth(by: right.denominator)
        let b = right.numerator.multipliedFullWidth(by: left.denominator)
        if a.high != b.high { return a.high < b.high ? -1 : 1 }
        return a.low == b.low ? 0 : a.low < b.low ? -1 : 1
    }
}
