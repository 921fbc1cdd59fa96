public import Persistence
import Presentation
import Values

/// Says a change of the journal in a sentence without its full stop; nil for a change that a domain does not know.
public typealias ChangeSentence = @Sendable (HistoryEntry, PageStyle) -> HTML?

extension PageStyle {
    /// An entry of the journal as a sentence without its full stop.
    public func sentence(_ entry: HistoryEntry) -> HTML {
        guard entry.head.undoes != nil else { return said(entry) }
        // An undo of an undo makes the same changes again.
        return entry.isRedo
            ? .group([.text("Redid: "), said(entry.redone)]) : .group([.text("Undid: "), said(entry.reversed)])
    }

    private func said(_ entry: HistoryEntry) -> HTML {
        sentences.lazy.compactMap { $0(entry, self) }.first ?? plain(entry)
    }

    /// The sentence for things that no section of the program knows.
    private func plain(_ entry: HistoryEntry) -> HTML {
        guard let change = entry.changes.first, let record = change.recordAfter ?? change.recordBefore else {
            return .text("Changed nothing")
        }
        let word =
            switch (change.recordBefore, change.recordAfter) {
            case (nil, _): "Added"
            case (_, nil): "Deleted"
            default: "Changed"
            }
        guard entry.head.changeCount == 1 else { return .text("\(word) \(entry.head.changeCount) things") }
        let kind = change.kind.map { $0.isUppercase ? " \($0.lowercased())" : "\($0)" }.joined()
        return .group([
            .text("\(word) the \(kind)"), record.title.map { .group([.text(" "), .name($0)]) } ?? .nothing,
        ])
    }

    /// The maker of an entry and its time: "Ana, 2 min ago".
    package func maker(_ entry: JournalEntry.Head) -> HTML {
        .group([entry.origin.person.map { .group([.name($0), .text(", ")]) } ?? .nothing, age(entry.origin.instant)])
    }

    /// The notice of a page that follows a change: what was done, with a button that undoes it.
    ///
    /// - Parameter next: the entry that an undo would undo, and the undo that a redo would.
    package func done(_ entry: HistoryEntry, next: (undo: JournalEntry.Head?, redo: JournalEntry.Head?)) -> HTML {
        .notice(
            .good,
            [HTML("p", [.init("role", "status")], [sentence(entry), .text(".")])] + back(standing(entry).number, next))
    }

    /// The entry that an undo after this one would undo: a redo makes an earlier one stand again.
    private func standing(_ entry: HistoryEntry) -> JournalEntry.Head {
        entry.isRedo ? entry.original ?? entry.head : entry.head
    }

    /// The buttons that undo or redo an entry, where that can be done.
    func back(_ number: Int, _ next: (undo: JournalEntry.Head?, redo: JournalEntry.Head?)) -> [HTML] {
        guard let writing = writing else { return [] }
        let values = [("aim", "\(number)"), ("back", place)]
        var buttons: [HTML] = []
        if number == next.undo?.number { buttons.append(writing.button("Undo", to: "/history/undo", values)) }
        if number == next.redo?.number { buttons.append(writing.button("Redo", to: "/history/redo", values)) }
        return buttons
    }
}

extension HistoryEntry {
    /// Whether it undoes an undo.
    fileprivate var isRedo: Bool { head.undoes != nil && head.origin.command.contains("--redo") }
}
