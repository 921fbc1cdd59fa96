import Models
import Synchronization

import struct Foundation.UUID

/// A store that lives as long as the program: for demonstrations, tests and importers without a database.
///
/// ```swift
/// let store = MemoryStore()
/// let origin = ChangeOrigin(instant: instant, program: "mine", command: "add goal")
/// try await store.write(origin) { try $0.insert(goal) }
/// let names = try await store.read { try $0.all(Goal.self).map(\.name) }
/// names.joined()  // Car
/// ```
public final class MemoryStore: Store {
    private let state = Mutex(MemoryState())

    /// Nothing is kept when the program ends.
    public let isVolatile = true

    /// An empty store.
    public init() {}

    /// Runs `body` on the current state.
    ///
    /// - Throws: What `body` throws.
    public func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try body(MemoryUnitOfWork(state.withLock { $0 }))
    }

    /// Runs `body` on a copy, which becomes the state when it succeeds.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    public func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result {
        try state.withLock { state in
            let unit = MemoryUnitOfWork(state)
            let result = try body(unit)
            state = try unit.finished(origin)
            return result
        }
    }

    /// The present state, which stays as it is.
    public func snapshot() -> any Store { MemorySnapshot(state: state.withLock { $0 }) }
}

/// A state of a store in memory.
private struct MemorySnapshot: Store {
    let state: MemoryState

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try body(MemoryUnitOfWork(state))
    }

    func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result { throw StoreError.snapshot }

    func snapshot() -> any Store { self }
}

/// Everything the store holds, as a value.
private struct MemoryState: Sendable {
    /// The records of each kind.
    var records: [String: [EntityKey: Record]] = [:]
    var journal: [JournalEntry] = []
    var revision = 0
}

/// One transaction: a private copy of the state, thrown away unless it finishes.
private final class MemoryUnitOfWork: StoreWriter {
    private var state: MemoryState
    private var journalled: [Change] = []
    private var hasChanges = false
    private var references = ReferenceCheck()
    private var undone: Int?

    init(_ state: MemoryState) {
        self.state = state
    }

    func finished(_ origin: ChangeOrigin) throws -> MemoryState {
        try references.run(exists: { record($0) != nil }, firstReferring: firstReferring)
        guard hasChanges else { return state }
        state.revision += 1
        guard !journalled.isEmpty else { return state }
        state.journal.append(
            JournalEntry(number: state.journal.count + 1, origin: origin, changes: journalled, undoes: undone))
        return state
    }

    func apply(_ change: Change) throws {
        try carryOut(change)
        guard change.after == nil else { return }
        // What goes takes with it what refers to it and is not journalled; what is journalled shows at the end.
        var gone = [change.key]
        while let key = gone.popLast() {
            for record in referring(to: key) where !record.kind.description.isJournalled {
                try carryOut(.delete(record))
                gone.append(record.key)
            }
        }
    }

    private func carryOut(_ change: Change) throws {
        let current = record(change.key)
        if let known = state.records[change.key.kind]?.values.first, known.kind.text != change.kind.text {
            throw StoreError.differentKind(change.key.kind)
        }
        guard current == change.before else {
            throw StoreError.changedUnderneath(expected: change.before, found: current)
        }
        state.records[change.key.kind, default: [:]][change.key] = change.after
        hasChanges = true
        references.note(change, change.after?.references ?? [])
        if change.kind.description.isJournalled { journalled.append(change) }
    }

    var hasJournalled: Bool { !journalled.isEmpty }

    func markAsUndo(of entry: Int) { undone = entry }

    func record(_ key: EntityKey) -> Record? { state.records[key.kind]?[key] }

    func forEachRecord(_ body: (Record) throws -> Void) throws {
        for (_, records) in state.records.sorted(by: { $0.key < $1.key }) {
            guard let description = records.values.first?.kind.description, description.isJournalled else { continue }
            for record in records.values.sorted(by: { description.precedes($0.cells, $1.cells) }) { try body(record) }
        }
    }

    private func referring(to key: EntityKey) -> [Record] {
        state.records.values.flatMap { records -> [Record] in
            let columns = records.values.first?.kind.description.columns ?? []
            guard columns.contains(where: { $0.reference == key.kind }) else { return [] }
            return records.values.filter { $0.references.contains(key) }
        }
    }

    private func firstReferring(_ key: EntityKey) -> Record? {
        referring(to: key).min { ($0.kind.description.kind, $0.summary) < ($1.kind.description.kind, $1.summary) }
    }

    // MARK: - Reading

