/// A signed integer of any size: what exact products and quotients of amounts and rates need, and no more.
///
/// Magnitudes are little-endian 64-bit limbs without leading zeros; zero is the empty array and never negative.
struct BigInteger: Sendable, Hashable {
    private(set) var limbs: [UInt]
    private(set) var isNegative: Bool

    static let zero = BigInteger(limbs: [], isNegative: false)
    static let one = BigInteger(1)

    private init(limbs: [UInt], isNegative: Bool) {
        var limbs = limbs
        while limbs.last == 0 { limbs.removeLast() }
        self.limbs = limbs
        self.isNegative = isNegative && !limbs.isEmpty
    }

    init(_ value: Int128) {
        let magnitude = value.magnitude
        self.init(
            limbs: [UInt(truncatingIfNeeded: magnitude), UInt(truncatingIfNeeded: magnitude >> 64)],
            isNegative: value < 0)
    }

    /// Decimal digits without sign; nil when there are none or another character is among them.
    init?(digits: some Sequence<UInt8>) {
        var result = BigInteger.zero
        var chunk: UInt = 0
        var scale: UInt = 1
        var isEmpty = true
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            isEmpty = false
            chunk = chunk * 10 + UInt(byte - 0x30)
            scale *= 10
            if scale == 10_000_000_000_000_000_000 {
                result.multiplyAdd(by: scale, adding: chunk)
                chunk = 0
                scale = 1
            }
        }
        guard !isEmpty else { return nil }
        if scale > 1 { result.multiplyAdd(by: scale, adding: chunk) }
        self = result
    }

    var isZero: Bool { limbs.isEmpty }
    var isOdd: Bool { (limbs.first ?? 0) & 1 == 1 }
    var magnitude: BigInteger { BigInteger(limbs: limbs, isNegative: false) }
    var negated: BigInteger { BigInteger(limbs: limbs, isNegative: !isNegative) }

    /// The same number as Int128, nil when it does not fit.
    var int128: Int128? {
        guard limbs.count <= 2 else { return nil }
        let low = limbs.isEmpty ? 0 : UInt128(limbs[0])
        let high = limbs.count > 1 ? UInt128(limbs[1]) << 64 : 0
        let magnitude = low | high
        if isNegative {
            return magnitude <= Int128.min.magnitude ? Int128(truncatingIfNeeded: 0 &- magnitude) : nil
        }
        return Int128(exactly: magnitude)
    }

    /// Decimal digits of the magnitude.
    var digits: String {
        guard !isZero else { return "0" }
        var chunks: [UInt] = []
        var rest = limbs
        while !rest.isEmpty {
            chunks.append(BigInteger.divideInPlace(&rest, by: 10_000_000_000_000_000_000))
        }
        var text = String(chunks.removeLast())
        for chunk in chunks.reversed() {
            let part = String(chunk)
            text += String(repeating: "0", count: 19 - part.utf8.count) + part
        }
        return text
    }

    private static let powers: [BigInteger] = {
        var powers = [BigInteger.one]
        for _ in 0..<127 {
            var next = powers[powers.count - 1]
            next.multiplyAdd(by: 10, adding: 0)
            powers.append(next)
        }
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
        let order = compareMagnitudes(left.limbs, right.limbs)
        return left.isNegative ? order > 0 : order < 0
    }

    static func + (left: BigInteger, right: BigInteger) -> BigInteger {
        if left.isNegative == right.isNegative {
            return BigInteger(limbs: addMagnitudes(left.limbs, right.limbs), isNegative: left.isNegative)
        }
        let order = compareMagnitudes(left.limbs, right.limbs)
        if order == 0 { return .zero }
        return order > 0
            ? BigInteger(limbs: subtractMagnitudes(left.limbs, right.limbs), isNegative: left.isNegative)
            : BigInteger(limbs: subtractMagnitudes(right.limbs, left.limbs), isNegative: right.isNegative)
    }

    static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + right.negated }

    static func * (left: BigInteger, right: BigInteger) -> BigInteger {
        guard !left.isZero, !right.isZero else { return .zero }
        var product = [UInt](repeating: 0, count: left.limbs.count + right.limbs.count)
        for i in left.limbs.indices {
            var carry: UInt = 0
            for j in right.limbs.indices {
                let (high, low) = left.limbs[i].multipliedFullWidth(by: right.limbs[j])
                let (sum, overflow1) = product[i + j].addingReportingOverflow(low)
                let (total, overflow2) = sum.addingReportingOverflow(carry)
                product[i + j] = total
                carry = high &+ (overflow1 ? 1 : 0) &+ (overflow2 ? 1 : 0)
            }
            product[i + right.limbs.count] = carry
        }
        return BigInteger(limbs: product, isNegative: left.isNegative != right.isNegative)
    }

    /// Quotient rounded toward negative infinity, and the remainder, which is never negative. The divisor is positive.
    func flooredDivision(by divisor: BigInteger) -> (quotient: BigInteger, remainder: BigInteger) {
        let (quotient, remainder) = BigInteger.divideMagnitudes(limbs, divisor.limbs)
        let whole = BigInteger(limbs: quotient, isNegative: isNegative)
        let rest = BigInteger(limbs: remainder, isNegative: false)
        guard isNegative, !rest.isZero else { return (whole, rest) }
        return (whole - .one, divisor - rest)
    }

    static func greatestCommonDivisor(_ left: BigInteger, _ right: BigInteger) -> BigInteger {
        var (a, b) = (left.limbs, right.limbs)
        while !b.isEmpty { (a, b) = (b, divideMagnitudes(a, b).remainder) }
        return BigInteger(limbs: a, isNegative: false)
    }

    private mutating func multiplyAdd(by factor: UInt, adding addend: UInt) {
        var carry = addend
        for i in limbs.indices {
            let (high, low) = limbs[i].multipliedFullWidth(by: factor)
            let (sum, overflow) = low.addingReportingOverflow(carry)
            limbs[i] = sum
            carry = high &+ (overflow ? 1 : 0)
        }
        if carry > 0 { limbs.append(carry) }
    }
}

