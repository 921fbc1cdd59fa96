import Values

public import struct Foundation.Date

/// Undoes and redoes changes, one journal entry at a time.
///
/// An undo is a write like any other: it has its own journal entry, which names the one it undoes, so nothing is
/// ever lost and every step can be reversed. It restores and does not judge: what is restored is not validated.
public struct History: Sendable {
    private let guards: [String: UndoGuard]
    private let permissions: [ChangePermission]

    /// A history that asks these guards and permissions.
    public init(guards: [UndoGuard] = [], permissions: [ChangePermission] = []) {
        self.permissions = permissions
        self.guards = Dictionary(guards.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Undoes the last change that was not undone, inside the caller's transaction; returns its entry.
    ///
    /// - Parameter expected: the number of the entry that is to be undone, so that nobody undoes what came later without
    ///   having seen it; nil for whichever is the last.
    /// - Throws: ``HistoryError``, ``StoreError``, or what a guard or a permission throws.
    @discardableResult
    public func undo(in writer: any StoreWriter, expecting expected: Int? = nil, now: Date) throws -> JournalEntry {
        try takeBack(try writer.undoable(), expecting: expected, or: .nothingToUndo, in: writer, now: now)
    }

    /// Redoes what the latest undo undid, unless something new was done since; returns the undo's entry.
    ///
    /// - Parameter expected: the number of the undo whose entry is to stand again; nil for whichever is the last.
    /// - Throws: ``HistoryError``, ``StoreError``, or what a guard or a permission throws.
    @discardableResult
    public func redo(in writer: any StoreWriter, expecting expected: Int? = nil, now: Date) throws -> JournalEntry {
        try takeBack(try writer.redoable(), expecting: expected, or: .nothingToRedo, in: writer, now: now)
    }

    /// Undoes the last change in a transaction of its own.
    ///
    /// - Throws: ``HistoryError``, ``StoreError``, or what a guard or a permission throws.
    @discardableResult
    public func undo(in store: any Store, _ origin: ChangeOrigin) async throws -> JournalEntry {
        try await store.write(origin) { try undo(in: $0, now: origin.instant) }
    }

    /// Redoes what the latest undo undid, in a transaction of its own.
    ///
    /// - Throws: ``HistoryError``, ``StoreError``, or what a guard or a permission throws.
    @discardableResult
    public func redo(in store: any Store, _ origin: ChangeOrigin) async throws -> JournalEntry {
        try await store.write(origin) { try redo(in: $0, now: origin.instant) }
    }

    private func takeBack(
        _ head: JournalEntry.Head?, expecting expected: Int?, or nothing: HistoryError, in writer: any StoreWriter,
        now: Date
    ) throws -> JournalEntry {
        if let expected, expected != head?.number {
            throw HistoryError.notLast(entry: expected, newest: try writer.newestEntry())
        }
        guard let head, let entry = try writer.journalEntry(head.number) else { throw nothing }
        let kinds = Set(entry.changes.map(\.key.kind))
        for permission in permissions { try permission.require(kinds) }
        for change in entry.changes where change.kind.description.undo == .guarded {
            guard let allows = guards[change.key.kind] else { throw HistoryError.unknownRules(kind: change.key.kind) }
            try allows.check(change, writer, now)
        }
        do {
            for change in entry.changes.reversed() { try writer.apply(change.inverse) }
        } catch let error as StoreError {
            guard case .changedUnderneath = error else { throw error }
            throw HistoryError.conflict(command: entry.origin.command, cause: error)
        }
        writer.markAsUndo(of: entry.number)
        return entry
    }
}

extension StoreReader {
    /// The last change that was not undone.
    ///
    /// After an entry that undoes number n the store is as it was after n − 1, whatever lies between: so the way down
    /// the journal jumps there.
    func undoable() throws -> JournalEntry.Head? {
        var entry = try newestEntry()
        while let undo = entry, let undone = undo.undoes { entry = try head(min(undone, undo.number) - 1) }
        return entry
    }

    /// The newest undo that stands, unless a new change came after it.
    func redoable() throws -> JournalEntry.Head? {
        var entry = try newestEntry()
        while let undo = entry, let undone = undo.undoes {
            // An undo of an undo is a redo.
            guard try head(undone)?.undoes != nil else { return undo }
            entry = try head(min(undone, undo.number) - 1)
        }
        return nil
    }

    private func head(_ number: Int) throws -> JournalEntry.Head? {
        try journalHeads(of: nil, from: number, limit: 1).first
    }
}
