public import Models
public import PluginKit

/// What was changed, and its undo and redo.
public struct HistoryService: Sendable {
    private let store: any Store
    private let history: History

    /// A service that asks these guards before it undoes what they guard.
    public init(store: any Store, guards: [UndoGuard]) {
        self.store = store
        history = History(guards: guards)
    }

    /// The journal, newest first: everything, or what touches the thing of the kind that `name` means.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func entries(limit: Int) async throws -> Outcome<[HistoryEntry]> {
        Outcome(
            try await store.read { reader in
                try reader.journal(of: nil, limit: limit).map { try HistoryEntry($0, in: reader) }
            })
    }

    /// The journal of one thing with what names it, newest first.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func entries<E: Entity>(of type: E.Type, named name: String, limit: Int) async throws -> Outcome<
        [HistoryEntry]
    > {
        Outcome(
            try await store.read { reader in
                try reader.journal(of: Record(try reader.find(type, named: name)).key, limit: limit)
                    .map { try HistoryEntry($0, in: reader) }
            })
    }

    /// Undoes the last change that was not undone; returns its entry.
    ///
    /// - Throws: ``HistoryError``, ``StoreError``, or what a guard throws.
    public func undo(_ call: Call) async throws -> Outcome<HistoryEntry> {
        let history = history
        return Outcome(
            try await store.write(call) { writer in
                try HistoryEntry(try history.undo(in: writer, now: call.now), in: writer)
            })
    }

    /// Redoes what the latest undo undid; returns the entry that stands again.
    ///
    /// - Throws: ``HistoryError``, ``StoreError``, or what a guard throws.
    public func redo(_ call: Call) async throws -> Outcome<HistoryEntry> {
        let history = history
        return Outcome(
            try await store.write(call) { writer in
                var entry = try history.redo(in: writer, now: call.now)
                while let undone = entry.undoes, let earlier = try writer.journalEntry(undone) { entry = earlier }
                return try HistoryEntry(entry, in: writer)
            })
    }
}

extension ServiceKey where Service == UndoGuard {
    /// The guards of all plugins.
    public static var undoGuards: ServiceKey<UndoGuard> { ServiceKey<UndoGuard>("undoGuards", selection: .every) }
}
