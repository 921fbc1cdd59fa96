import Persistence
import Values

import struct Foundation.UUID

/// A state of a household: its things in memory, its journal read from the server up to a number, since it only grows.
struct PostgresSnapshot: Store {
    let store: PostgresStore
    let state: MemoryState
    let newest: Int
    let journalChecksum: UInt64
    var location: StoreLocation { store.location }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        let (state, newest, sum) = (state, newest, journalChecksum)
        return try await store.reading(
            { rows in try body(SnapshotReader(things: MemoryRows(state), journal: rows, newest: newest, sum: sum)) },
            orNone: { try body(MemoryRows(state)) })
    }

    func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result { throw StoreError.snapshot }

    func snapshot() -> any Store { self }
}

/// A snapshot within one read.
private struct SnapshotReader: StoreReader {
    let things: MemoryRows
    let journal: PostgresUnit.Rows
    let newest: Int
    let sum: UInt64

    // MARK: - Things

    func all<E: Entity>(_ type: E.Type) throws -> [E] { try things.all(type) }

    func all<E: Entity>(_ type: E.Type, where column: String, is value: Cell) throws -> [E] {
        try things.all(type, where: column, is: value)
    }

    func all<E: Entity>(_ type: E.Type, _ selection: Selection) throws -> [E] { try things.all(type, selection) }

    func find<E: Entity>(_ type: E.Type, key: [Cell]) throws -> E? { try things.find(type, key: key) }

    func sums<E: Entity>(
        _ type: E.Type, of amount: String, for owner: UUID?, among choices: Set<String>?, upTo days: [CalendarDay]
    ) throws -> [UUID: [Money]] { try things.sums(type, of: amount, for: owner, among: choices, upTo: days) }

    func record(_ key: EntityKey) throws -> Record? { things.record(key) }

    func kinds() throws -> [EntityKind] { try things.kinds() }

    func forEachRecord(of kind: EntityKind, _ body: (Record) throws -> Void) throws {
        try things.forEachRecord(of: kind, body)
    }

    func revision() throws -> Int { try things.revision() }

    func journalChecksum() throws -> UInt64 { sum }

    // MARK: - The journal

    func journal(of key: EntityKey?, limit: Int?) throws -> [JournalEntry] {
        guard newest > 0 else { return [] }
        return try journal.journalHeads(of: key, from: newest, limit: limit ?? .max).compactMap {
            try journal.journalEntry($0.number)
        }
    }

    func journal(changing kind: String) throws -> [JournalEntry] {
        try journal.journal(changing: kind).filter { $0.number <= newest }
    }

    func journalEntry(_ number: Int) throws -> JournalEntry? {
        number <= newest ? try journal.journalEntry(number) : nil
    }

    func forEachChange(ofEntry number: Int, _ body: (Change) throws -> Bool) throws -> Bool {
        number <= newest ? try journal.forEachChange(ofEntry: number, body) : false
    }

    func journalHeads(of key: EntityKey?, from number: Int?, limit: Int) throws -> [JournalEntry.Head] {
        guard newest > 0 else { return [] }
        return try journal.journalHeads(of: key, from: min(number ?? newest, newest), limit: limit)
    }

    func journalHeads(
        of key: EntityKey, changing kind: String, from number: Int?, limit: Int
    ) throws -> [JournalEntry.Head] {
        guard newest > 0 else { return [] }
        return try journal.journalHeads(of: key, changing: kind, from: min(number ?? newest, newest), limit: limit)
    }

    func change(of key: EntityKey, inEntry number: Int) throws -> Change? {
        number <= newest ? try journal.change(of: key, inEntry: number) : nil
    }
}
