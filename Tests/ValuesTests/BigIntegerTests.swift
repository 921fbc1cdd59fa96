import TestSupport
import Testing

@testable import Values

@Suite struct BigIntegerTests {
    /// Numbers in which long division has to correct its estimates: limbs of all ones, top bits, single bits, zeros.
    private static let limbs: [UInt] = [
        0, 1, 2, .max, .max - 1, 1 << 63, 1 << 63 - 1, 1 << 63 + 1, 1 << 32, 0xFFFF_FFFF, .max << 32,
    ]

    private static func slow(limbs: [UInt]) -> SlowInteger {
        let base = SlowInteger(text: "18446744073709551616")
        return limbs.reversed().reduce(SlowInteger(0)) { $0 * base + SlowInteger(text: String($1)) }
    }

    private static func fast(_ slow: SlowInteger) throws -> BigInteger {
        let magnitude = try #require(BigInteger(digits: slow.magnitude.description.utf8))
        return slow.isNegative ? magnitude.negated : magnitude
    }

    private static func text(_ value: BigInteger) -> String { (value.isNegative ? "-" : "") + value.digits }

    private static func pattern(_ count: Int, _ random: inout SeededGenerator) -> SlowInteger {
        slow(limbs: (0..<count).map { _ in random.chance(1, in: 4) ? UInt(random.next()) : random.pick(limbs) })
    }

    private static func expectSame(_ a: SlowInteger, _ b: SlowInteger, dividing: Bool = true) throws {
        let (x, y) = (try fast(a), try fast(b))
        #expect(text(x) == a.description)
        #expect(text(x + y) == (a + b).description, "\(a) + \(b)")
        #expect(text(x - y) == (a - b).description, "\(a) - \(b)")
        #expect(text(x * y) == (a * b).description, "\(a) * \(b)")
        #expect((x < y) == (a < b), "\(a) < \(b)")
        #expect((x == y) == (a == b), "\(a) == \(b)")
        #expect(x.isOdd == !a.isEven)
        guard dividing, !b.isZero else { return }
        let divisor = b.magnitude
        let (quotient, remainder) = x.flooredDivision(by: try fast(divisor))
        let expected = a.floorDivided(by: divisor)
        #expect(text(quotient) == expected.quotient.description, "\(a) / \(divisor)")
        #expect(text(remainder) == expected.remainder.description, "\(a) mod \(divisor)")
    }

    @Test(arguments: SeededGenerator.seeds)
    func `arithmetic equals digits on paper`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<700 {
            let a = SlowInteger(text: random.decimal(digits: random.int(1...60), places: 0))
            let b = SlowInteger(text: random.decimal(digits: random.int(1...45), places: 0))
            try Self.expectSame(a, b)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `arithmetic equals digits on paper for limbs of special bits`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<250 {
            let a = Self.pattern(random.int(1...5), &random)
            let b = Self.pattern(random.int(1...3), &random)
            try Self.expectSame(random.chance(1, in: 4) ? -a : a, b)
        }
    }

    /// Dividends just above, at and below a multiple of the divisor: the quotient's estimate is one or two too large.
    @Test(arguments: SeededGenerator.seeds)
    func `division near exact multiples`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<120 {
            let divisor = Self.pattern(random.int(2...3), &random)
            let product = divisor * Self.pattern(random.int(1...3), &random)
            for offset in [-1, 0, 1] where !divisor.isZero {
                try Self.expectSame(product + SlowInteger(offset), divisor)
            }
        }
    }

    /// Known corners of algorithm D (Hacker's Delight, test values of `divmnu64`, widened to 64-bit digits).
    @Test(
        arguments: [
            ([0, 0, 1 << 63], [1, 1 << 63]),
            ([0, .max - 1, 1 << 63], [.max, 1 << 63]),
            ([0, 0, 1 << 63, 1 << 63 - 1], [1, 0, 1 << 63]),
            ([0, .max - 1, 1 << 63, 0], [.max, 0, 1 << 63]),
            ([3, 0, 1 << 63], [1, 0, 1 << 61]),
            ([.max, .max, .max, .max], [.max, .max]),
            ([0, 0, .max, .max], [.max, .max]),
            ([.max, .max - 1], [.max, .max]),
            ([0, 1], [.max]),
        ] as [([UInt], [UInt])])
    func `corners of long division`(dividend: [UInt], divisor: [UInt]) throws {
        try Self.expectSame(Self.slow(limbs: dividend), Self.slow(limbs: divisor))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `greatest common divisor equals Euclid on paper`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let common = Self.pattern(1, &random)
            let a = common * Self.pattern(1, &random)
            let b = common * Self.pattern(random.int(1...2), &random)
            let divisor = BigInteger.greatestCommonDivisor(try Self.fast(a), try Self.fast(b))
            #expect(Self.text(divisor) == SlowInteger.greatestCommonDivisor(a, b).description, "\(a), \(b)")
        }
        #expect(BigInteger.greatestCommonDivisor(.zero, BigInteger(-6)) == BigInteger(6))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `decimal digits survive a round trip`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let digits = "1" + (0..<random.int(0...150)).map { _ in random.chance(1, in: 2) ? "0" : "9" }.joined()
            #expect(try #require(BigInteger(digits: digits.utf8)).digits == digits)
        }
        #expect(BigInteger(digits: "".utf8) == nil)
        #expect(BigInteger(digits: "12a".utf8) == nil)
        #expect(BigInteger(digits: "-1".utf8) == nil)
        #expect(BigInteger(digits: "000".utf8) == .zero)
    }

    @Test func `Int128 edges`() throws {
        for value in [Int128.min, .min + 1, .max, .max - 1, 0, 1, -1, Int128(UInt64.max), Int128(UInt64.max) + 1] {
            let big = BigInteger(value)
            #expect(Self.text(big) == String(value))
            #expect(big.int128 == value)
        }
        #expect((BigInteger(.max) + .one).int128 == nil)
        #expect((BigInteger(.min) - .one).int128 == nil)
        #expect(BigInteger(.min).negated.int128 == nil)
        #expect((BigInteger(.max) * BigInteger(.max)).int128 == nil)
    }

    @Test func `zero is never negative`() {
        #expect(!BigInteger.zero.negated.isNegative)
        #expect((BigInteger(-5) + BigInteger(5)) == .zero)
        #expect(BigInteger(-5) * .zero == .zero)
    }

    @Test func `powers of ten beyond the table`() {
        for exponent in [0, 1, 19, 20, 38, 127, 128, 254, 300] {
            #expect(BigInteger.powerOfTen(exponent).digits == "1" + String(repeating: "0", count: exponent))
        }
    }
}
