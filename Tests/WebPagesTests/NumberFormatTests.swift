import Models
import Presentation
import Testing

struct NumberFormatTests {
    @Test(arguments: [
        ("en", "1,234,567.50\u{A0}EUR", "Jun 5, 2026"), ("en-GB", "1,234,567.50\u{A0}EUR", "5 Jun 2026"),
        ("de", "1.234.567,50\u{A0}EUR", "05.06.2026"), ("fr", "1\u{202F}234\u{202F}567,50\u{A0}EUR", "05/06/2026"),
        ("ja", "1,234,567.50\u{A0}EUR", "2026/06/05"), ("en-IN", "12,34,567.50\u{A0}EUR", "5 Jun 2026"),
    ])
    func `numbers and days are written as they are known there`(locale: String, amount: String, day: String) throws {
        let format = try #require(NumberFormat.named(locale))
        #expect(format.locale == locale)
        #expect(format.text(try Money("1234567.50", .eur)) == amount)
        #expect(format.text(try CalendarDay("2026-06-05")) == day)
    }

    @Test(arguments: [
        ("de-AT,de;q=0.9,en;q=0.8", "de"), ("fr-CH, fr;q=0.9", "fr"), ("en-IN", "en-IN"), ("sv, en-GB;q=0.8", "sv"),
        ("zu, en-GB;q=0.8", "en-GB"),
        ("", "en"), ("zz", "en"), ("en;q=0.1, ja;q=0.7", "ja"), ("de;q=0, fr;q=0.1", "fr"), ("*", "en"),
        (";;;,,,q=", "en"),
    ])
    func `what a browser prefers is taken where it is known`(accepted: String, expected: String) {
        #expect(NumberFormat.preferred(accepted).locale == expected)
    }

    @Test func `every number keeps its digits`() throws {
        for format in NumberFormat.all {
            for text in ["0", "-0.5", "12", "123", "1234", "-1234.5", "100000", "99999999999999999999.00000001"] {
                let shown = format.digits(text)
                #expect(shown.filter(\.isNumber) == text.filter(\.isNumber), "\(format.locale) \(shown)")
                #expect(shown.hasPrefix("-") == text.hasPrefix("-"))
            }
        }
    }

    @Test func `bounds are words, and hidden amounts are nowhere`() throws {
        let format = try #require(NumberFormat.named("en"))
        let amount = try Money("1234.50", .usd)
        let shown = TextStyle(format, hidesAmounts: false)
        #expect(shown.amount(amount, .atMost) == "at most 1,234.50\u{A0}USD")
        #expect(shown.amount(amount, .atLeast) == "at least 1,234.50\u{A0}USD")
        #expect(shown.amount(amount, .unknown) == "not known, about 1,234.50\u{A0}USD")
        let hidden = TextStyle(format, hidesAmounts: true)
        #expect(hidden.amount(amount) == "•••" && hidden.digits(amount) == "•••")
        // A terminal's texts are as they were.
        #expect(TextStyle(isColored: false, grouping: .space).amount(amount, .atLeast) == "≥ 1\u{A0}234.50 USD")
        #expect(TextStyle(isColored: false).amount(amount) == "1234.50 USD")
    }
}
