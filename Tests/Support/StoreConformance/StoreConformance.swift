public import Models
public import Persistence

import struct Foundation.Date

/// What every store promises of every kind of thing: to be tried on a store of one's own, or on a kind of one's own.
///
/// ```swift
/// try await StoreConformance([gym, paper, phone], edited: { $0.raised }, prepare: { try $0.insert(account) })
///     .check(MemoryStore())
/// ```
public struct StoreConformance<E: Entity> {
    /// A promise that was not kept.
    public struct Broken: Error, CustomStringConvertible {
        /// What was promised.
        public let description: String
    }

    private let things: [E]
    private let edited: @Sendable (E) -> E
    private let guards: [UndoGuard]
    private let prepare: @Sendable (any StoreWriter) throws -> Void
    private let deleteReferenced: (@Sendable (any StoreWriter) throws -> Void)?

    /// A trial with things of one kind.
    ///
    /// - Parameters:
    ///   - things: several, with different keys.
    ///   - edited: another version of a thing under the same key.
    ///   - guards: allow undo, where the kind is guarded.
    ///   - prepare: writes what the things refer to.
    ///   - deleteReferenced: deletes something that the first thing refers to; nil when it refers to nothing.
    public init(
        _ things: [E], edited: @escaping @Sendable (E) -> E, guards: [UndoGuard] = [],
        prepare: @escaping @Sendable (any StoreWriter) throws -> Void = { _ in },
        deleteReferenced: (@Sendable (any StoreWriter) throws -> Void)? = nil
    ) {
        self.things = things
        self.edited = edited
        self.guards = guards
        self.prepare = prepare
        self.deleteReferenced = deleteReferenced
    }

    /// Tries everything on an empty store.
    ///
    /// - Throws: ``Broken``, or an error of the store that was not expected.
    public func check(_ store: any Store) async throws {
        guard let first = things.first else { throw Broken(description: "There is nothing to try.") }
        let (things, prepare, edit) = (things, prepare, edited)
        try await write(store, "prepare") { try prepare($0) }
        let begun = try await store.read { try $0.revision() }
        try await write(store, "insert") { for thing in things { try $0.insert(thing) } }
        try await expect(store, "What was inserted is read in the declared order") {
            try $0.all(E.self) == sorted(things)
        }
        for thing in things {
            try await expect(store, "A thing is found by its key") { try $0.find(E.self, key: key(thing)) == thing }
        }
        try await expect(store, "Every write counts") { try $0.revision() == begun + 1 }
        try await refusesStaleWrites(store, first)

        let snapshot = try await store.snapshot()
        try await write(store, "edit") { try $0.update(first, to: edit(first)) }
        try await expect(store, "An edit replaces the thing") { try $0.find(E.self, key: key(first)) == edit(first) }
        try await expect(snapshot, "A snapshot stays as it was") {
            try $0.revision() == begun + 1 && $0.all(E.self) == sorted(things)
        }
        try await refuses(snapshot, "A snapshot is not written") { try $0.update(first, to: edit(first)) }
        try await undoes(store, first)
        try await refusesToDangle(store)

        try await write(store, "delete") { for thing in things { try $0.delete(thing) } }
        try await expect(store, "What was deleted is gone") { try $0.all(E.self).isEmpty }
        guard E.declaration.description.isJournalled else { return }
        try await History(guards: guards).undo(in: store, origin("undo"))
        try await expect(store, "Undoing a deletion brings all back") { try $0.all(E.self) == sorted(things) }
    }

    private func refusesStaleWrites(_ store: any Store, _ first: E) async throws {
        let edit = edited
        let before = try await store.read { try $0.revision() }
        try await refuses(store, "Inserting what is there is refused") { try $0.insert(first) }
        try await refuses(store, "Editing what changed underneath is refused") { try $0.update(edit(first), to: first) }
        try await expect(store, "A refused write leaves nothing") {
            try $0.revision() == before && $0.find(E.self, key: key(first)) == first
        }
    }

    private func undoes(_ store: any Store, _ first: E) async throws {
        let (edit, history) = (edited, History(guards: guards))
        guard E.declaration.description.isJournalled else {
            try await write(store, "edit back") { try $0.update(edit(first), to: first) }
            return try await expect(store, "What is not journalled is in no journal") { reader in
                try reader.journal(of: nil, limit: nil).allSatisfy { entry in
                    entry.changes.allSatisfy { $0.key.kind != E.declaration.description.kind }
                }
            }
        }
        try await expect(store, "The journal tells what was before and after") { reader in
            let change = try reader.journal(of: Record(first).key, limit: 1).first?.changes.first
            return try change?.before?.value(E.self) == first && change?.after?.value(E.self) == edit(first)
        }
        try await history.undo(in: store, origin("undo"))
        try await expect(store, "Undo brings the old version back") { try $0.find(E.self, key: key(first)) == first }
        try await history.redo(in: store, origin("redo"))
        try await expect(store, "Redo brings the new one again") { try $0.find(E.self, key: key(first)) == edit(first) }
        try await history.undo(in: store, origin("undo"))
    }

    private func refusesToDangle(_ store: any Store) async throws {
        guard let deleteReferenced else { return }
        let things = things
        if E.declaration.description.isJournalled {
            try await refuses(store, "What something refers to is not deleted") { try deleteReferenced($0) }
            return try await expect(store, "A refused write leaves nothing") { try $0.all(E.self) == sorted(things) }
        }
    }

    // MARK: - Steps

    private func key(_ thing: E) -> [Cell] { Record(thing).key.cells }

    /// The declared order, worked out slowly.
    private func sorted(_ things: [E]) -> [E] {
        let description = E.declaration.description
        let columns = description.order.compactMap(description.position) + Array(0..<description.keyWidth)
        func text(_ cell: Cell) -> String {
            switch cell {
            case .null: ""
            case .integer(let number): String(repeating: "0", count: max(0, 20 - "\(number)".count)) + "\(number)"
            case .text(let text): "\u{1}\(text)"
            case .list: ""
            }
        }
        return things.sorted { left, right in
            let (a, b) = (E.declaration.cells(of: left), E.declaration.cells(of: right))
            let different = columns.first { a[$0] != b[$0] }
            return different.map { text(a[$0]).utf8.lexicographicallyPrecedes(text(b[$0]).utf8) } ?? false
        }
    }

    private func origin(_ command: String) -> ChangeOrigin {
        ChangeOrigin(instant: Date(timeIntervalSince1970: 1_780_000_000), program: "conformance", command: command)
    }

    private func write(
        _ store: any Store, _ command: String, _ body: @escaping @Sendable (any StoreWriter) throws -> Void
    ) async throws {
        try await store.write(origin(command), body)
    }

    private func expect(
        _ store: any Store, _ promise: String, _ isKept: @Sendable (any StoreReader) throws -> Bool
    ) async throws {
        guard try await store.read(isKept) else { throw Broken(description: promise) }
    }

    private func refuses(
        _ store: any Store, _ promise: String, _ body: @escaping @Sendable (any StoreWriter) throws -> Void
    ) async throws {
        do { try await write(store, "refused", body) } catch is StoreError { return }
        throw Broken(description: promise)
    }
}

extension StoreConformance: Sendable {}
