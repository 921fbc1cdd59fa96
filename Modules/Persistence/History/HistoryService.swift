public import PluginKit
public import Values

/// What was changed, and its undo and redo.
public struct HistoryService: Sendable {
    private let store: any Store
    private let history: History

    /// A service that asks these guards and permissions before it undoes or redoes what they are for.
    public init(store: any Store, guards: [UndoGuard], permissions: [ChangePermission] = []) {
        self.store = store
        history = History(guards: guards, permissions: permissions)
    }

    /// The journal, newest first.
    ///
    /// - Parameters:
    ///   - number: the number of the newest entry that is wanted; nil for the newest of all.
    ///   - most: how many changes of each entry are shown at most.
    /// - Throws: ``StoreError``.
    public func entries(
        from number: Int? = nil, limit: Int, most: Int = .max
    ) async throws -> Outcome<[HistoryEntry]> {
        Outcome(
            try await store.read { reader in
                try reader.journalHeads(of: nil, from: number, limit: limit).map {
                    try HistoryEntry($0, most: most, in: reader)
                }
            })
    }

    /// A thing as people name it.
    public struct Subject: Sendable {
        /// The word for its kind: "goal".
        public let kind: String
        /// Its name, its id, or the beginning of its id.
        public let name: String

        /// A thing of a kind.
        public init(kind: String, name: String) {
            self.kind = kind
            self.name = name
        }

        /// Reads `goal=Car`; nil when there is no kind or no name.
        public init?(_ text: String) {
            let words = text.split(separator: "=", maxSplits: 1)
            guard words.count == 2 else { return nil }
            self.init(kind: String(words[0]), name: String(words[1]))
        }
    }

    /// The journal of one thing with what names it, newest first; of all things when none is given.
    ///
    /// - Parameter most: how many changes of each entry are shown at most.
    /// - Throws: ``LookupError``, ``StoreError``.
    public func entries(
        of subject: Subject?, limit: Int, most: Int = .max
    ) async throws -> Outcome<[HistoryEntry]> {
        Outcome(
            try await store.read { reader in
                let key = try subject.map { try reader.record(of: $0.kind, named: $0.name).key }
                return try reader.journalHeads(of: key, from: nil, limit: limit).map {
                    try HistoryEntry($0, most: most, in: reader)
                }
            })
    }

    /// Which entry an undo would undo now, and whose undo a redo would.
    ///
    /// - Throws: ``StoreError``.
    public func next() async throws -> (undo: JournalEntry.Head?, redo: JournalEntry.Head?) {
        try await store.read { (undo: try $0.undoable(), redo: try $0.redoable()) }
    }

    /// What an undo or a redo answered that was aimed at an entry: the change that it undid or made stand again.
    ///
    /// - Throws: ``HistoryError/notLast(entry:newest:)`` when there is no such entry, ``StoreError``.
    public func aimed(at number: Int) async throws -> Outcome<HistoryEntry> {
        Outcome(
            try await store.read { reader in
                var next = number
                while let head = try reader.journalHeads(of: nil, from: next, limit: 1).first, head.number == next {
                    guard let undone = head.undoes else { return try HistoryEntry(head, most: .max, in: reader) }
                    next = undone
                }
                throw HistoryError.notLast(entry: number, newest: try reader.newestEntry())
            })
    }

    /// Undoes the last change that was not undone; returns its entry.
    ///
    /// - Parameters:
    ///   - expected: the number of the entry that is to be undone; nil for whichever is the last.
    ///   - most: how many of its changes are shown at most.
    /// - Throws: ``HistoryError``, ``StoreError``, or what a guard or a permission throws.
    public func undo(
        _ call: Call, expecting expected: Int? = nil, most: Int = .max
    ) async throws -> Outcome<HistoryEntry> {
        let history = history
        return Outcome(
            try await store.write(call) { writer in
                let entry = try history.undo(in: writer, expecting: expected, now: call.now)
                return try HistoryEntry(entry.head, most: most, in: writer)
            })
    }

    /// Redoes what the latest undo undid; returns the entry that stands again.
    ///
    /// - Parameters:
    ///   - expected: the number of the undo whose entry is to stand again; nil for whichever is the last.
    ///   - most: how many of its changes are shown at most.
    /// - Throws: ``HistoryError``, ``StoreError``, or what a guard or a permission throws.
    public func redo(
        _ call: Call, expecting expected: Int? = nil, most: Int = .max
    ) async throws -> Outcome<HistoryEntry> {
        let history = history
        return Outcome(
            try await store.write(call) { writer in
                var entry = try history.redo(in: writer, expecting: expected, now: call.now)
                while let undone = entry.undoes, let earlier = try writer.journalEntry(undone) { entry = earlier }
                return try HistoryEntry(entry.head, most: most, in: writer)
            })
    }
}

extension ServiceKey where Service == UndoGuard {
    /// The guards of all plugins.
    public static var undoGuards: ServiceKey<UndoGuard> { ServiceKey<UndoGuard>("undoGuards", selection: .every) }
}
