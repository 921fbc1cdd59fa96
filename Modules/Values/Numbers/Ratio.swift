/// An exact rational number: a rate, a share, a degree of progress. Never rounded until it is shown.
public struct Ratio: Sendable {
    let numerator: BigInteger
    /// Always positive. Not necessarily in lowest terms: most results are rounded once and thrown away.
    let denominator: BigInteger

    init(numerator: BigInteger, denominator: BigInteger) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// 0.
    public static let zero = Ratio(0)
    /// 1.
    public static let one = Ratio(1)

    /// A whole number.
    public init(_ whole: Int128) {
        self.init(numerator: BigInteger(whole), denominator: .one)
    }

    /// `numerator` ÷ `denominator`; nil when the denominator is 0.
    public init?(_ numerator: Int128, over denominator: Int128) {
        guard denominator != 0 else { return nil }
        let top = BigInteger(numerator)
        let bottom = BigInteger(denominator)
        self.init(numerator: bottom.isNegative ? top.negated : top, denominator: bottom.magnitude)
    }

    /// Reads a decimal number, with an exponent if need be (`0.5`, `-12`, `1.23e-10`), keeping every digit.
    ///
    /// - Throws: ``NumberError`` for anything else, for more than 100 digits, and for exponents beyond ±100.
    public init(decimal text: String) throws(NumberError) {
        guard let parts = DecimalText.parse(text, allowingExponent: true) else { throw .notANumber(text) }
        guard parts.digits.count <= 100, abs(parts.exponent) <= 100 else { throw .outOfRange(text) }
        let digits = BigInteger(digits: parts.digits) ?? .zero
        let signed = parts.isNegative ? digits.negated : digits
        if parts.exponent >= 0 {
            self.init(numerator: signed * .powerOfTen(parts.exponent), denominator: .one)
        } else {
            self.init(numerator: signed, denominator: .powerOfTen(-parts.exponent))
        }
    }

    /// Whether the number is 0.
    public var isZero: Bool { numerator.isZero }
    /// Whether the number is greater than 0.
    public var isPositive: Bool { !numerator.isZero && !numerator.isNegative }
    /// Whether the number is less than 0.
    public var isNegative: Bool { numerator.isNegative }

    /// 1 ÷ the number; nil for 0.
    public var reciprocal: Ratio? {
        guard !isZero else { return nil }
        return Ratio(
            numerator: isNegative ? denominator.negated : denominator, denominator: numerator.magnitude)
    }

    /// The quotient; nil when the divisor is 0.
    public func divided(by divisor: Ratio) -> Ratio? { divisor.reciprocal.map { self * $0 } }

    /// The same number in lowest terms: which pays off for a number that is kept and multiplied often.
    public var reduced: Ratio {
        if denominator == .one { return self }
        let common = BigInteger.greatestCommonDivisor(numerator, denominator)
        guard common > .one else { return self }
        return Ratio(
            numerator: numerator.flooredDivision(by: common).quotient,
            denominator: denominator.flooredDivision(by: common).quotient)
    }

    /// Numerator and positive denominator in lowest terms, for work on many whole numbers at once; nil when one of them
    /// does not fit.
    package var terms: (numerator: Int128, denominator: Int128)? {
        let lowest = reduced
        guard let top = lowest.numerator.int128, let bottom = lowest.denominator.int128 else { return nil }
        return (top, bottom)
    }

    /// The number where it is a whole one from 0 to 2^64 - 1; else nil.
    var word: UInt? { denominator == .one ? numerator.word : nil }

    /// The nearest whole number in the direction of `rounding`; nil when it has more than 38 digits.
    public func rounded(_ rounding: Rounding) -> Int128? { scaled(places: 0, rounding).int128 }

