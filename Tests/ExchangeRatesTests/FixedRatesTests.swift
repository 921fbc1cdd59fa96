import ExchangeRates
import Foundation
import Models
import TestSupport
import Testing

@Suite("V1, V6: a table the user gave") struct FixedRatesTests {
    private static func answer(
        _ rows: String, today: String = "2026-06-01", fileDay: String = "2026-05-20", on asked: String? = nil
    ) throws -> RateAnswer {
        let table = try FixedRateTable(csv: "from,to,rate,date\n" + rows, fileTime: day(fileDay).startInUTC)
        let currencies = try Set(["USD", "EUR", "BTC", "ETH", "GBP"].map(currency))
        return FixedRates(table).rates(
            RateRequest(currencies: currencies, day: try asked.map(day), try callNow(today)))
    }

    @Test func `the newest on or before the day`() throws {
        let rows = """
            BTC,USD,3,2026-06-02
            BTC,USD,1,2026-05-30
            BTC,USD,2,2026-06-01
            """
        for (today, rate) in [("2026-06-01", 2), ("2026-05-31", 1), ("2026-06-02", 3), ("2031-01-01", 3)] {
            let answer = try Self.answer(rows, today: today)
            #expect(answer.quotes.map(\.rate) == [Ratio(Int128(rate))] && answer.gaps.isEmpty)
        }
        #expect(try Self.answer(rows, today: "2026-05-29").quotes.isEmpty)
        let quote = try #require(try Self.answer(rows).quotes.first)
        #expect(try quote.state == .fixed && quote.source == "fixed" && quote.time == day("2026-06-01").startInUTC)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `any table and any day: the newest row by day, at most 7 days back for a past day`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let base = try day("2026-05-01")
            let days = (0..<random.int(1...8)).map { _ in random.int(0...30) }
            let rows = Set(days).shuffled(using: &random)
            let csv = rows.map { "BTC,USD,\($0 + 1),\(base.adding(days: $0))" }.joined(separator: "\n")
            let today = random.int(0...35)
            let asked = random.chance(1, in: 2) ? nil : random.int(0...40)
            let last = min(asked ?? today, today)
            var expected = rows.filter { $0 <= last }.max()
            if last < today, let found = expected, last - found > 7 { expected = nil }
            let answer = try Self.answer(
                csv, today: base.adding(days: today).description, on: asked.map { base.adding(days: $0).description })
            #expect(
                answer.quotes.map(\.rate) == expected.map { [Ratio(Int128($0 + 1))] } ?? [],
                "\(rows) \(today) \(asked ?? -1)")
        }
    }

    @Test(arguments: [
        ("GBX,EUR,0.0115,", "GBP", "EUR", "1.15"), ("GBp,EUR,0.0115,", "GBP", "EUR", "1.15"),
        ("EUR,GBX,87,", "EUR", "GBP", "0.87"), ("USX,GBX,0.8,", "USD", "GBP", "0.8"),
    ])
    func `rates of hundredths are those of the whole currencies (I9)`(
        row: String, from: String, to: String, rate: String
    ) throws {
        let quotes = try Self.answer(row).quotes
        #expect(quotes.map(\.from.code) == [from] && quotes.map(\.to.code) == [to])
        #expect(quotes.map(\.rate) == [try ratio(rate)])
    }

    @Test func `a row without a date counts from the file's day and has the file's time`() throws {
        let rows = "BTC,USD,1,2026-05-01\nBTC,USD,2,\nBTC,USD,3,2026-05-25"
        #expect(try Self.answer(rows, today: "2026-05-24").quotes.map(\.rate) == [Ratio(2)])
        #expect(try Self.answer(rows, today: "2026-05-24").quotes.map(\.time) == [day("2026-05-20").startInUTC])
        #expect(try Self.answer(rows, today: "2026-05-26").quotes.map(\.rate) == [Ratio(3)])
        // A file newer than today is still the newest word there is today, but not on a past day.
        #expect(try Self.answer("BTC,USD,2,", today: "2026-05-10").quotes.map(\.rate) == [Ratio(2)])
        #expect(try Self.answer("BTC,USD,2,", today: "2026-05-10", on: "2026-05-09").quotes.isEmpty)
    }

    @Test func `a past day takes Friday's rate on a weekend, but nothing older than 7 days`() throws {
        let friday = "USD,EUR,0.9,2026-05-15"
        for asked in ["2026-05-16", "2026-05-17", "2026-05-22"] {
            #expect(try Self.answer(friday, on: asked).quotes.count == 1, "\(asked)")
        }
        let answer = try Self.answer(friday, on: "2026-05-23")
        #expect(answer.quotes.isEmpty && answer.gaps.count == 1)
        #expect(answer.gaps[0].reason.contains("7 days") && answer.gaps[0].reason.contains("2026-05-23"))
        // Today's answer has no such limit: the time of the rate is shown instead.
        #expect(try Self.answer(friday, today: "2027-01-01").quotes.count == 1)
        #expect(try Self.answer(friday, today: "2027-01-01", on: "2027-01-01").quotes.count == 1)
    }

    @Test(arguments: ["0", "-1", "", "null", "abc", "NaN", "1,5", "1e999"].filter { !$0.contains(",") })
    func `a rate that is none is a gap with that reason`(text: String) throws {
        let answer = try Self.answer("BTC,USD,\(text),\nETH,USD,5,")
        #expect(answer.quotes.count == 1)
        #expect(answer.gaps.count == 1)
        let rates = FrozenRates([answer])
        let gap = #expect(throws: RateGap.self) {
            try rates.conversion(from: currency("BTC"), to: currency("USD")).rate
        }
        #expect(gap?.reason == answer.gaps[0].reason && gap?.reason.contains("fixed") == true)
    }

    @Test func `only what was asked for and the pivots`() throws {
        let table = try FixedRateTable(
            csv: "from,to,rate,date\nBTC,USD,1,\nSOL,USD,2,\nETH,EUR,3,", fileTime: instant(0))
        let answer = FixedRates(table).rates(
            RateRequest(currencies: [try currency("ETH")], day: nil, try callNow("2026-01-01")))
        #expect(answer.quotes.map(\.from.code) == ["BTC", "ETH"])
        #expect(table.currencies.count == 5)
    }

    @Test func `line ends, byte order mark, comments and empty lines of any system`() throws {
        let table = try FixedRateTable(
            csv: "\u{FEFF}from,to,rate,date\r\n# a comment\r\n\r\nbtc,usd,5,2026-01-02\r\nETH,USD,6,\r\n",
            fileTime: day("2026-01-01").startInUTC)
        let answer = FixedRates(table).rates(
            RateRequest(currencies: [try currency("ETH")], day: nil, try callNow("2026-06-01")))
        #expect(answer.quotes.map(\.rate) == [Ratio(5), Ratio(6)])
    }

    @Test func `tokens are named by chain and contract`() throws {
        let token = try Currency(token: "USDC", chain: "ethereum", contract: "0xA0b8", decimals: 6)
        let table = try FixedRateTable(csv: "from,to,rate,date\nethereum:0xa0B8,USD,1.01,", fileTime: instant(0))
        let answer = FixedRates(table).rates(
            RateRequest(currencies: [token], day: nil, try callNow("2026-01-01")))
        #expect(try FrozenRates([answer]).conversion(from: token, to: currency("USD")).rate?.rate == ratio("1.01"))
    }

    @Test func `every bad line is reported at once, with its number`() throws {
        let csv = """
            from,to,rate,date
            BTC,USD,1,2026-02-30
            BTC,USD,1
            XYZ,USD,1,
            USD,USD,1,
            ETH,USD,1,2026-01-01
            ETH,USD,2,2026-01-01
            BTC,USD,1,2026-01-01,x
            """
        let error = try #require(throws: FixedRateTableError.self) {
            try FixedRateTable(csv: csv, fileTime: instant(0))
        }
        #expect(error.issues.count == 6)
        for (issue, number) in zip(error.issues, [2, 3, 4, 5, 7, 8]) {
            #expect(issue.hasPrefix("Line \(number):"), "\(issue)")
        }
        #expect(error.description.split(separator: "\n").count == 6)
    }

    @Test(arguments: ["", "# nothing\n", "from;to;rate;date\n", "from,to,rate\n", "BTC,USD,1,\n", "\n\n"])
    func `a file without the header is refused`(csv: String) {
        let error = #expect(throws: FixedRateTableError.self) { try FixedRateTable(csv: csv, fileTime: instant(0)) }
        #expect(error?.description.contains("from,to,rate,date") == true)
    }

    @Test func `many issues are cut, with their number`() throws {
        let csv = "from,to,rate,date\n" + String(repeating: "x\n", count: 25)
        let error = try #require(throws: FixedRateTableError.self) {
            try FixedRateTable(csv: csv, fileTime: instant(0))
        }
        #expect(error.issues.count == 25 && error.description.hasSuffix("… and 15 more"))
    }

    /// The two rows contradict each other; whichever is taken, it has to be the same one in every run.
    @Test func `both directions in one table: the newer row counts`() throws {
        for rows in [
            "USD,EUR,0.8,2026-05-02\nEUR,USD,1.5,2026-05-01", "EUR,USD,1.5,2026-05-01\nUSD,EUR,0.8,2026-05-02",
        ] {
            let rates = FrozenRates([try Self.answer(rows)])
            #expect(try rates.conversion(from: currency("EUR"), to: currency("USD")).rate?.rate == ratio("1.25"))
        }
    }

    @Test func `answers come in a fixed order`() throws {
        let codes = ["BTC", "ETH", "GBP", "EUR"]
        let rows = codes.map { "\($0),USD,1," }.joined(separator: "\n")
        #expect(try Self.answer(rows).quotes.map(\.from.code) == codes.sorted())
        let gaps = codes.map { "\($0),USD,0," }.joined(separator: "\n")
        #expect(try Self.answer(gaps).gaps.map(\.from.code) == codes.sorted())
    }

    @Test func `rows that contradict each other are named with both lines`() throws {
        let error = #expect(throws: FixedRateTableError.self) {
            try FixedRateTable(
                csv: """
                    from,to,rate,date
                    EUR,USD,1.1,2026-05-20
                    USD,EUR,0.5,2026-05-20
                    USD,EUR,0.9091,2026-05-19
                    EUR,USD,1.1,2026-05-19
                    BTC,USD,5,
                    BTC,USD,6,
                    USD,JPY,150,
                    JPY,USD,0.00667,
                    """, fileTime: instant(0))
        }
        #expect(
            error?.issues == [
                "Line 7: a second rate from BTC to USD for the same day, after line 6. Keep one of them.",
                "Line 3: for the same day as line 2, 1 EUR = 1.1 USD and 1 USD = 0.5 EUR contradict each other. "
                    + "Keep one of them.",
            ])
    }

    @Test func `of thousands of rows the newest on or before the day is found`() throws {
        let first = try day("2010-01-01")
        let rows = (0..<5000).map { "BTC,USD,\($0 + 1),\(first.adding(days: $0 * 2))" }
        let table = FixedRates(
            try FixedRateTable(csv: "from,to,rate,date\n" + rows.joined(separator: "\n"), fileTime: instant(0)))
        let call = try callNow("2040-01-01")
        for offset in [0, 1, 2, 777, 9998, 9999] {
            let request = RateRequest(currencies: [try currency("BTC")], day: first.adding(days: offset), call)
            #expect(table.rates(request).quotes.map(\.rate) == [Ratio(Int128(offset / 2 + 1))])
        }
        #expect(
            table.rates(RateRequest(currencies: [try currency("BTC")], day: first.adding(days: -1), call)).quotes
                .isEmpty)
    }
}
