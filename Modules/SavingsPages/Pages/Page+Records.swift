public import ExchangeRates
public import Models
import Presentation
public import WebPages

extension Page {
    /// Every rate in use.
    public static func rates(_ found: [FoundRate], display: Currency, _ style: PageStyle) -> Page {
        var table = DataTable(
            "Rates in \(display)", [.text("Currency"), .number("Rate"), .text("Source"), .text("Time"), .text("State")])
        for found in found {
            table.add([
                .text("1 \(found.from)"),
                found.rate.map {
                    .text("\(style.numbers.digits($0.rate.significantString(digits: 10))) \(found.to)")
                }
                    ?? .badge("not known", .attention), .text(found.rate?.sources.joined(separator: ", ") ?? ""),
                found.rate.map { style.time($0.time) } ?? .text(found.gap ?? ""),
                found.rate.map { style.badge($0.state) } ?? .nothing,
            ])
        }
        return Page(
            "Rates", in: nil,
            [
                HTML("h1", text: "Rates"),
                found.isEmpty ? .paragraph("Everything is counted in one currency: no rates are needed.") : table.html,
                HTML("p", [], [.button("Ask again", to: "/rates")]),
            ])
    }

    /// What words mean and how pages are used.
    public static func help() -> Page {
        let words: [(String, String)] = [
            ("To set aside", "What will be paid next for all goals: what was decided, else what is required."),
            ("Required", "What remains of a goal, split evenly over its payment dates: the first of these payments."),
            (
                "At least, at most",
                "Something could not be counted, so the true figure lies on that side. What is missing stands beside it."
            ),
            ("On track, behind", "Whether a goal has what its payment dates so far required."),
            ("Free", "What of an asset no goal gets."), ("Stale", "A rate that is older than it should be; it counts."),
            ("Month", "Starting a month fixes payments and rates, so that they do not follow daily prices."),
        ]
        let keys: [(String, String)] = [
            ("Tab, Shift+Tab", "from one control to the next, and back"),
            ("Enter", "follows a link or presses a button"), ("Space", "opens what is folded up"),
            ("Arrow keys", "move a slider by one, Page Up and Page Down by more; scroll a table that has the focus"),
        ]
        return Page(
            "Help", in: nil,
            [
                HTML("h1", text: "Help"),
                .cards([
                    .card("Words", id: "words", [.facts(words.map { ($0.0, .text($0.1)) })]),
                    .card("Keys", id: "keys", [.facts(keys.map { ($0.0, .text($0.1)) })]),
                    .card(
                        "About these pages", id: "about",
                        [
                            .paragraph(
                                "They show what the command line shows, to the last digit. They follow changes by other programs within two seconds. What is written can be undone under Activity."
                            ),
                            HTML("p", [], [.link("For programs: the same figures as JSON", to: "/api")]),
                        ]),
                ]),
            ])
    }
}
