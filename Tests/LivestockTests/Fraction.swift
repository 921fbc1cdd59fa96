/// An exact fraction in lowest terms, reckoned as on paper: the slow model's own numbers.
struct Fraction: Hashable, Comparable {
    let top: Int128
    let bottom: Int128

    init(_ top: Int128, over bottom: Int128 = 1) {
        var (a, b) = (top.magnitude, bottom.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        let common = max(1, Int128(a))
        let sign: Int128 = bottom < 0 ? -1 : 1
        (self.top, self.bottom) = (sign * top / common, sign * bottom / common)
    }

    static func + (left: Fraction, right: Fraction) -> Fraction {
        let common = Fraction(left.bottom, over: right.bottom)
        return Fraction(left.top * common.bottom + right.top * common.top, over: left.bottom * common.bottom)
    }

    static func - (left: Fraction, right: Fraction) -> Fraction { left + Fraction(-right.top, over: right.bottom) }

    static func * (left: Fraction, right: Fraction) -> Fraction {
        // Shortened crosswise first, so that the products stay small.
        let (a, b) = (Fraction(left.top, over: right.bottom), Fraction(right.top, over: left.bottom))
        return Fraction(a.top * b.top, over: a.bottom * b.bottom)
    }

    static func / (left: Fraction, right: Fraction) -> Fraction { left * Fraction(right.bottom, over: right.top) }

    static func < (left: Fraction, right: Fraction) -> Bool { (left - right).top < 0 }

    /// The nearest multiple of 1 ÷ 10^places, a tie to the even one.
    func rounded(places: Int) -> Fraction {
        let scale = (0..<places).reduce(Int128(1)) { scale, _ in scale * 10 }
        let scaled = self * Fraction(scale)
        var floor = scaled.top / scaled.bottom
        if scaled.top < 0, floor * scaled.bottom != scaled.top { floor -= 1 }
        let rest = scaled - Fraction(floor)
        let half = Fraction(1, over: 2)
        if half < rest || rest == half && floor % 2 != 0 { floor += 1 }
        return Fraction(floor, over: scale)
    }
}
