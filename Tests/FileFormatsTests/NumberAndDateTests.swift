import TestSupport
import Testing
import Values

@testable import FileFormats

@Suite struct NumberTextTests {
    @Test(arguments: [
        ("Fr.", "CHF", true), ("fr", "CHF", true), ("SFr.", "CHF", true), ("Fr.", "EUR", false), ("kr.", "DKK", true),
        ("Kč", "CZK", true), ("$", "CAD", true), ("$", "EUR", false), (".", "CHF", false),
    ])
    func `a sign beside an amount stands for the currencies that are written so`(
        sign: String, code: String, isWritten: Bool
    ) throws {
        #expect(try Currency(code: code).isWritten(sign) == isWritten)
    }

    @Test(arguments: [
        ("1234.50", DecimalMark.point, "1234.50"), ("1,234.50", .point, "1234.50"), ("1.234,50", .comma, "1234.50"),
        ("1 234,50 €", .comma, "1234.50"), ("€ -5", .point, "-5"), ("-5 EUR", .point, "-5"),
        ("(12.00)", .point, "-12.00"),
        ("12,50-", .comma, "-12.50"), ("\u{2212}7", .point, "-7"), ("1'234'567.8", .point, "1234567.8"),
        ("+3", .point, "3"),
        (".5", .point, "0.5"), ("1.234.567", .comma, "1234567"), ("$1,000", .point, "1000"), ("-$5", .point, "-5"),
        ("$(80.50)", .point, "-80.50"), ("($80.50)", .point, "-80.50"), ("(80,50) €", .comma, "-80.50"),
        ("1\u{202F}000,5", .comma, "1000.5"),
    ])
    func `numbers of people and banks`(_ text: String, _ mark: DecimalMark, _ plain: String) throws {
        #expect(try #require(NumberText(text)).plain(mark) == plain)
    }

    @Test(arguments: ["", "abc", "1e5", "1-2", "--1", "1 EUR 2", "EUR 1 USD", "٣", "1..2.", "=1+1", "-", "NaN", "0x10"])
    func `what is no number, or has marks that fit no reading`(_ text: String) {
        let number = NumberText(text)
        #expect(DecimalMark.allCases.allSatisfy { number?.plain($0) == nil })
    }

    @Test(arguments: [
        ("1", NumberText.Evidence.none), ("1.5", .only(.point)), ("1,5", .only(.comma)), ("1.234", .either),
        ("1,234", .either), ("0.125", .only(.point)), ("1234.567", .only(.point)), ("1.234,5", .only(.comma)),
        ("1,234,567", .only(.point)), ("1.234.567", .only(.comma)), ("1.2345", .only(.point)),
    ])
    func `what a number says about its column`(_ text: String, _ evidence: NumberText.Evidence) throws {
        #expect(try #require(NumberText(text)).evidence == evidence)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `a number that is written with either mark is read back`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let whole = Int.random(in: 0...99_999_999, using: &random)
            let cents = Int.random(in: 0...99, using: &random)
            let isNegative = Bool.random(using: &random)
            let digits = String(whole)
            let grouped = String(
                digits.reversed().enumerated().flatMap { $0 > 0 && $0 % 3 == 0 ? ["#", $1] : [$1] }.reversed())
            let expected = "\(isNegative ? "-" : "")\(digits).\(cents < 10 ? "0" : "")\(cents)"
            for (mark, group) in [(DecimalMark.point, ","), (.comma, "."), (.point, " "), (.comma, "'"), (.point, "")] {
                let text =
                    (isNegative ? "-" : "") + grouped.replacing("#", with: group)
                    + (mark == .point ? "." : ",") + "\(cents < 10 ? "0" : "")\(cents)"
                let number = try #require(NumberText(text), "\(text), seed \(seed)")
                #expect(number.plain(mark) == expected, "\(text), seed \(seed)")
                #expect(number.evidence == .only(mark), "\(text), seed \(seed)")
            }
        }
    }
}