// MARK: - Magnitudes

extension BigInteger {
    private static func compareMagnitudes(_ left: [UInt], _ right: [UInt]) -> Int {
        if left.count != right.count { return left.count < right.count ? -1 : 1 }
        for i in left.indices.reversed() where left[i] != right[i] { return left[i] < right[i] ? -1 : 1 }
        return 0
    }

    private static func addMagnitudes(_ left: [UInt], _ right: [UInt]) -> [UInt] {
        let (long, short) = left.count >= right.count ? (left, right) : (right, left)
        var sum = long
        var carry: UInt = 0
        for i in long.indices {
            let (partial, overflow1) = long[i].addingReportingOverflow(i < short.count ? short[i] : 0)
            let (total, overflow2) = partial.addingReportingOverflow(carry)
            sum[i] = total
            carry = (overflow1 ? 1 : 0) + (overflow2 ? 1 : 0)
        }
        if carry > 0 { sum.append(carry) }
        return sum
    }

    /// The left magnitude is not smaller than the right one.
    private static func subtractMagnitudes(_ left: [UInt], _ right: [UInt]) -> [UInt] {
        var difference = left
        var borrow: UInt = 0
        for i in left.indices {
            let (partial, overflow1) = left[i].subtractingReportingOverflow(i < right.count ? right[i] : 0)
            let (total, overflow2) = partial.subtractingReportingOverflow(borrow)
            difference[i] = total
            borrow = (overflow1 ? 1 : 0) + (overflow2 ? 1 : 0)
        }
        return difference
    }

    private static func divideInPlace(_ limbs: inout [UInt], by divisor: UInt) -> UInt {
        var remainder: UInt = 0
        for i in limbs.indices.reversed() {
            (limbs[i], remainder) = divisor.dividingFullWidth((remainder, limbs[i]))
        }
        while limbs.last == 0 { limbs.removeLast() }
        return remainder
    }

