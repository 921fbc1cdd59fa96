package import Persistence
import Presentation
import Values

extension Page {
    /// The journal, newest first.
    ///
    /// - Parameters:
    ///   - older: the number of the entry that the next page begins with; nil when there are no more.
    ///   - isNewest: whether the page begins with the newest entry.
    ///   - next: the entry that an undo would undo, and the undo that a redo would.
    package static func activity(
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
}

extension PageStyle {
    /// How many changes of an entry are shown.
    package static let mostChanges = 5

    /// How many changes of an entry are read for its sentence, so that the rows of a month's file are counted.
    package static let mostCountedChanges = 200

    /// An entry of the journal with what it changed.
    ///
    /// - Parameter next: the entry that can be undone and the undo that can be redone, which get a button for it.
    package func item(
        _ history: HistoryEntry, next: (undo: JournalEntry.Head?, redo: JournalEntry.Head?) = (nil, nil)
    ) -> HTML {
        let entry = history.head
        let most = Self.mostChanges
        let changes = history.changes.prefix(most).map { HTML("li", text: words($0)) }
        let more = entry.changeCount > most ? [HTML("li", text: "… and \(entry.changeCount - most) more")] : []
        let details = HTML.disclosure(
            "Details",
            [
                HTML("ul", [], changes + more),
                HTML("p", [.class("hint")], [HTML("code", text: "\(entry.origin.program) \(entry.origin.command)")]),
            ])
        return HTML(
            "li", [.init("data-key", "\(entry.number)")],
            [
                HTML("p", [], [HTML("strong", [], [sentence(history)]), .text(" · "), maker(entry)])
            ] + back(entry.number, next) + (hidesAmounts ? [] : [details]))
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
