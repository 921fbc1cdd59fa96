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
        try await store.read { try $0.undoable() }
    }

    /// The undo that ``redo(_:)`` would take back now, or nil.
    ///
    /// - Throws: ``StoreError``.
    public func redoable() async throws -> JournalEntry? {
        try await store.read { try $0.redoable() }
    }

    /// Takes back the newest change that still stands; returns its entry.
    ///
    /// - Throws: ``HistoryError``, ``StoreError``.
    @discardableResult
    public func undo(_ origin: ChangeOrigin) async throws -> JournalEntry {
        try await store.write(origin) { writer in
            guard let entry = try writer.undoable() else {
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
            guard let entry = try writer.redoable() else {
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

extension StoreReader {
    /// The newest change that stands.
    ///
    /// After an entry that takes back number n the store is as it was after n − 1, whatever lies between: so the way down
    /// the journal jumps there.
    fileprivate func undoable() throws -> JournalEntry? {
        var entry = try journal(of: nil, limit: 1).first
        while let undo = entry, let undone = undo.undoes { entry = try journalEntry(min(undone, undo.number) - 1) }
        return entry
    }

    /// The newest undo that stands, unless a new change came after it.
    fileprivate func redoable() throws -> JournalEntry? {
        var entry = try journal(of: nil, limit: 1).first
        while let undo = entry, let undone = undo.undoes {
            // What takes back an entry that itself takes one back is a redo.
            guard try journalEntry(undone)?.undoes != nil else { return undo }
            entry = try journalEntry(min(undone, undo.number) - 1)
        }
        return nil
    }
}
