public import Models

/// How far a flexible payment may be lowered and raised, as parts of what is required.
public struct FlexBounds: Sendable, Hashable {
    /// Half to one and a half times what is required.
    public static let standard = FlexBounds(lower: Scale(1, over: 2), upper: Scale(3, over: 2))

    /// The smallest part.
    public var lower: Ratio { lowerScale.ratio }
    /// The largest part.
    public var upper: Ratio { upperScale.ratio }

    private let lowerScale: Scale
    private let upperScale: Scale

    private init(lower: Scale, upper: Scale) {
        lowerScale = lower
        upperScale = upper
    }

    /// Bounds with 0 ≤ lower ≤ 1 ≤ upper ≤ 2.
    ///
    /// - Throws: ``FlexError/badBounds(lower:upper:)``, ``FlexError/boundTooPrecise(_:)``.
    public init(lower: Ratio, upper: Ratio) throws(FlexError) {
        guard !lower.isNegative, lower <= .one, upper >= .one, upper <= Ratio(2) else {
            throw .badBounds(lower: lower, upper: upper)
        }
        guard let lowerScale = Scale(lower) else { throw .boundTooPrecise(lower) }
        guard let upperScale = Scale(upper) else { throw .boundTooPrecise(upper) }
        self.init(lower: lowerScale, upper: upperScale)
    }

    /// The smallest payment while none has to go below it: lower × required, rounded down.
    func floor(of required: Int128) -> Int128 { lowerScale.product(required).floor }

    /// The largest payment: upper × required, rounded up, and never more than what remains.
    func cap(of required: Int128, remaining: Int128) -> Int128 {
        let (floor, isExact) = upperScale.product(required)
        return min(isExact ? floor : floor + 1, remaining)
    }
}

/// A part in whole numbers: amounts are multiplied by it without arbitrary precision.
private struct Scale: Sendable, Hashable {
    private let numerator: UInt128
    private let denominator: UInt128

    init(_ numerator: UInt128, over denominator: UInt128) {
        self.numerator = numerator
        self.denominator = denominator
    }

    init?(_ ratio: Ratio) {
        guard let terms = ratio.terms else { return nil }
        self.init(terms.numerator.magnitude, over: terms.denominator.magnitude)
    }

    var ratio: Ratio { Ratio(Int128(numerator), over: Int128(denominator)) ?? .zero }

    func product(_ amount: Int128) -> (floor: Int128, isExact: Bool) {
        let (quotient, remainder) = WideProduct(amount.magnitude, numerator).divided(by: denominator)
        return (Int128(quotient), remainder == 0)
    }
}
