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

    /// The quotient, as far as a number has digits.
    var approximate: Double { numerator.approximate / denominator.approximate }

    static func < (left: Fraction, right: Fraction) -> Bool { compare(left, right) < 0 }

    /// Negative when the left one is less, 0 when both are equal.
    static func compare(_ left: Fraction, _ right: Fraction) -> Int {
        // Amounts of everyday size are compared several times as fast.
        if let topLeft = Int64(exactly: left.numerator), let topRight = Int64(exactly: right.numerator),
            let bottomLeft = Int64(exactly: left.denominator), let bottomRight = Int64(exactly: right.denominator)
        {
            let a = Int128(topLeft) * Int128(bottomRight)
            let b = Int128(topRight) * Int128(bottomLeft)
            return a == b ? 0 : a < b ? -1 : 1
        }
        let a = left.numerator.multipliedFullWidth(by: right.denominator)
        let b = right.numerator.multipliedFullWidth(by: left.denominator)
        if a.high != b.high { return a.high < b.high ? -1 : 1 }
        return a.low == b.low ? 0 : a.low < b.low ? -1 : 1
    }
}

extension Int128 {
    /// The number, as far as a floating-point number has digits. The standard conversion goes through generic code, which takes
    /// many times as long.
    var approximate: Double {
        if let small = Int64(exactly: self) { return Double(small) }
        return Double(Int64(truncatingIfNeeded: self >> 64)) * 0x1p64 + Double(UInt64(truncatingIfNeeded: self))
    }
}