    /// number × 10^places, rounded to a whole number.
    func scaled(places: Int, _ rounding: Rounding) -> BigInteger {
        let top = places > 0 ? numerator * .powerOfTen(places) : numerator
        let (floor, rest) = denominator == .one ? (top, .zero) : top.flooredDivision(by: denominator)
        if rest.isZero { return floor }
        switch rounding {
        case .down: return floor
        case .up: return floor + .one
        case .halfEven:
            let twice = rest + rest
            if twice == denominator { return floor.isOdd ? floor + .one : floor }
            return twice > denominator ? floor + .one : floor
        }
    }
}

extension Ratio: Comparable, Hashable {
    /// Equal as numbers, whatever their terms.
    public static func == (left: Ratio, right: Ratio) -> Bool {
        if left.denominator == right.denominator { return left.numerator == right.numerator }
        return left.numerator * right.denominator == right.numerator * left.denominator
    }

    /// Hashes the lowest terms, so that equal numbers hash alike.
    public func hash(into hasher: inout Hasher) {
        let lowest = reduced
        hasher.combine(lowest.numerator)
        hasher.combine(lowest.denominator)
    }

    /// Order as numbers.
    public static func < (left: Ratio, right: Ratio) -> Bool {
        if left.denominator == right.denominator { return left.numerator < right.numerator }
        return left.numerator * right.denominator < right.numerator * left.denominator
    }

    /// The exact sum.
    public static func + (left: Ratio, right: Ratio) -> Ratio {
        if left.denominator == right.denominator {
            return Ratio(numerator: left.numerator + right.numerator, denominator: left.denominator)
        }
        // The least common denominator keeps long sums from growing without need.
        let common = BigInteger.greatestCommonDivisor(left.denominator, right.denominator)
        let leftFactor = right.denominator.flooredDivision(by: common).quotient
        let rightFactor = left.denominator.flooredDivision(by: common).quotient
        return Ratio(
            numerator: left.numerator * leftFactor + right.numerator * rightFactor,
            denominator: left.denominator * leftFactor)
    }

    /// The exact difference.
    public static func - (left: Ratio, right: Ratio) -> Ratio {
        left + Ratio(numerator: right.numerator.negated, denominator: right.denominator)
    }

    /// The exact product.
    public static func * (left: Ratio, right: Ratio) -> Ratio {
        Ratio(numerator: left.numerator * right.numerator, denominator: left.denominator * right.denominator)
    }
}

extension Ratio {
    /// Decimal text with at most `places` digits behind the point, rounded, without zeros at the end.
    public func decimalString(places: Int, rounding: Rounding) -> String {
        if denominator == .one { return isNegative ? "-" + numerator.digits : numerator.digits }
        let scaled = scaled(places: places, rounding)
        let text = DecimalText.withoutTrailingZeros(DecimalText.insertPoint(in: scaled.digits, places: places))
        return scaled.isNegative ? "-" + text : text
    }

    /// Decimal text with all digits, where there are at most `places` behind the point; nil where there are more.
    package func exactString(places: Int) -> String? {
        if denominator == .one { return isNegative ? "-" + numerator.digits : numerator.digits }
        let lowest = reduced
        for count in 0...places {
            let (factor, rest) = BigInteger.powerOfTen(count).flooredDivision(by: lowest.denominator)
            guard rest.isZero else { continue }
            let text = DecimalText.insertPoint(in: (lowest.numerator * factor).digits, places: count)
            return isNegative ? "-" + text : text
        }
        return nil
    }

    /// Decimal text with at most `digits` significant digits, half-even, without zeros at the end: how rates are shown.
    /// Digits before the point are all kept, however many there are.
    public func significantString(digits: Int) -> String {
        guard !isZero else { return "0" }
        let whole = numerator.magnitude.flooredDivision(by: denominator).quotient
        if !whole.isZero { return decimalString(places: max(0, digits - whole.digits.utf8.count), rounding: .halfEven) }
        var leadingZeros = denominator.digits.utf8.count - numerator.digits.utf8.count
        if numerator.magnitude * .powerOfTen(leadingZeros) >= denominator { leadingZeros -= 1 }
        return decimalString(places: leadingZeros + digits, rounding: .halfEven)
    }
}
