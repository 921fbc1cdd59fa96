import Foundation
public import Models
public import Persistence

extension Document {
    /// Entries of the journal.
    public init(history: [HistoryEntry], asOf day: CalendarDay) {
        self.init(
            "history", asOf: day, main: "history", body: ["history": .array(history.map(JSONValue.init))])
    }
}

extension JSONValue {
    fileprivate init(_ history: HistoryEntry) {
        let entry = history.entry
        self = [
            "number": JSONValue(entry.number), "time": .string(entry.origin.instant.formatted(.iso8601)),
            "program": .string(entry.origin.program), "command": .string(entry.origin.command),
            "undoes": entry.undoes.map { JSONValue($0) } ?? .null,
            "changes": .array(
                history.changes.map { change in
                    [
                        "record": .string(change.kind), "before": JSONValue(change.before),
                        "after": JSONValue(change.after), "of": .array(change.owners.map { .string($0) }),
                        "fields": .array(
                            change.fields.map {
                                [
                                    "name": .string($0.name), "before": .string($0.before),
                                    "after": .string($0.after),
                                ]
                            }),
                    ]
                }),
        ]
    }
}

extension TextLayout {
    /// Entries of the journal, each with what it changed.
    public func lines(history: [HistoryEntry]) -> [String] {
        guard !history.isEmpty else { return ["Nothing was changed yet."] }
        return history.flatMap { history in
            let entry = history.entry
            let undone = entry.undoes.map { " (takes back \($0))" } ?? ""
            let head =
                "\(entry.number)  \(entry.origin.instant.text(in: zone))  \(entry.origin.program) "
                + entry.origin.command + undone
            return [style.apply(.strong, to: TextWidth.printable(head))] + lines(changesOf: history)
        }
    }

    /// What an entry changed, at most a few of it.
    public func lines(changesOf history: HistoryEntry) -> [String] {
        let shown = 5
        let changes = history.changes.prefix(shown).map { "    \(text(of: $0))" }
        let more = history.changes.count > shown ? ["    … and \(history.changes.count - shown) more"] : []
        return changes + more
    }

    private func text(of change: HistoryEntry.Change) -> String {
        let owners = change.owners.isEmpty ? "" : " (\(change.owners.joined(separator: ", ")))"
        let fields = change.fields.map { "\($0.name) \($0.before) → \($0.after)" }.joined(separator: ", ")
        switch (change.before, change.after) {
        case (nil, let after?): return "added \(after)\(owners)"
        case (let before?, nil): return "deleted \(before)\(owners)"
        case (let before?, _): return "changed \(before)\(owners)" + (fields.isEmpty ? "" : ": \(fields)")
        case (nil, nil): return "nothing"
        }
    }
}
