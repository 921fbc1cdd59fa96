import TestSupport
import Testing
import Values

@Suite("M1, M2: amounts are exact and keep to their currency") struct MoneyTests {
    @Test func `a tenth and two tenths are three tenths`() throws {
        #expect(try money("0.1 USD").adding(money("0.2 USD")) == money("0.3 USD"))
    }

    @Test func `one wei survives a round trip`() throws {
        let wei = try money("0.000000000000000001 ETH")
        #expect(try wei.minorUnits(.down) == 1)
        #expect(wei.amountText == "0.000000000000000001")
        #expect(try Money(minorUnits: 1, currency("ETH")) == wei)
        #expect(try money("1 ETH").subtracting(wei).amountText == "0.999999999999999999")
    }

    @Test func `38 digits are kept, one more is an error`() throws {
        let most = String(repeating: "9", count: 38)
        #expect(try Money(most, currency("USD")).amountText == most + ".00")
        #expect(throws: NumberError.outOfRange(most + "9")) { try Money(most + "9", currency("USD")) }
        let mixed = "12345678." + String(repeating: "7", count: 30)
        #expect(try Money(mixed, currency("USD")).amountText == mixed)
        #expect(throws: NumberError.self) { try Money("1" + mixed, currency("USD")) }
        #expect(throws: NumberError.self) { try Money("0." + String(repeating: "0", count: 30) + "1", currency("USD")) }
        // Zeros at either end say nothing and cost nothing.
        let padded = String(repeating: "0", count: 50) + "1.5" + String(repeating: "0", count: 50)
        #expect(try Money(padded, currency("USD")) == money("1.5 USD"))
    }

    @Test func `a result that does not fit is an error`() throws {
        let usd = try currency("USD")
        let most = try Money(String(repeating: "9", count: 38), usd)
        #expect(throws: MoneyError.tooLarge(usd)) { try most.adding(most) }
        #expect(throws: MoneyError.tooLarge(usd)) { try most.adding(money("1 USD")) }
        #expect(throws: MoneyError.tooLarge(usd)) { try most.adding(money("0.1 USD")) }
        #expect(throws: MoneyError.tooLarge(usd)) { try most.minorUnits(.down) }
        #expect(try most.subtracting(most).isZero)
        #expect(try most.negated.adding(most) == .zero(usd))
        #expect(throws: MoneyError.tooLarge(usd)) { try Money(minorUnits: .max, usd) }
        #expect(throws: MoneyError.tooLarge(usd)) { try Money(minorUnits: .min, usd) }
        #expect(throws: MoneyError.tooLarge(usd)) {
            try ExactAmount(most.ratio * Ratio(10), usd).rounded(.down)
        }
    }

    /// Whatever the two amounts, the sum is the one on paper, or an error if and only if that needs more than 38 digits.
    @Test(arguments: SeededGenerator.seeds)
    func `sums equal sums on paper`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let usd = try currency("USD")
        for _ in 0..<3000 {
            let digits = random.pick([4, 12, 37, 38])
            let (a, b) = (
                random.decimal(digits: digits, places: random.int(0...30)), random.decimal(digits: 38, places: 30)
            )
            let (x, y) = (try Money(a, usd), try Money(b, usd))
            guard Self.fits(SlowFraction(decimal: a) + SlowFraction(decimal: b)) else {
                #expect(throws: MoneyError.tooLarge(usd)) { try x.adding(y) }
                continue
            }
            let sum = SlowFraction(decimal: a) + SlowFraction(decimal: b)
            #expect(SlowFraction(decimal: try x.adding(y).amountText) == sum)
            #expect(try x.isLess(than: y) == (SlowFraction(decimal: a) < SlowFraction(decimal: b)))
            #expect((x == y) == (SlowFraction(decimal: a) == SlowFraction(decimal: b)))
            #expect(try Money(x.amountText, usd) == x)
        }
    }

    /// Whether a number with at most 30 places has at most 38 digits.
    private static func fits(_ number: SlowFraction) -> Bool {
        let scaled = (number * SlowFraction(.powerOfTen(30))).floor.magnitude.description
        let zeros = min(30, scaled.reversed().prefix { $0 == "0" }.count)
        return scaled.count - zeros <= 38
    }

    @Test func `a sum that fits is found although the way there is longer`() throws {
        let usd = try currency("USD")
        // 39 digits before the zeros at the end fall away.
        let almostTen = try Money("9." + String(repeating: "9", count: 30), usd)
        #expect(try almostTen.adding(Money("0." + String(repeating: "0", count: 29) + "1", usd)) == money("10 USD"))
        let half = try Money(minorUnits: 50_000_000_000_000_000_000_000_000_000_000_000_000, usd)
        #expect(try half.adding(half).amountText == "1" + String(repeating: "0", count: 36) + ".00")
    }

    @Test(arguments: SeededGenerator.seeds)
    func `rounding to minor units equals rounding on paper`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let code = random.pick(["JPY", "USD", "KWD", "BTC", "SOL"])
            let amount = random.decimal(digits: 25, places: 14)
            let value = try Money(amount, currency(code))
            let scaled = SlowFraction(decimal: amount) * SlowFraction(.powerOfTen(value.currency.minorUnit))
            #expect(String(try value.minorUnits(.down)) == scaled.floor.description)
            #expect(String(try value.minorUnits(.up)) == scaled.ceiling.description)
            #expect(String(try value.minorUnits(.halfEven)) == scaled.nearestEven.description)
            #expect(try value.rounded(.down) == Money(minorUnits: value.minorUnits(.down), value.currency))
            #expect(value.isWholeMinorUnits == (scaled.floor == scaled.ceiling))
        }
    }

    @Test func `equal amounts are equal however they are written`() throws {
        #expect(try money("1.5 USD") == money("1.500 USD"))
        #expect(try money("1.5 USD").hashValue == money("1.500 USD").hashValue)
        #expect(try money("-0 USD") == money("0.00 USD"))
        #expect(try money("-0 USD").amountText == "0.00")
        #expect(try money("1 USD") != money("1 EUR"))
    }

    @Test func `two currencies never combine`() throws {
        let (usd, eur) = (try money("1 USD"), try money("1 EUR"))
        let mismatch = MoneyError.currencyMismatch(usd.currency, eur.currency)
        #expect(throws: mismatch) { try usd.adding(eur) }
        #expect(throws: mismatch) { try usd.subtracting(eur) }
        #expect(throws: mismatch) { try usd.isLess(than: eur) }
        #expect(throws: mismatch) { try Money.sum([usd, eur], in: usd.currency) }
        #expect(throws: mismatch) { try usd.exact.adding(eur.exact) }
        let onEthereum = try Currency(token: "USDC", chain: "ethereum", contract: "0xA0b8", decimals: 6)
        let onBase = try Currency(token: "USDC", chain: "base", contract: "0x8335", decimals: 6)
        #expect(throws: MoneyError.currencyMismatch(onEthereum, onBase)) {
            try Money("1", onEthereum).adding(Money("1", onBase))
        }
    }

    @Test func `amounts are shown with the decimals of fiat, and coins as short as they are exact`() throws {
        for (written, shown) in [
            ("1234.5 USD", "1234.50 USD"), ("7 JPY", "7 JPY"), ("1.2 KWD", "1.200 KWD"), ("0.5 BTC", "0.5 BTC"),
            ("-0.001 USD", "-0.001 USD"), ("100 BTC", "100 BTC"), ("007 EUR", "7.00 EUR"),
        ] { #expect(try money(written).description == shown) }
    }
}

