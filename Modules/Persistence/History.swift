/// Takes changes back, one journal entry at a time, and brings them again.
///
/// Taking back is a write like any other: it has its own journal entry, which names the one it takes back, so nothing is
/// ever lost and every step can be reversed.
public struct History: Sendable {
    private let store: any Store

    /// The history of a store.
    public init(store: any Store) {
        self.store = store
    }

    /// The entry that ``undo(_:)`` would take back now, or nil.
    ///
    /// - Throws: ``StoreError``.
    public func undoable() async throws -> JournalEntry? {
        try await store.read { try Timeline.search($0) { $0.undoable } }
    }

    /// The undo that ``redo(_:)`` would take back now, or nil.
    ///
    /// - Throws: ``StoreError``.
    public func redoable() async throws -> JournalEntry? {
        try await store.read { try Timeline.search($0) { $0.redoable } }
    }

    /// Takes back the newest change that still stands; returns its entry.
    ///
    /// - Throws: ``HistoryError``, ``StoreError``.
    @discardableResult
    public func undo(_ origin: ChangeOrigin) async throws -> JournalEntry {
        try await store.write(origin) { writer in
            guard let entry = try Timeline.search(writer, for: { $0.undoable }) else {
                throw HistoryError.nothingToUndo
            }
            return try History.takeBack(entry, in: writer)
        }
    }

    /// Brings back what the latest undo took, unless something new was done since; returns the undo's entry.
    ///
    /// - Throws: ``HistoryError``, ``StoreError``.
    @discardableResult
    public func redo(_ origin: ChangeOrigin) async throws -> JournalEntry {
        try await store.write(origin) { writer in
            guard let entry = try Timeline.search(writer, for: { $0.redoable }) else {
                throw HistoryError.nothingToRedo
            }
            return try History.takeBack(entry, in: writer)
        }
    }

    private static func takeBack(_ entry: JournalEntry, in writer: any StoreWriter) throws -> JournalEntry {
        do {
            for change in entry.changes.reversed() { try writer.apply(change.inverse) }
        } catch let error as StoreError {
            guard case .changedUnderneath = error else { throw error }
            throw HistoryError.conflict(command: entry.origin.command, cause: error)
        }
        writer.undoing(entry.number)
        return entry
    }
}

/// The newest part of a journal, and which of its entries still stand.
private struct Timeline {
    enum Answer {
        case entry(JournalEntry)
        case nothing
        /// The part is too short to tell.
        case unknown
    }

    private let entries: [JournalEntry]
    private let isWhole: Bool
    /// The numbers of the entries that a later one takes back.
    private let takenBack: Set<Int>

    private init(newestFirst entries: [JournalEntry], isWhole: Bool) {
        self.entries = entries
        self.isWhole = isWhole
        var takenBack: Set<Int> = []
        for entry in entries where !takenBack.contains(entry.number) {
            if let undone = entry.undoes { takenBack.insert(undone) }
        }
        self.takenBack = takenBack
    }

    /// Looks at ever longer parts of the journal until one tells.
    static func search(_ reader: any StoreReader, for answer: (Timeline) -> Answer) throws -> JournalEntry? {
        var length = 16
        while true {
            let entries = try reader.journal(of: nil, limit: length)
            switch answer(Timeline(newestFirst: entries, isWhole: entries.count < length)) {
            case .entry(let entry): return entry
            case .nothing: return nil
            case .unknown: length *= 8
            }
        }
    }

    /// The newest entry that stands and is neither an undo nor a redo.
    var undoable: Answer {
        let entry = entries.first { !takenBack.contains($0.number) && $0.undoes == nil }
        return entry.map(Answer.entry) ?? (isWhole ? .nothing : .unknown)
    }

    /// The newest undo that stands, unless a new change came after it. An undo of an undo is a redo.
    var redoable: Answer {
        for entry in entries where !takenBack.contains(entry.number) {
            guard let undone = entry.undoes else { return .nothing }
            guard let target = entries.first(where: { $0.number == undone }) else { return .unknown }
            if target.undoes == nil { return .entry(entry) }
        }
        return isWhole ? .nothing : .unknown
    }
}
