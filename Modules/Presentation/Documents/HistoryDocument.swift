import Foundation
public import Models
public import Persistence

extension Document {
    /// Entries of the journal.
    public init(history: [JournalEntry], asOf day: CalendarDay) {
        self.init(
            "history", asOf: day, main: "history",
            body: [
                "history": .array(
                    history.map { entry in
                        [
                            "number": JSONValue(entry.number),
                            "time": .string(entry.origin.instant.formatted(.iso8601)),
                            "program": .string(entry.origin.program), "command": .string(entry.origin.command),
                            "undoes": entry.undoes.map { JSONValue($0) } ?? .null,
                            "changes": .array(
                                entry.changes.map { change in
                                    [
                                        "record": .string(change.key.kind),
                                        "before": JSONValue(change.before?.summary),
                                        "after": JSONValue(change.after?.summary),
                                    ]
                                }),
                        ]
                    })
            ])
    }
}

extension TextLayout {
    /// Entries of the journal, each with what it changed.
    public func lines(history: [JournalEntry]) -> [String] {
        guard !history.isEmpty else { return ["Nothing was changed yet."] }
        return history.flatMap { entry in
            let undone = entry.undoes.map { " (takes back \($0))" } ?? ""
            let head =
                "\(entry.number)  \(entry.origin.instant.formatted(.iso8601))  \(entry.origin.program) "
                + entry.origin.command + undone
            let shown = 5
            let changes = entry.changes.prefix(shown).map { change in
                "    \(change.before?.summary ?? "–") → \(change.after?.summary ?? "–")"
            }
            let more = entry.changes.count > shown ? ["    … and \(entry.changes.count - shown) more"] : []
            return [style.apply(.strong, to: head)] + changes + more
        }
    }
}
