import Models

/// An entry of the journal as people read it: each change with the things that it belongs to, by name.
public struct HistoryEntry: Sendable {
    /// A change of one thing.
    public struct Change: Sendable {
        /// A field that differs.
        public struct Field: Sendable, Equatable {
            /// Its name.
            public let name: String
            /// What it held.
            public let before: String
            /// What it holds.
            public let after: String
        }

        /// What kind of thing changed: "transaction".
        public let kind: String
        /// The thing before, in a few words; nil when it is new.
        public let before: String?
        /// The thing after; nil when it went away.
        public let after: String?
        /// The names of the things that it belongs to, as they are called now, or were last: "Savings".
        public let owners: [String]
        /// What differs when it is neither new nor gone.
        public let fields: [Field]
    }

    /// The entry.
    public let entry: JournalEntry
    /// What it changed, in order.
    public let changes: [Change]

    init(_ entry: JournalEntry, in reader: any StoreReader) throws {
        self.entry = entry
        changes = try entry.changes.map { change in
            let record = change.after ?? change.before
            return Change(
                kind: change.key.kind, before: change.before?.summary, after: change.after?.summary,
                owners: try record?.references.compactMap { try reader.name(of: $0, in: entry) } ?? [],
                fields: change.differences)
        }
    }
}

extension Change {
    fileprivate var differences: [HistoryEntry.Change.Field] {
        guard let before, let after else { return [] }
        return zip(before.fields, after.fields).compactMap { old, new in
            old.text == new.text ? nil : .init(name: old.name, before: old.text, after: new.text)
        }
    }
}

extension StoreReader {
    /// What a thing is called; when it is gone, what it was called when it went.
    fileprivate func name(of key: EntityKey, in entry: JournalEntry) throws -> String? {
        // What is gone is the newest entry of its own history, or went with this one.
        let record =
            try record(key)
            ?? (entry.changes + (try journal(of: key, limit: 1).first?.changes ?? []))
            .first { $0.key == key }.flatMap { $0.before ?? $0.after }
        return record?.fields.first { $0.name == "name" }?.text
    }
}