    func all<E: Entity>(_ type: E.Type) throws -> [E] { try rows(type) { _ in true } }

    func all<E: Entity>(_ type: E.Type, where column: String, is value: Cell) throws -> [E] {
        guard let position = E.declaration.description.position(of: column) else {
            throw StoreError.unknownColumn(kind: E.declaration.description.kind, column: column)
        }
        return try rows(type) { $0[position] == value }
    }

    func all<E: Entity>(
        _ type: E.Type, where column: String, is value: Cell, from day: String, in days: ClosedRange<CalendarDay>
    ) throws -> [E] {
        let description = E.declaration.description
        let positions = try [column, day].map { column in
            guard let position = description.position(of: column) else {
                throw StoreError.unknownColumn(kind: description.kind, column: column)
            }
            return position
        }
        return try all(type, where: column, is: value).filter {
            days.contains(try CellArray(E.declaration.cells(of: $0)).day(positions[1]))
        }
    }

    private func rows<E: Entity>(_ type: E.Type, _ isWanted: ([Cell]) -> Bool) throws -> [E] {
        let description = E.declaration.description
        let rows = (state.records[description.kind] ?? [:]).values.map(\.cells).filter(isWanted)
        return try rows.sorted(by: description.precedes).map { try E.declaration.value(of: CellArray($0)) }
    }

    func find<E: Entity>(_ type: E.Type, key: [Cell]) throws -> E? {
        try record(EntityKey(kind: E.declaration.description.kind, cells: key)).map {
            try E.declaration.value(of: CellArray($0.cells))
        }
    }

    func sums<E: Entity>(
        _ type: E.Type, of amount: String, for owner: UUID?, among choices: Set<String>?, upTo days: [CalendarDay]
    ) throws -> [UUID: [Money]] {
        let description = E.declaration.description
        let total = try TotalColumns(description, of: amount)
        var sums: [UUID: [Money]] = [:]
        let order = days.indices.sorted { days[$0] < days[$1] }
        var rows: [UUID: [(day: CalendarDay, amount: Money)]] = [:]
        for row in (state.records[description.kind] ?? [:]).values.map({ CellArray($0.cells) }) {
            let id = try row.id(total.by)
            guard owner == nil || id == owner, try total.isAmong(choices, row) else { continue }
            let (amount, day) = (try row.amount(total.amount, currency: total.currency), try row.day(total.upTo))
            rows[id, default: []].append((day, amount))
        }
        for (id, unordered) in rows {
            let rows = unordered.sorted { $0.day < $1.day }
            guard let first = rows.first else { continue }
            var amounts = days.map { _ in Money.zero(first.amount.currency) }
            var sum = Money.zero(first.amount.currency)
            var passed = order[...]
            for (day, amount) in rows {
                while let next = passed.first, days[next] < day {
                    amounts[next] = sum
                    passed.removeFirst()
                }
                if passed.isEmpty { break }
                sum = try sum.adding(amount)
            }
            for index in passed { amounts[index] = sum }
            sums[id] = amounts
        }
        return sums
    }

    func revision() throws -> Int { state.revision }

    func forEachChange(ofEntry number: Int, _ body: (Change) throws -> Bool) throws -> Bool {
        guard let entry = try journalEntry(number) else { return false }
        for change in entry.changes where try !body(change) { break }
        return true
    }

    func journalHeads(of key: EntityKey?, from number: Int?, limit: Int) throws -> [JournalEntry.Head] {
        let entries = state.journal.reversed().lazy.filter { entry in
            (number.map { entry.number <= $0 } ?? true)
                && (key.map { key in entry.changes.contains { $0.touches(key) } } ?? true)
        }
        return entries.prefix(limit).map(\.head)
    }

    func journal(changing kind: String) throws -> [JournalEntry] {
        state.journal.reversed().filter { $0.changes.contains { $0.key.kind == kind } }
    }

    func journalEntry(_ number: Int) throws -> JournalEntry? {
        state.journal.indices.contains(number - 1) ? state.journal[number - 1] : nil
    }

    func journal(of key: EntityKey?, limit: Int?) throws -> [JournalEntry] {
        let entries = state.journal.reversed().filter { entry in
            key.map { key in entry.changes.contains { $0.touches(key) } } ?? true
        }
        return limit.map { Array(entries.prefix($0)) } ?? entries
    }
}

extension Change {
    /// Whether it changes the record with the key, or one that refers to it.
    fileprivate func touches(_ key: EntityKey) -> Bool {
        self.key == key || names(key)
    }
}
