import Foundation
import Models
import Presentation
import Testing
import WebPages

struct MessageTests {
    private func style(hidesAmounts: Bool = false) throws -> PageStyle {
        PageStyle(
            try #require(NumberFormat.named("en")), hidesAmounts: hidesAmounts, zone: .gmt,
            today: CalendarDay(dayNumber: 20_000),
            remedies: RemedyWords(["see": { "It is on the page \($0["page"] ?? "")." }]),
            pages: ["Month": "/month", "Goals": "/goals"])
    }

    @Test(arguments: [
        ("Close it on the page Month.", "Close it on <a href=\"/month\">the page Month</a>."),
        (
            "The page Goals and the page Month.",
            "<a href=\"/goals\">The page Goals</a> and <a href=\"/month\">the page Month</a>."
        ),
        ("It is on the page Herds.", "It is on the page Herds."),
        ("Month is not a page.", "Month is not a page."),
        ("'On the page Month' has <b>.", HTML.text("'On the page Month' has <b>.").text(PageLinks())),
        ("", ""),
    ])
    func `a page that a message names is a link`(text: String, html: String) throws {
        #expect(try style().linkedMessage(text).text(PageLinks()) == html)
    }

    @Test(arguments: [
        ("It holds 1673.93 EUR.", "It holds 1,673.93 EUR."), ("1234 JPY or -2000.50 USD", "1,234 JPY or -2,000.50 USD"),
        ("'Car 2000.00 EUR' holds 5.00 EUR", "'Car 2000.00 EUR' holds 5.00 EUR"),
        ("as in 1000.00 EUR", "as in 1000.00 EUR"),
        ("1,673.93 EUR", "1,673.93 EUR"), ("Line 2000 of the file", "Line 2000 of the file"),
    ])
    func `amounts in a message are written as on pages`(text: String, shown: String) throws {
        #expect(try style().message(text) == shown)
    }

    @Test func `warnings say their remedies and leave hidden amounts out`() throws {
        let warning = Warning(
            code: "over", message: "'Fund' is over-allocated by 3000.00 EUR.", remedy: Remedy("see", ["page": "Month"]))
        let shown = try style().warnings([warning]).text(PageLinks())
        #expect(shown.contains("3,000.00 EUR. It is on <a href=\"/month\">the page Month</a>."))
        let hidden = try style(hidesAmounts: true).warnings([warning]).text(PageLinks())
        #expect(hidden.contains("over-allocated by") && !hidden.contains("3000"))
        #expect(try style().warnings([]).text(PageLinks()).isEmpty)
    }
}
