public import Values

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
        /// The thing before as a record; nil when it is new.
        public let recordBefore: Record?
        /// The thing after as a record; nil when it went away.
        public let recordAfter: Record?
    }

    /// The entry without its changes.
    public let head: JournalEntry.Head
    /// What it changed, in order: everything, or the first of it.
    public let changes: [Change]
    /// The head of the change that this entry undoes or, as a redo, makes stand again; nil for a change of its own.
    package let original: JournalEntry.Head?

    /// - Parameter most: how many changes are shown at most.
    package init(_ head: JournalEntry.Head, most: Int, in reader: any StoreReader) throws {
        var changes: [Persistence.Change] = []
        _ = try reader.forEachChange(ofEntry: head.number) { change in
            changes.append(change)
            return changes.count < most
        }
        var names = OwnerNames()
        self.head = head
        var found = head
        while let undone = found.undoes, let next = try reader.journalHeads(of: nil, from: undone, limit: 1).first {
            found = next
        }
        original = head.undoes == nil ? nil : found
        self.changes = try changes.map { change in
            let record = change.after ?? change.before
            return Change(
                kind: change.key.kind, before: change.before?.summary, after: change.after?.summary,
                owners: try record?.references.compactMap { try names.name(of: $0, in: head, reader) } ?? [],
                fields: change.differences, recordBefore: change.before, recordAfter: change.after)
        }
    }
}

extension HistoryEntry {
    /// The entry that this one undoes, made of its changes: what was before and after is exchanged.
    package var reversed: HistoryEntry {
        HistoryEntry(
            head: original ?? head,
            changes: changes.map { change in
                Change(
                    kind: change.kind, before: change.after, after: change.before, owners: change.owners,
                    fields: change.fields.map { .init(name: $0.name, before: $0.after, after: $0.before) },
                    recordBefore: change.recordAfter, recordAfter: change.recordBefore)
            })
    }

    /// The entry that this one makes stand again, made of its changes.
    package var redone: HistoryEntry { HistoryEntry(head: original ?? head, changes: changes) }

    private init(head: JournalEntry.Head, changes: [Change]) {
        self.head = head
        self.changes = changes
        original = nil
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

/// The names of things that others belong to, each found once.
private struct OwnerNames {
    private var known: [EntityKey: String?] = [:]

    /// What a thing is called; when it is gone, what it was called when it went.
    mutating func name(of key: EntityKey, in entry: JournalEntry.Head, _ reader: any StoreReader) throws -> String? {
        if let name = known[key] { return name }
        // What is gone went with this entry, or is in the newest one of its own history.
        let record =
            try reader.record(key) ?? Self.last(key, in: entry, reader)
            ?? reader.journalHeads(of: key, changing: key.kind, from: nil, limit: 1).first.flatMap {
                try Self.last(key, in: $0, reader)
            }
        let name = record?.title
        known[key] = .some(name)
        return name
    }

    private static func last(
        _ key: EntityKey, in entry: JournalEntry.Head, _ reader: any StoreReader
    ) throws -> Record? {
        try reader.change(of: key, inEntry: entry.number).flatMap { $0.before ?? $0.after }
    }
}