    /// Schoolbook long division (Knuth, The Art of Computer Programming, vol. 2, 4.3.1, algorithm D).
    private static func divideMagnitudes(_ left: [UInt], _ right: [UInt]) -> (quotient: [UInt], remainder: [UInt]) {
        if compareMagnitudes(left, right) < 0 { return ([], left) }
        if right.count == 1 {
            var quotient = left
            let remainder = divideInPlace(&quotient, by: right[0])
            return (quotient, remainder == 0 ? [] : [remainder])
        }
        let shift = right[right.count - 1].leadingZeroBitCount
        let divisor = shiftedLeft(right, by: shift)
        var rest = shiftedLeft(left, by: shift)
        rest.append(contentsOf: repeatElement(0, count: left.count + 1 - rest.count))
        let n = right.count
        let top = divisor[n - 1]
        var quotient = [UInt](repeating: 0, count: rest.count - n)
        for j in quotient.indices.reversed() {
            var (estimate, partial): (UInt, UInt)
            var partialOverflowed = false
            if rest[j + n] >= top {
                estimate = .max
                (partial, partialOverflowed) = rest[j + n - 1].addingReportingOverflow(top)
            } else {
                (estimate, partial) = top.dividingFullWidth((rest[j + n], rest[j + n - 1]))
            }
            while !partialOverflowed {
                let (high, low) = estimate.multipliedFullWidth(by: divisor[n - 2])
                guard high > partial || (high == partial && low > rest[j + n - 2]) else { break }
                estimate -= 1
                (partial, partialOverflowed) = partial.addingReportingOverflow(top)
            }
            if subtract(divisor, times: estimate, from: &rest, at: j) {
                estimate -= 1
                add(divisor, to: &rest, at: j)
            }
            quotient[j] = estimate
        }
        while quotient.last == 0 { quotient.removeLast() }
        var remainder = shiftedRight(Array(rest[0..<n]), by: shift)
        while remainder.last == 0 { remainder.removeLast() }
        return (quotient, remainder)
    }

    /// Returns whether the difference went below zero.
    private static func subtract(_ divisor: [UInt], times factor: UInt, from rest: inout [UInt], at offset: Int) -> Bool
    {
        var carry: UInt = 0
        var borrow: UInt = 0
        for i in 0...divisor.count {
            let (high, low) = i < divisor.count ? divisor[i].multipliedFullWidth(by: factor) : (0, 0)
            let (product, overflow) = low.addingReportingOverflow(carry)
            carry = high &+ (overflow ? 1 : 0)
            let (partial, overflow1) = rest[offset + i].subtractingReportingOverflow(product)
            let (total, overflow2) = partial.subtractingReportingOverflow(borrow)
            rest[offset + i] = total
            borrow = (overflow1 ? 1 : 0) + (overflow2 ? 1 : 0)
        }
        return borrow > 0
    }

    private static func add(_ divisor: [UInt], to rest: inout [UInt], at offset: Int) {
        var carry: UInt = 0
        for i in 0...divisor.count {
            let (partial, overflow1) = rest[offset + i].addingReportingOverflow(i < divisor.count ? divisor[i] : 0)
            let (total, overflow2) = partial.addingReportingOverflow(carry)
            rest[offset + i] = total
            carry = (overflow1 ? 1 : 0) + (overflow2 ? 1 : 0)
        }
    }

    private static func shiftedLeft(_ limbs: [UInt], by shift: Int) -> [UInt] {
        guard shift > 0 else { return limbs }
        var result: [UInt] = []
        result.reserveCapacity(limbs.count + 1)
        var carry: UInt = 0
        for limb in limbs {
            result.append(limb << shift | carry)
            carry = limb >> (64 - shift)
        }
        if carry > 0 { result.append(carry) }
        return result
    }

    private static func shiftedRight(_ limbs: [UInt], by shift: Int) -> [UInt] {
        guard shift > 0 else { return limbs }
        return limbs.indices.map { i in
            limbs[i] >> shift | (i + 1 < limbs.count ? limbs[i + 1] << (64 - shift) : 0)
        }
    }
}