@Suite struct DateTextTests {
    @Test(arguments: [
        ("2026-05-20", "2026-05-20"), ("20260520", "2026-05-20"), ("2026-05-20T13:45:00Z", "2026-05-20"),
        ("2026/5/3 10:00", "2026-05-03"), ("20.05.2026", "2026-05-20"), ("3.4.26", "2026-04-03"),
        ("20/05/2026", "2026-05-20"), ("20-05-2026", "2026-05-20"),
        ("20 May 2026", "2026-05-20"), ("May 20, 2026", "2026-05-20"), ("3. März 2026", "2026-03-03"),
        ("1-Dec-2026", "2026-12-01"), ("31. Dez. 2026", "2026-12-31"), ("Sept 5 2026", "2026-09-05"),
    ])
    func `days, the day before the month`(_ text: String, _ day: String) throws {
        #expect(try #require(DateText(text)).day(.dayFirst) == CalendarDay(day))
    }

    @Test func `the month first`() throws {
        #expect(try #require(DateText("05/20/2026")).day(.monthFirst) == CalendarDay("2026-05-20"))
        #expect(try #require(DateText("05/20/2026")).evidence == .monthFirst)
        #expect(try #require(DateText("05/20/2026")).day(.dayFirst) == nil)
        #expect(try #require(DateText("20/05/2026")).evidence == .dayFirst)
        #expect(try #require(DateText("03.04.2026")).evidence == .dayFirst)
        #expect(try #require(DateText("03/04/2026")).evidence == nil)
        #expect(try #require(DateText("03/04/2026")).needsOrder)
        #expect(try !#require(DateText("04/04/2026")).needsOrder)
    }

    @Test(arguments: [
        "", "soon", "2026-05", "1/2/3/4", "5/20", "2026-05.20", "May 20", "12345", "2026 May 20",
        "20 Ma 2026", "20 Total 2026", "May May 2026", "1/1/123",
        "May 20 10:30", "May 20, 10:30:15", "May 20 10 30",
        "20 May 10.30", "20 May 26 pieces", "20 May 126",
        "20 May 6",
    ])
    func `what is no date`(_ text: String) { #expect(DateText(text) == nil) }

    @Test(arguments: [
        ("1.2.46", "2046-02-01"), ("1.2.47", "1947-02-01"), ("1.2.26", "2026-02-01"), ("1.2.99", "1999-02-01"),
    ])
    func `a year of two digits is at most 20 years ahead`(_ text: String, _ day: String) throws {
        let context = DateContext(today: try CalendarDay("2026-05-20"))
        #expect(try #require(DateText(text)).day(.dayFirst, context) == CalendarDay(day))
    }

    @Test(arguments: [
        ("13 Mar 26", "2026-03-13"), ("13-Mar-26", "2026-03-13"), ("Mar 13, 26", "2026-03-13"),
        ("13-MAR-26 10:30", "2026-03-13"), ("05 Mar 26", "2026-03-05"), ("26-Mar-05", "2005-03-26"),
        ("13. März 26", "2026-03-13"), ("13 Mar 46", "2046-03-13"), ("13 Mar 47", "1947-03-13"),
    ])
    func `a year of two digits behind the name of a month`(_ text: String, _ day: String) throws {
        let context = DateContext(today: try CalendarDay("2026-05-20"))
        let date = try #require(DateText(text))
        #expect(!date.needsOrder)
        for order in DateOrder.allCases { #expect(date.day(order, context) == (try CalendarDay(day)), "\(order)") }
    }

    @Test(arguments: [
        ("1.2.29", "2029-02-01"), ("1.2.30", "1930-02-01"), ("1 Feb 29", "2029-02-01"), ("Feb 1, 30", "1930-02-01"),
    ])
    func `a year of two digits is of the hundred years that a person names`(_ text: String, _ day: String) throws {
        let context = DateContext(today: try CalendarDay("2026-05-20"), century: 1930)
        #expect(try #require(DateText(text)).day(.dayFirst, context) == CalendarDay(day))
    }

    @Test(arguments: ["2026-02-30", "31.04.2026", "00.01.2026", "20261301"])
    func `what is no day`(_ text: String) throws { #expect(try #require(DateText(text)).day(.dayFirst) == nil) }
}
