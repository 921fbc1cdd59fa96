package import Models
import Synchronization

package import struct Foundation.UUID

/// A store that lives as long as the program: for demonstrations, tests and importers without a database.
public final class MemoryStore: Store {
    private let state = Mutex(MemoryState())

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
}

/// Everything the store holds, as a value.
struct MemoryState: Sendable {
    var records: [Record.Key: Record] = [:]
    var journal: [JournalEntry] = []
}

/// One transaction: a private copy of the state, thrown away unless it finishes.
private final class MemoryUnitOfWork: StoreWriter {
    private var state: MemoryState
    private var changes: [Change] = []
    private var touched = TouchedRecords()
    private var undone: Int?

    init(_ state: MemoryState) {
        self.state = state
    }

    func finished(_ origin: ChangeOrigin) throws -> MemoryState {
        try touched.checkReferences(exists: { state.records[$0] != nil }, firstNaming: firstNaming)
        guard !changes.isEmpty else { return state }
        state.journal.append(
            JournalEntry(number: state.journal.count + 1, origin: origin, changes: changes, undoes: undone))
        return state
    }

    func apply(_ change: Change) throws {
        guard let key = (change.after ?? change.before)?.key else { return }
        let current = state.records[key]
        guard current == change.before else {
            throw StoreError.changedUnderneath(expected: change.before, found: current)
        }
        state.records[key] = change.after
        changes.append(change)
        touched.note(change)
    }

    func undoing(_ entry: Int) { undone = entry }

    private func firstNaming(_ key: Record.Key) -> Record.Key? {
        state.records.values.filter { $0.references.contains(key) }.map(\.key).min { "\($0)" < "\($1)" }
    }

    // MARK: - Reading

    func goals() throws -> [Goal] {
        state.records.values.compactMap { if case .goal(let goal) = $0 { goal } else { nil } }
            .sorted { NameOrder.precedes(($0.name, $0.id), ($1.name, $1.id)) }
    }

    func goal(_ id: UUID) throws -> Goal? {
        if case .goal(let goal) = state.records[.goal(id)] { goal } else { nil }
    }

    func assets() throws -> [Asset] {
        state.records.values.compactMap { if case .asset(let asset) = $0 { asset } else { nil } }
            .sorted { NameOrder.precedes(($0.name, $0.id), ($1.name, $1.id)) }
    }

    func asset(_ id: UUID) throws -> Asset? {
        if case .asset(let asset) = state.records[.asset(id)] { asset } else { nil }
    }

    func allocations() throws -> [AssetAllocation] {
        state.records.values.compactMap { if case .allocation(let allocation) = $0 { allocation } else { nil } }
            .sorted {
                ($0.assetID.uuidString, $0.goalID.uuidString) < ($1.assetID.uuidString, $1.goalID.uuidString)
            }
    }

    func transactions(of asset: UUID?) throws -> [Transaction] {
        state.records.values.compactMap { record in
            guard case .transaction(let transaction) = record, asset == nil || transaction.assetID == asset else {
                return nil
            }
            return transaction
        }.sorted { ($0.day, $0.id.uuidString) < ($1.day, $1.id.uuidString) }
    }

    func plans() throws -> [MonthlyPlan] {
        state.records.values.compactMap { if case .plan(let plan) = $0 { plan } else { nil } }
            .sorted {
                ($0.goalID.uuidString, $0.month, $0.scope.rawValue) < (
                    $1.goalID.uuidString, $1.month, $1.scope.rawValue
                )
            }
    }

    func months() throws -> [MonthExecution] {
        state.records.values.compactMap { if case .month(let month) = $0 { month } else { nil } }
            .sorted { $0.month < $1.month }
    }

    func balances(on days: [CalendarDay]) throws -> [UUID: [Money]] {
        var balances: [UUID: [Money]] = [:]
        for transaction in try transactions(of: nil) {
            try balances.add(transaction.amount, dated: transaction.day, to: transaction.assetID, days: days)
        }
        return balances
    }

    func revision() throws -> Int { state.journal.count }

    func journalEntry(_ number: Int) throws -> JournalEntry? {
        state.journal.indices.contains(number - 1) ? state.journal[number - 1] : nil
    }

    func journal(of record: Record.Key?, limit: Int?) throws -> [JournalEntry] {
        func belongs(_ entry: JournalEntry) -> Bool {
            guard let key = record else { return true }
            let records = entry.changes.flatMap { [$0.before, $0.after].compactMap { $0 } }
            return records.contains { $0.key == key || $0.references.contains(key) }
        }
        let entries = state.journal.reversed().filter(belongs)
        return limit.map { Array(entries.prefix($0)) } ?? entries
    }
}

extension [UUID: [Money]] {
    /// Counts one transaction into the balance of its asset at the end of each of `days` that it is dated by.
    package mutating func add(
        _ amount: Money, dated day: CalendarDay, to asset: UUID, days: [CalendarDay]
    ) throws(MoneyError) {
        var amounts = self[asset] ?? days.map { _ in Money.zero(amount.currency) }
        for index in days.indices where day <= days[index] { amounts[index] = try amounts[index].adding(amount) }
        self[asset] = amounts
    }
}
