/// A share of a balance: above 0 and at most 100 percent, in steps of a ten-thousandth of a percent.
public struct Share: Sendable, Hashable {
    /// Ten-thousandths of a percent: 60 % is 600,000.
    public let units: Int

    /// All of it, in ten-thousandths of a percent.
    public static let wholeUnits = 1_000_000
    /// All of it.
    public static let whole = Share(valid: wholeUnits)

    private init(valid units: Int) {
        self.units = units
    }

    /// A share of `units` ten-thousandths of a percent.
    ///
    /// - Throws: ``ShareError/outOfRange(_:)``.
    public init(units: Int) throws(ShareError) {
        guard (1...Share.wholeUnits).contains(units) else { throw .outOfRange(Share.text(units)) }
        self.units = units
    }

    /// Reads `60%`, `60 %` or `33.3333%`; the sign may be left out. The space may be one that does not break lines.
    ///
    /// - Throws: ``ShareError``.
    public init(_ text: String) throws(ShareError) {
        var number = text
        if number.last == "%" {
            number.removeLast()
            if let last = number.last, " \u{A0}\u{202F}".contains(last) { number.removeLast() }
        }
        guard let parts = DecimalText.parse(number, allowingExponent: false), parts.digits.count <= 30 else {
            throw .notAShare(text)
        }
        var digits = parts.digits
        var places = -parts.exponent
        while places > 0, digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            places -= 1
        }
        guard places <= 4 else { throw .tooPrecise(text) }
        guard digits.count <= 9, !parts.isNegative else { throw .outOfRange(text) }
        var units = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        for _ in places..<4 { units *= 10 }
        guard (1...Share.wholeUnits).contains(units) else { throw .outOfRange(text) }
        self.units = units
    }

    /// Equal shares in hundredths of a percent, which sum to exactly 100 %: the first ones are larger where that takes it.
    ///
    /// - Parameter count: their number; there are no more than 10,000.
    package static func even(_ count: Int) -> [Share] {
        let count = max(0, min(count, 10_000))
        return (0..<count).map { place in
            Share(valid: (10_000 / count + (place < 10_000 % count ? 1 : 0)) * 100)
        }
    }

    /// The share as a number: 60 % is 0.6.
    public var ratio: Ratio {
        Ratio(numerator: BigInteger(Int128(units)), denominator: BigInteger(Int128(Share.wholeUnits)))
    }

    private static func text(_ units: Int) -> String {
        let digits = DecimalText.insertPoint(in: String(units.magnitude), places: 4)
        return (units < 0 ? "-" : "") + DecimalText.withoutTrailingZeros(digits) + "%"
    }
}

extension Share: CustomStringConvertible {
    /// "60%", "33.3333%".
    public var description: String { Share.text(units) }
}

/// Why something is not a share.
public enum ShareError: Problem, Equatable {
    /// Not a percentage; the text as given.
    case notAShare(String)
    /// Not above 0 and at most 100 percent; the text as given.
    case outOfRange(String)
    /// More than four decimals of a percent; the text as given.
    case tooPrecise(String)

    /// What is wrong, as a sentence with what is accepted.
    public var description: String {
        switch self {
        case .notAShare(let text): "'\(text.printable)' is not a share. Write a percentage, as in 60% or 33.3333%."
        case .outOfRange(let text):
            "A share of \(text.printable) is not possible: it has to be above 0% and at most 100%."
        case .tooPrecise(let text):
            "The share \(text.printable) is too precise: at most 4 decimals of a percent are kept."
        }
    }
}

extension ShareError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .notAShare: "share.notAShare"
        case .outOfRange: "share.outOfRange"
        case .tooPrecise: "share.tooPrecise"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind { .usage }

    /// One of each case.
    public static var examples: [ShareError] {
        [.notAShare("half"), .outOfRange("120%"), .tooPrecise("33.33333%")]
    }
}
