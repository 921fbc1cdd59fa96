/// A signed integer of any size: what exact products and quotients of amounts and rates need, and no more.
struct BigInteger: Sendable, Hashable {
    /// A magnitude. There is one form of each, so that equal ones are alike.
    private enum Magnitude: Sendable, Hashable {
        /// Below 2^64, as nearly all are: in place, without memory of its own.
        case short(UInt)
        /// At least 2^64: two limbs or more.
        case long([UInt])

        init(_ limbs: [UInt]) {
            var limbs = limbs
            while limbs.last == 0 { limbs.removeLast() }
            self = limbs.count < 2 ? .short(limbs.first ?? 0) : .long(limbs)
        }

        var limbs: [UInt] {
            switch self {
            case .short(let limb): limb == 0 ? [] : [limb]
            case .long(let limbs): limbs
            }
        }
    }

    private let size: Magnitude
    /// Never for zero.
    let isNegative: Bool

    static let zero = BigInteger(short: 0)
    static let one = BigInteger(short: 1)

    private init(_ size: Magnitude, isNegative: Bool) {
        self.size = size
        self.isNegative = isNegative && size != .short(0)
    }

    private init(short: UInt, isNegative: Bool = false) {
        size = .short(short)
        self.isNegative = isNegative && short != 0
    }

    private init(limbs: [UInt], isNegative: Bool) { self.init(Magnitude(limbs), isNegative: isNegative) }

    init(_ value: Int128) {
        let magnitude = value.magnitude
        if let short = UInt(exactly: magnitude) {
            self.init(short: short, isNegative: value < 0)
        } else {
            self.init(
                limbs: [UInt(truncatingIfNeeded: magnitude), UInt(truncatingIfNeeded: magnitude >> 64)],
                isNegative: value < 0)
        }
    }

    /// Decimal digits without sign; nil when there are none or another character is among them.
    init?(digits: some Sequence<UInt8>) {
        var limbs: [UInt] = []
        var chunk: UInt = 0
        var scale: UInt = 1
        var isEmpty = true
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            isEmpty = false
            chunk = chunk * 10 + UInt(byte - 0x30)
            scale *= 10
            if scale == 10_000_000_000_000_000_000 {
                Limbs.multiply(&limbs, by: scale, adding: chunk)
                chunk = 0
                scale = 1
            }
        }
        guard !isEmpty else { return nil }
        if limbs.isEmpty {
            self.init(short: chunk)
        } else {
            if scale > 1 { Limbs.multiply(&limbs, by: scale, adding: chunk) }
            self.init(limbs: limbs, isNegative: false)
        }
    }

    var isZero: Bool { if case .short(0) = size { true } else { false } }
    var isOdd: Bool {
        switch size {
        case .short(let limb): limb & 1 == 1
        case .long(let limbs): limbs[0] & 1 == 1
        }
    }
    var magnitude: BigInteger { BigInteger(size, isNegative: false) }
    var negated: BigInteger { BigInteger(size, isNegative: !isNegative) }

    /// The same number in one word; nil for a negative one, and for one of 2^64 or more.
    var word: UInt? { if case .short(let limb) = size, !isNegative { limb } else { nil } }

    /// The same number as Int128, nil when it does not fit.
    var int128: Int128? {
        switch size {
        case .short(let limb): return isNegative ? -Int128(limb) : Int128(limb)
        case .long(let limbs):
            guard limbs.count == 2 else { return nil }
            let magnitude = UInt128(limbs[0]) | UInt128(limbs[1]) << 64
            if isNegative {
                return magnitude <= Int128.min.magnitude ? Int128(truncatingIfNeeded: 0 &- magnitude) : nil
            }
            return Int128(exactly: magnitude)
        }
    }

    /// Decimal digits of the magnitude.
    var digits: String {
        switch size {
        case .short(let limb): return String(limb)
        case .long(var rest):
            var chunks: [UInt] = []
            while !rest.isEmpty { chunks.append(Limbs.divide(&rest, by: 10_000_000_000_000_000_000)) }
            var text = String(chunks.removeLast())
            for chunk in chunks.reversed() {
                let part = String(chunk)
                text += String(repeating: "0", count: 19 - part.utf8.count) + part
            }
            return text
        }
    }

    private static let powers: [BigInteger] = {
        var powers = [BigInteger.one]
        let ten = BigInteger(short: 10)
        for _ in 0..<127 { powers.append(powers[powers.count - 1] * ten) }
        return powers
    }()

    static func powerOfTen(_ exponent: Int) -> BigInteger {
        if exponent < powers.count { return powers[exponent] }
        return powers[127] * powerOfTen(exponent - 127)
    }
}

