import Foundation
import Models
import Persistence
import Synchronization

/// A store that counts the transactions that are passed while it is read.
final class CountingStore: Store {
    private let store: any Store
    private let count = Mutex(0)

    init(_ store: any Store) { self.store = store }

    /// How many transactions were passed so far, in lists and for sums.
    var transactionsPassed: Int { count.withLock { $0 } }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read { reader in
            try body(CountingReader(reader: reader) { passed in self.count.withLock { $0 += passed } })
        }
    }

    func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result {
        try await store.write(origin, body)
    }

    var location: StoreLocation { store.location }

    func snapshot() async throws -> any Store { CountingStore(try await store.snapshot()) }
}

private struct CountingReader: StoreReader {
    let reader: any StoreReader
    let note: (Int) -> Void

    private func noted<E: Entity>(_ things: [E]) -> [E] {
        if E.self == Transaction.self { note(things.count) }
        return things
    }

    func all<E: Entity>(_ type: E.Type) throws -> [E] { noted(try reader.all(type)) }

    func all<E: Entity>(_ type: E.Type, where column: String, is value: Cell) throws -> [E] {
        noted(try reader.all(type, where: column, is: value))
    }

    func all<E: Entity>(_ type: E.Type, _ selection: Selection) throws -> [E] {
        // Without a column with a value the store looks at all.
        guard selection.column == nil else { return noted(try reader.all(type, selection)) }
        _ = try all(type)
        return try reader.all(type, selection)
    }

    func find<E: Entity>(_ type: E.Type, key: [Cell]) throws -> E? { try reader.find(type, key: key) }

    func sums<E: Entity>(
        _ type: E.Type, of amount: String, for owner: UUID?, among choices: Set<String>?, upTo days: [CalendarDay]
    ) throws -> [UUID: [Money]] {
        note(try reader.transactions(of: owner).count)
        return try reader.sums(type, of: amount, for: owner, among: choices, upTo: days)
    }

    func record(_ key: EntityKey) throws -> Record? { try reader.record(key) }
    func kinds() throws -> [EntityKind] { try reader.kinds() }
    func forEachRecord(of kind: EntityKind, _ body: (Record) throws -> Void) throws {
        try reader.forEachRecord(of: kind, body)
    }
    func journal(of key: EntityKey?, limit: Int?) throws -> [JournalEntry] {
        try reader.journal(of: key, limit: limit)
    }
    func journal(changing kind: String) throws -> [JournalEntry] { try reader.journal(changing: kind) }
    func journalEntry(_ number: Int) throws -> JournalEntry? { try reader.journalEntry(number) }
    func forEachChange(ofEntry number: Int, _ body: (Change) throws -> Bool) throws -> Bool {
        try reader.forEachChange(ofEntry: number, body)
    }
    func journalHeads(of key: EntityKey?, from number: Int?, limit: Int) throws -> [JournalEntry.Head] {
        try reader.journalHeads(of: key, from: number, limit: limit)
    }
    func revision() throws -> Int { try reader.revision() }
}
