/// A fraction of two paper-and-pencil integers, never reduced: what exact rationals are checked against.
package struct SlowFraction: Equatable {
    package let top: SlowInteger
    /// Positive.
    package let bottom: SlowInteger

    package init(_ top: SlowInteger, over bottom: SlowInteger = SlowInteger(1)) {
        (self.top, self.bottom) = bottom.isNegative ? (-top, -bottom) : (top, bottom)
    }

    /// Reads a plain decimal: `-12.50`.
    package init(decimal text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        self.init(SlowInteger(text: parts[0] + fraction), over: .powerOfTen(fraction.utf8.count))
    }

    package static func == (left: SlowFraction, right: SlowFraction) -> Bool {
        left.top * right.bottom == right.top * left.bottom
    }

    package static func < (left: SlowFraction, right: SlowFraction) -> Bool {
        left.top * right.bottom < right.top * left.bottom
    }

    package static func + (left: SlowFraction, right: SlowFraction) -> SlowFraction {
        SlowFraction(left.top * right.bottom + right.top * left.bottom, over: left.bottom * right.bottom)
    }

    package static func - (left: SlowFraction, right: SlowFraction) -> SlowFraction {
        SlowFraction(left.top * right.bottom - right.top * left.bottom, over: left.bottom * right.bottom)
    }

    package static func * (left: SlowFraction, right: SlowFraction) -> SlowFraction {
        SlowFraction(left.top * right.top, over: left.bottom * right.bottom)
    }

    /// The divisor is not 0.
    package static func / (left: SlowFraction, right: SlowFraction) -> SlowFraction {
        SlowFraction(left.top * right.bottom, over: left.bottom * right.top)
    }

    package var floor: SlowInteger { top.floorDivided(by: bottom).quotient }

    package var ceiling: SlowInteger { -SlowFraction(-top, over: bottom).floor }

    /// The nearest whole number, a tie to the even one.
    package var nearestEven: SlowInteger {
        let low = floor
        let half = SlowFraction(SlowInteger(1), over: SlowInteger(2))
        let rest = self - SlowFraction(low)
        if rest == half { return low.isEven ? low : low + SlowInteger(1) }
        return rest < half ? low : low + SlowInteger(1)
    }
}
