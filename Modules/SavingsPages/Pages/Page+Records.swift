public import ExchangeRates
public import Models
public import Persistence
import Presentation
public import WebPages

extension Page {
    /// The journal, newest first.
    ///
    /// - Parameters:
    ///   - older: the number of the entry that the next page begins with; nil when there are no more.
    ///   - isNewest: whether the page begins with the newest entry.
    ///   - next: the entry that an undo would undo, and the undo that a redo would.
    public static func activity(
        _ entries: [HistoryEntry], older: Int?, isNewest: Bool = true,
        next: (undo: JournalEntry.Head?, redo: JournalEntry.Head?),
        _ style: PageStyle
    ) -> Page {
        Page(
            "Activity", in: "Activity",
            [
                HTML("h1", text: "Activity"),
                entries.isEmpty
                    ? .paragraph("Nothing was changed yet.", "empty")
                    : HTML(
                        "ul", [.class("activity"), .init("data-live-list", "activity")],
                        entries.map { style.item($0, next: next) }),
                isNewest && older == nil
                    ? .nothing
                    : HTML(
                        "nav", [.class("pager"), .init("aria-label", "Pages of the list")],
                        (isNewest ? [] : [.link("Newest", to: "/activity"), .text(" ")])
                            + (older.map { [.link("Older", to: "/activity?from=\($0)")] } ?? [])),
            ])
    }

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

extension PageStyle {
    /// How many changes of an entry are shown.
    public static let mostChanges = 5

    /// An entry of the journal with what it changed.
    ///
    /// - Parameter next: the entry that can be undone and the undo that can be redone, which get a button for it.
    func item(
        _ history: HistoryEntry, next: (undo: JournalEntry.Head?, redo: JournalEntry.Head?) = (nil, nil)
    ) -> HTML {
        let entry = history.head
        let most = Self.mostChanges
        let changes = history.changes.prefix(most).map { HTML("li", text: words($0)) }
        let more = entry.changeCount > most ? [HTML("li", text: "… and \(entry.changeCount - most) more")] : []
        return HTML(
            "li", [.init("data-key", "\(entry.number)")],
            [
                HTML(
                    "p", [],
                    [
                        time(entry.origin.instant), .text(" · "),
                        HTML(
                            "strong",
                            text:
                                "\(entry.origin.person.map { "\($0), " } ?? "")\(entry.origin.program) \(hidesAmounts ? entry.origin.command.firstWords : entry.origin.command)"
                        ),
                        .text(entry.undoes.map { " (undoes \($0))" } ?? ""),
                    ])
            ] + (hidesAmounts ? [] : [HTML("ul", [], changes + more)]) + back(entry.number, next))
    }

    private func back(
        _ number: Int, _ next: (undo: JournalEntry.Head?, redo: JournalEntry.Head?)
    ) -> [HTML] {
        guard let writing = writing else { return [] }
        var buttons: [HTML] = []
        if number == next.undo?.number {
            buttons.append(writing.button("Undo", to: "/history/undo", [("aim", "\(number)")]))
        }
        if number == next.redo?.number {
            buttons.append(writing.button("Redo", to: "/history/redo", [("aim", "\(number)")]))
        }
        return buttons
    }

    private func words(_ change: HistoryEntry.Change) -> String {
        let owners = change.owners.isEmpty ? "" : " (\(change.owners.joined(separator: ", ")))"
        let fields = change.fields.map { "\($0.name) \($0.before) → \($0.after)" }.joined(separator: ", ")
        return switch (change.before, change.after) {
        case (nil, let after?): "added \(after)\(owners)"
        case (let before?, nil): "deleted \(before)\(owners)"
        case (let before?, _): "changed \(before)\(owners)" + (fields.isEmpty ? "" : ": \(fields)")
        case (nil, nil): "nothing"
        }
    }
}

extension String {
    /// The words before the first option or number: what a command was, without its figures.
    fileprivate var firstWords: String {
        split(separator: " ").prefix { !$0.hasPrefix("-") && !$0.contains(where: \.isNumber) }.joined(separator: " ")
    }
}
