import Foundation
public import Persistence
public import Presentation
public import Values

extension Document {
    private typealias Row = (entry: JournalEntry.Head, change: HistoryEntry.Change)
    private static let origin: [Field<JournalEntry.Head>] = [
        .value("number", \.number), .value("time", \.origin.instant), .value("program", \.origin.program),
        .value("person", \.origin.person, note: "Who made it, where a program knows several."),
        .value("command", \.origin.command), .value("undoes", \.undoes),
    ]
    private static let change = Shape<HistoryEntry.Change>(
        .value("record", \.kind, note: "The kind of thing."),
        .value("of", \.owners, note: "The names of the things that it belongs to."), .value("before", \.before),
        .value("after", \.after),
        .list(
            "fields",
            Shape<HistoryEntry.Change.Field>(
                .value("name", \.name), .value("before", \.before), .value("after", \.after)), \.fields,
            note: "What differs when the thing is neither new nor gone."))

    static let historyShape = DocumentShape<[HistoryEntry]>(
        "history", "Entries of the journal, newest first.",
        Shape(
            .list(
                "history",
                Shape<HistoryEntry>(
                    .members(Shape<JournalEntry.Head>(.all(origin)), \.head), .list("changes", change, \.changes)),
                { $0 })),
        row: Shape<Row>(
            .members(Shape<JournalEntry.Head>(.all(origin)), \.entry), .members(change, \.change)),
        rows: { $0.flatMap { history in history.changes.map { (history.head, $0) } } })

    /// Entries of the journal.
    public init(history: [HistoryEntry], asOf day: CalendarDay) { self.init(Self.historyShape, history, asOf: day) }
}

extension TextLayout {
    /// Entries of the journal, each with what it changed.
    func lines(history: [HistoryEntry]) -> [String] {
        guard !history.isEmpty else { return ["Nothing was changed yet."] }
        return history.flatMap { history in
            let entry = history.head
            let undone = entry.undoes.map { " (undoes \($0))" } ?? ""
            let who = entry.origin.person.map { "\($0), " } ?? ""
            let head =
                "\(entry.number)  \(entry.origin.instant.text(in: zone))  \(who)\(entry.origin.program) "
                + entry.origin.command + undone
            return [style.apply(.strong, to: TextWidth.printable(head))] + lines(changesOf: history)
        }
    }

    /// How many changes of an entry are shown.
    static let shownChanges = 5

    /// What an entry changed, at most a few of it.
    func lines(changesOf history: HistoryEntry) -> [String] {
        let shown = TextLayout.shownChanges
        let changes = history.changes.prefix(shown).map { "    \(text(of: $0))" }
        let more = history.head.changeCount > shown ? ["    … and \(history.head.changeCount - shown) more"] : []
        return changes + more
    }

    /// The name of a reference without its ending.
    private static func plain(_ name: String) -> String { name.hasSuffix("ID") ? String(name.dropLast(2)) : name }

    /// The beginning of an id, as lists show it; any other text as it is.
    private static func short(_ text: String) -> String {
        UUID(uuidString: text).map { String($0.uuidString.lowercased().prefix(8)) } ?? text
    }

    private func text(of change: HistoryEntry.Change) -> String {
        let owners = change.owners.isEmpty ? "" : " (\(change.owners.joined(separator: ", ")))"
        let fields = change.fields.map { field in
            "\(Self.plain(field.name)) \(Self.short(field.before)) → \(Self.short(field.after))"
        }.joined(separator: ", ")
        switch (change.before, change.after) {
        case (nil, let after?): return "added \(after)\(owners)"
        case (let before?, nil): return "deleted \(before)\(owners)"
        case (let before?, _): return "changed \(before)\(owners)" + (fields.isEmpty ? "" : ": \(fields)")
        case (nil, nil): return "nothing"
        }
    }
}