@Suite("M1: what is not plainly a number is refused") struct MoneyParsingTests {
    @Test(arguments: [
        "12abc", "1e400", "1e2", "١٢", "１２", "NaN", "nan", "inf", "1,234.5", "1 234", "1_000", "", "+5", ".5", "5.",
        "0x10",
        " 1", "1 ", "1\n", "\t1", "1\u{0}", "\u{0}", "--1", "-", "-.5", "1.2.3", "1..2", "$1", "1 USD", "−5", "½",
        "1\u{301}",
        "1.\u{200B}5", "\u{FEFF}1", "1'000", "五",
    ])
    func `refused`(text: String) throws {
        let usd = try currency("USD")
        #expect(throws: NumberError.notANumber(text)) { try Money(text, usd) }
    }

    @Test(arguments: [("5", "5.00"), ("-3", "-3.00"), ("0.10", "0.10"), ("00012", "12.00"), ("-0.005", "-0.005")])
    func `accepted`(text: String, shown: String) throws {
        #expect(try Money(text, currency("USD")).amountText == shown)
    }

    @Test func `a refusal shows the text in one line`() throws {
        let error = try #require(throws: NumberError.self) { try Money("1\n\u{202E}2", currency("USD")) }
        #expect(!error.description.unicodeScalars.contains { $0 == "\n" || $0 == "\u{202E}" })
        let long = try #require(throws: NumberError.self) {
            try Money(String(repeating: "x", count: 5000), currency("USD"))
        }
        #expect(long.description.count < 300)
    }
}

@Suite("Amounts as people enter them") struct EnteredMoneyTests {
    @Test(arguments: [("3.600", "USD"), ("1.500", "EUR"), ("-12.345", "EUR"), ("900.000", "JPY")])
    func `what may have a thousands separator is refused`(text: String, code: String) throws {
        let unit = try currency(code)
        let error = #expect(throws: NumberError.ambiguous(text)) { try Money(entered: text, unit) }
        #expect(error?.description.contains(text.replacing(".", with: "")) == true)
    }

    @Test(arguments: [
        ("3.60", "USD"), ("3600", "USD"), ("0.015", "EUR"), ("3000.015", "EUR"), ("3.6000", "USD"), ("1.500", "KWD"),
        ("1.500", "BTC"), ("1.2345", "EUR"),
    ])
    func `other amounts are taken as they are`(text: String, code: String) throws {
        let unit = try currency(code)
        #expect(try Money(entered: text, unit) == Money(text, unit))
    }

    @Test func `what is no number is refused for that`() {
        #expect(throws: NumberError.notANumber("1.a00")) { try Money(entered: "1.a00", .eur) }
    }
}
