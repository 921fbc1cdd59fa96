import Foundation
import Models
import Presentation
import Testing
import WebPages

struct FrameTests {
    private func text(_ groups: [Frame.Group], place: String) throws -> String {
        let style = PageStyle(
            try #require(NumberFormat.named("en")), hidesAmounts: false, zone: .gmt,
            today: CalendarDay(dayNumber: 20_000))
        let frame = Frame(
            "/", name: "Savings", pages: Frame.Pages(first: [Frame.Entry("Overview", "/", sign: "⌂")], groups: groups),
            reader: Frame.Reader(style, theme: nil, csrf: ""), figures: nil, isDemo: false)
        let text = frame.text(Page("Page", in: place, []))
        return text.components(separatedBy: "<nav class=\"pages\"").last?.components(separatedBy: "</nav>").first ?? ""
    }

    private let goals = [Frame.Entry("Goals", "/goals", sign: "⚑"), Frame.Entry("Report", "/report", sign: "≡")]
    private let herds = [Frame.Entry("Herds", "/herds", sign: "⚘"), Frame.Entry("Report", "/herds/report", sign: "≡")]

    @Test func `the pages of one section are a plain list`() throws {
        let list = try text([Frame.Group("Savings", goals, isCurrent: true)], place: "Goals")
        #expect(!list.contains("group") && list.components(separatedBy: "<ul>").count == 2)
        #expect(list.contains("href=\"/goals\" aria-current=\"page\""))
    }

    @Test func `the pages of several sections stand under their titles, and one of them is the current page`() throws {
        let list = try text(
            [Frame.Group("Savings", goals, isCurrent: false), Frame.Group("Livestock", herds, isCurrent: true)],
            place: "Report")
        #expect(list.contains("<li class=\"group\"><a class=\"group-title\" href=\"/goals\">Savings</a><ul>"))
        #expect(list.contains("<li class=\"group current\"><a class=\"group-title\" href=\"/herds\">Livestock</a><ul>"))
        // Both have a page of this name.
        #expect(list.components(separatedBy: "aria-current").count == 2)
        #expect(list.contains("href=\"/herds/report\" aria-current=\"page\""))
    }
}
