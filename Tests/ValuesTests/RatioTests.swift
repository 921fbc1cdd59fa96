import TestSupport
import Testing

@testable import Values

@Suite struct RatioTests {
    private struct Sample {
        let fast: Ratio
        let slow: SlowFraction

        init(_ random: inout SeededGenerator) throws {
            let top = random.decimal(digits: 25, places: 8)
            let bottom = random.int(1...100_000)
            fast = try #require(Ratio(decimal: top).divided(by: Ratio(Int128(bottom))))
            slow = SlowFraction(decimal: top) / SlowFraction(SlowInteger(bottom))
        }
    }

    private static func slow(_ ratio: Ratio) -> SlowFraction {
        let sign = ratio.numerator.isNegative ? "-" : ""
        return SlowFraction(
            SlowInteger(text: sign + ratio.numerator.digits), over: SlowInteger(text: ratio.denominator.digits))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `all digits are given where they end`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let sample = try Sample(&random).fast
            let number = random.chance(1, in: 2) ? sample : try Ratio(decimal: random.decimal(digits: 25, places: 12))
            for places in [0, 2, 12, 30] {
                let rounded = number.decimalString(places: places, rounding: .halfEven)
                let isAll = try Ratio(decimal: rounded) == number
                #expect(number.exactString(places: places) == (isAll ? rounded : nil))
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `arithmetic equals fractions on paper`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let (a, b) = (try Sample(&random), try Sample(&random))
            #expect(Self.slow(a.fast + b.fast) == a.slow + b.slow)
            #expect(Self.slow(a.fast - b.fast) == a.slow - b.slow)
            #expect(Self.slow(a.fast * b.fast) == a.slow * b.slow)
            #expect((a.fast < b.fast) == (a.slow < b.slow))
            #expect((a.fast == b.fast) == (a.slow == b.slow))
            if !b.fast.isZero {
                #expect(Self.slow(try #require(a.fast.divided(by: b.fast))) == a.slow / b.slow)
                #expect(try #require(b.fast.reciprocal) * b.fast == .one)
            }
        }
        #expect(Ratio.zero.reciprocal == nil)
        #expect(Ratio.one.divided(by: .zero) == nil)
        #expect(Ratio(1, over: 0) == nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `equal numbers are equal and hash alike whatever their terms`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let (top, bottom) = (Int128(random.int(-50...50)), Int128(random.int(1...50)))
            let factor = Int128(random.int(1...1_000_000)) * (random.chance(1, in: 2) ? 1 : -1)
            let plain = try #require(Ratio(top, over: bottom))
            let expanded = try #require(Ratio(top * factor, over: bottom * factor))
            #expect(plain == expanded)
            #expect(plain.hashValue == expanded.hashValue)
            #expect(plain.reduced == expanded && expanded.reduced.denominator == plain.reduced.denominator)
        }
        let extreme = try #require(Ratio(.min, over: .min))
        #expect(extreme == .one && extreme.hashValue == Ratio.one.hashValue)
        #expect(try #require(Ratio(0, over: -7)).hashValue == Ratio.zero.hashValue)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `rounding equals fractions on paper, also below zero`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let sample = try Sample(&random)
            #expect(sample.fast.rounded(.down).map(String.init) == sample.slow.floor.description)
            #expect(sample.fast.rounded(.up).map(String.init) == sample.slow.ceiling.description)
            #expect(sample.fast.rounded(.halfEven).map(String.init) == sample.slow.nearestEven.description)
        }
    }

    @Test(
        arguments: [
            (-5, 2, -3, -2, -2), (-3, 2, -2, -1, -2), (-1, 2, -1, 0, 0), (1, 2, 0, 1, 0), (3, 2, 1, 2, 2),
            (5, 2, 2, 3, 2), (-7, 3, -3, -2, -2), (7, 3, 2, 3, 2), (8, 3, 2, 3, 3), (-8, 3, -3, -2, -3),
            (6, 3, 2, 2, 2),
            (-6, 3, -2, -2, -2), (0, 3, 0, 0, 0),
        ] as [(Int128, Int128, Int128, Int128, Int128)])
    func `halves and thirds`(top: Int128, bottom: Int128, down: Int128, up: Int128, even: Int128) throws {
        let ratio = try #require(Ratio(top, over: bottom))
        #expect(ratio.rounded(.down) == down)
        #expect(ratio.rounded(.up) == up)
        #expect(ratio.rounded(.halfEven) == even)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `decimal text is the rounded number`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let sample = try Sample(&random)
            let places = random.int(0...12)
            let scaled = sample.slow * SlowFraction(.powerOfTen(places))
            for (rounding, expected) in [
                (Rounding.down, scaled.floor), (.up, scaled.ceiling), (.halfEven, scaled.nearestEven),
            ] {
                let text = sample.fast.decimalString(places: places, rounding: rounding)
                #expect(SlowFraction(decimal: text) * SlowFraction(.powerOfTen(places)) == SlowFraction(expected))
                #expect(text != "-0")
                #expect(!text.contains(".") || !(text.hasSuffix("0") || text.hasSuffix(".")))
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `significant digits are the nearest number with so many`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let exponent = random.int(-30...3)
            let bottom = random.int(1...999)
            let fast = try #require(
                Ratio(decimal: "\(random.int(1...9999))e\(exponent)").divided(by: Ratio(Int128(bottom))))
            let digits = random.int(8...30)
            let text = fast.significantString(digits: digits)
            let shown = text.filter(\.isNumber).drop { $0 == "0" }
            #expect(shown.count <= digits, "\(text)")
            // Within half a unit of the last kept digit: relative error at most 5 / 10^digits.
            let slow = Self.slow(fast)
            let error = SlowFraction(decimal: text) - slow
            let distance = error.top.isNegative ? SlowFraction(SlowInteger(0)) - error : error
            #expect(!(slow * SlowFraction(SlowInteger(5), over: .powerOfTen(digits)) < distance), "\(text)")
        }
    }

    @Test(arguments: [
        ("0.1", 3, "0.1"), ("0.09996", 3, "0.1"), ("0.00012345", 3, "0.000123"), ("9.9996", 4, "10"),
        ("-0.5", 2, "-0.5"),
        ("0", 5, "0"), ("123456", 3, "123456"), ("1e-18", 5, "0.000000000000000001"), ("1.25", 2, "1.2"),
        ("1.35", 2, "1.4"),
    ])
    func `significant digits of plain numbers`(number: String, digits: Int, expected: String) throws {
        #expect(try Ratio(decimal: number).significantString(digits: digits) == expected)
    }

    @Test func `a rate may have an exponent, within limits`() throws {
        #expect(try Ratio(decimal: "1.5e3") == Ratio(1500))
        #expect(try Ratio(decimal: "1E-2") == Ratio(1, over: 100))
        #expect(try Ratio(decimal: "2e+1") == Ratio(20))
        #expect(throws: NumberError.outOfRange("1e400")) { try Ratio(decimal: "1e400") }
        #expect(throws: NumberError.outOfRange("1e-101")) { try Ratio(decimal: "1e-101") }
        for text in ["1e", "1e+", "e5", "1e5.5", "1e99999", "1e 5", "NaN", "inf", "", "-", ".5", "5.", "1_0", "0x1p3"] {
            #expect(throws: NumberError.notANumber(text)) { try Ratio(decimal: text) }
        }
    }
}
