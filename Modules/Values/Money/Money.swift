/// An exact decimal amount in one currency.
///
/// Amounts keep all their digits (M1): an amount may have more places than its currency's minor unit. Arithmetic is exact
/// or throws; amounts in different currencies never combine (M2).
///
/// ```swift
/// let price = try Money("19.99", .eur)
/// let total = try price.adding(Money("0.01", .eur))
/// total  // 20.00 EUR
/// ```
public struct Money: Sendable {
    /// The most digits an amount may have in all.
    public static let maximumDigits = 38
    /// The most digits an amount may have behind the point.
    public static let maximumPlaces = 30

    static let limit: UInt128 = 100_000_000_000_000_000_000_000_000_000_000_000_000

    /// The currency of the amount.
    public let currency: Currency
    /// The amount is `coefficient` ÷ 10^`places`; zeros at the end are not significant.
    let coefficient: Int128
    let places: Int

    init(coefficient: Int128, places: Int, currency: Currency) {
        self.coefficient = coefficient
        self.places = places
        self.currency = currency
    }

    /// Nothing, in `currency`.
    public static func zero(_ currency: Currency) -> Money { Money(coefficient: 0, places: 0, currency: currency) }

    /// Reads `1234.50` or `-3`: ASCII digits and one point, nothing else.
    ///
    /// - Throws: ``NumberError`` for any other text and for more digits than are kept.
    public init(_ text: String, _ currency: Currency) throws(NumberError) {
        var copy = text
        if let short = copy.withUTF8({ Money(short: UnsafeRawBufferPointer($0), currency) }) {
            self = short
            return
        }
        guard let parts = DecimalText.parse(text, allowingExponent: false) else { throw .notANumber(text) }
        var digits = parts.digits
        var places = -parts.exponent
        while places > 0, digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            places -= 1
        }
        if digits.isEmpty { places = 0 }
        guard digits.count <= Money.maximumDigits, places <= Money.maximumPlaces else { throw .outOfRange(text) }
        let magnitude = digits.reduce(Int128(0)) { $0 * 10 + Int128($1 - 0x30) }
        self.init(coefficient: parts.isNegative ? -magnitude : magnitude, places: places, currency: currency)
    }

    /// The same number of another currency's units, which is no conversion: for a commodity that stands for the currency.
    package func counted(in other: Currency) -> Money {
        Money(coefficient: coefficient, places: places, currency: other)
    }

    /// Reads an amount as a person enters it: like `init(_:_:)`, but what may be written with a thousands separator, as
    /// `3.600` for 3600, is refused in currencies that do not have three decimals.
    ///
    /// - Throws: ``NumberError``.
    public init(entered text: String, _ currency: Currency) throws(NumberError) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == "-" }
        if currency.isFiat, currency.minorUnit != 3, parts.count == 2, parts[1].count == 3, whole.first != "0",
            (1...3).contains(whole.count)
        {
            // What is no number at all is refused for that.
            _ = try Money(text, currency)
            throw .ambiguous(text)
        }
        try self.init(text, currency)
    }

    /// Reads the same text from its bytes; nil for any that `init(_:_:)` refuses.
    package init?(utf8 bytes: UnsafeRawBufferPointer, _ currency: Currency) {
        if let short = Money(short: bytes, currency) {
            self = short
        } else if let long = try? Money(String(decoding: bytes, as: UTF8.self), currency) {
            self = long
        } else {
            return nil
        }
    }

    private init?(short bytes: UnsafeRawBufferPointer, _ currency: Currency) {
        guard let (coefficient, places) = DecimalText.parseShort(bytes) else { return nil }
        self.init(coefficient: Int128(coefficient), places: places, currency: currency)
    }

    /// A whole number of minor units: 1250 in USD is 12.50.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)`` beyond ``maximumDigits``.
    public init(minorUnits: Int128, _ currency: Currency) throws(MoneyError) {
        guard minorUnits.magnitude < Money.limit else { throw .tooLarge(currency) }
        self.init(coefficient: minorUnits, places: currency.minorUnit, currency: currency)
    }

    /// A whole number of minor units of any size: one that has too many digits may fit without the zeros at its end.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)`` when it does not.
    init(minorUnits: BigInteger, _ currency: Currency) throws(MoneyError) {
        if let units = minorUnits.int128, units.magnitude < Money.limit {
            self.init(coefficient: units, places: currency.minorUnit, currency: currency)
            return
        }
        let digits = DecimalText.insertPoint(in: minorUnits.digits, places: currency.minorUnit)
        guard let amount = try? Money(minorUnits.isNegative ? "-\(digits)" : digits, currency) else {
            throw .tooLarge(currency)
        }
        self = amount
    }

    /// The amount in whole minor units of its currency.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)`` when the number does not fit.
    public func minorUnits(_ rounding: Rounding) throws(MoneyError) -> Int128 {
        let shift = currency.minorUnit - places
        if shift == 0 { return coefficient }
        if shift > 0 {
            let (product, overflow) = coefficient.multipliedReportingOverflow(by: Money.power(shift))
            guard !overflow, product.magnitude < Money.limit else { throw .tooLarge(currency) }
            return product
        }
        guard let units = Ratio(coefficient, over: Money.power(-shift))?.rounded(rounding) else {
            throw .tooLarge(currency)
        }
        return units
    }

    /// The amount rounded to whole minor units.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)`` when it does not fit.
    public func rounded(_ rounding: Rounding) throws(MoneyError) -> Money {
        places <= currency.minorUnit ? self : try Money(minorUnits: minorUnits(rounding), currency)
    }

    /// Whether the amount has no digits beyond the minor unit.
    public var isWholeMinorUnits: Bool { normalized.places <= currency.minorUnit }

    /// Whether the amount is 0.
    public var isZero: Bool { coefficient == 0 }
    /// Whether the amount is greater than 0.
    public var isPositive: Bool { coefficient > 0 }
    /// Whether the amount is less than 0.
    public var isNegative: Bool { coefficient < 0 }

    /// The amount with the other sign.
    public var negated: Money { Money(coefficient: -coefficient, places: places, currency: currency) }

    /// The amount as an exact number without its currency.
    public var ratio: Ratio {
        Ratio(numerator: BigInteger(coefficient), denominator: .powerOfTen(places))
    }

    /// The amount, unrounded, ready to be converted and summed.
    public var exact: ExactAmount { ExactAmount(ratio, currency) }

    /// The sum of two amounts in the same currency.
    ///
    /// - Throws: ``MoneyError``.
    public func adding(_ other: Money) throws(MoneyError) -> Money {
        guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
        guard let (left, right, places) = Money.aligned(self, other) else { return try longSum(other) }
        let (sum, overflow) = left.addingReportingOverflow(right)
        guard !overflow, sum.magnitude < Money.limit else { return try longSum(other) }
        return Money(coefficient: sum, places: places, currency: currency)
    }

    /// A sum that is too long on the way, but may be short enough without the zeros at its end.
    private func longSum(_ other: Money) throws(MoneyError) -> Money {
        let text = (ratio + other.ratio).decimalString(places: Money.maximumPlaces, rounding: .down)
        guard let sum = try? Money(text, currency) else { throw .tooLarge(currency) }
        return sum
    }

    /// The difference of two amounts in the same currency.
    ///
    /// - Throws: ``MoneyError``.
    public func subtracting(_ other: Money) throws(MoneyError) -> Money { try adding(other.negated) }

    /// Whether the amount is less than another in the same currency.
    ///
    /// - Throws: ``MoneyError/currencyMismatch(_:_:)``.
    public func isLess(than other: Money) throws(MoneyError) -> Bool {
        guard currency == other.currency else { throw .currencyMismatch(currency, other.currency) }
        if places == other.places { return coefficient < other.coefficient }
        return ratio < other.ratio
    }

    /// The sum of amounts in one currency; zero for none.
    ///
    /// - Throws: ``MoneyError``.
    public static func sum(_ amounts: some Sequence<Money>, in currency: Currency) throws(MoneyError) -> Money {
        var total = Money.zero(currency)
        for amount in amounts { total = try total.adding(amount) }
        return total
    }

    // MARK: - Representation

    private static let powers: [Int128] = {
        var powers: [Int128] = [1]
        for _ in 0..<38 { powers.append(powers[powers.count - 1] * 10) }
        return powers
    }()

    static func power(_ exponent: Int) -> Int128 { powers[exponent] }

    /// Both coefficients at the same number of places; nil when one of them overflows.
    private static func aligned(_ left: Money, _ right: Money) -> (Int128, Int128, Int)? {
        if left.places == right.places { return (left.coefficient, right.coefficient, left.places) }
        if left.isZero { return (0, right.coefficient, right.places) }
        if right.isZero { return (left.coefficient, 0, left.places) }
        let (left, right) = (left.normalized, right.normalized)
        let places = max(left.places, right.places)
        let (a, overflow1) = left.coefficient.multipliedReportingOverflow(by: power(places - left.places))
        let (b, overflow2) = right.coefficient.multipliedReportingOverflow(by: power(places - right.places))
        return overflow1 || overflow2 ? nil : (a, b, places)
    }

    var normalized: Money {
        var (coefficient, places) = (coefficient, places)
        if places > 0, var short = Int64(exactly: coefficient) {
            // Division of 128 bits is slow, and most amounts are short.
            while places > 0, short % 10 == 0 {
                short /= 10
                places -= 1
            }
            return Money(coefficient: Int128(short), places: places, currency: currency)
        }
        while places > 0, coefficient % 10 == 0 {
            coefficient /= 10
            places -= 1
        }
        return Money(coefficient: coefficient, places: places, currency: currency)
    }
}

extension Money: Hashable {
    /// Equal in currency and in value: 1.5 and 1.50 are the same amount.
    public static func == (left: Money, right: Money) -> Bool {
        guard left.currency == right.currency else { return false }
        if left.places == right.places { return left.coefficient == right.coefficient }
        let (left, right) = (left.normalized, right.normalized)
        return left.places == right.places && left.coefficient == right.coefficient
    }

    /// Hashes value and currency.
    public func hash(into hasher: inout Hasher) {
        let normalized = normalized
        hasher.combine(normalized.coefficient)
        hasher.combine(normalized.places)
        hasher.combine(currency)
    }
}