// MARK: - Arithmetic

extension BigInteger: Comparable {
    static func < (left: BigInteger, right: BigInteger) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        if case (.short(let a), .short(let b)) = (left.size, right.size) { return left.isNegative ? a > b : a < b }
        let order = Limbs.compare(left.size.limbs, right.size.limbs)
        return left.isNegative ? order > 0 : order < 0
    }

    static func + (left: BigInteger, right: BigInteger) -> BigInteger {
        if case (.short(let a), .short(let b)) = (left.size, right.size) {
            if left.isNegative != right.isNegative {
                return a >= b
                    ? BigInteger(short: a - b, isNegative: left.isNegative)
                    : BigInteger(short: b - a, isNegative: right.isNegative)
            }
            let (sum, overflow) = a.addingReportingOverflow(b)
            if !overflow { return BigInteger(short: sum, isNegative: left.isNegative) }
        }
        let (a, b) = (left.size.limbs, right.size.limbs)
        if left.isNegative == right.isNegative {
            return BigInteger(limbs: Limbs.sum(a, b), isNegative: left.isNegative)
        }
        return Limbs.compare(a, b) >= 0
            ? BigInteger(limbs: Limbs.difference(a, b), isNegative: left.isNegative)
            : BigInteger(limbs: Limbs.difference(b, a), isNegative: right.isNegative)
    }

    static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + right.negated }

    static func * (left: BigInteger, right: BigInteger) -> BigInteger {
        let isNegative = left.isNegative != right.isNegative
        if case (.short(let a), .short(let b)) = (left.size, right.size) {
            let (high, low) = a.multipliedFullWidth(by: b)
            return high == 0
                ? BigInteger(short: low, isNegative: isNegative)
                : BigInteger(.long([UInt(low), high]), isNegative: isNegative)
        }
        guard !left.isZero, !right.isZero else { return .zero }
        return BigInteger(limbs: Limbs.product(left.size.limbs, right.size.limbs), isNegative: isNegative)
    }

    /// Quotient rounded toward negative infinity, and the remainder, which is never negative. The divisor is positive.
    func flooredDivision(by divisor: BigInteger) -> (quotient: BigInteger, remainder: BigInteger) {
        let (whole, rest): (BigInteger, BigInteger)
        if case (.short(let a), .short(let b)) = (size, divisor.size) {
            let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
            (whole, rest) = (BigInteger(short: quotient, isNegative: isNegative), BigInteger(short: remainder))
        } else {
            let (quotient, remainder) = Limbs.divide(size.limbs, divisor.size.limbs)
            whole = BigInteger(limbs: quotient, isNegative: isNegative)
            rest = BigInteger(limbs: remainder, isNegative: false)
        }
        guard isNegative, !rest.isZero else { return (whole, rest) }
        return (whole - .one, divisor - rest)
    }

    static func greatestCommonDivisor(_ left: BigInteger, _ right: BigInteger) -> BigInteger {
        var (a, b) = (left.magnitude, right.magnitude)
        while !b.isZero { (a, b) = (b, a.flooredDivision(by: b).remainder) }
        return a
    }
}
