public import Models

public import struct Foundation.UUID

/// Where goals, assets and everything about them are kept.
///
/// A read sees one consistent state; a write is one transaction with one journal entry, or nothing at all.
public protocol Store: Sendable {
    /// Runs `body` on one consistent state.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result

    /// Runs `body` in one transaction; when it throws, nothing is written.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    func write<Result: Sendable>(
        _ origin: ChangeOrigin, _ body: @Sendable (any StoreWriter) throws -> Result
    ) async throws -> Result
}

/// What can be read inside a transaction. Lists come in a fixed order: by name and id, day and id, or key.
public protocol StoreReader {
    /// All goals, by name and id.
    func goals() throws -> [Goal]
    /// The goal with the id, if there is one.
    func goal(_ id: UUID) throws -> Goal?
    /// All assets, by name and id.
    func assets() throws -> [Asset]
    /// The asset with the id, if there is one.
    func asset(_ id: UUID) throws -> Asset?
    /// All allocations, by asset and goal.
    func allocations() throws -> [AssetAllocation]
    /// The transactions of an asset, or all, by day and id.
    func transactions(of asset: UUID?) throws -> [Transaction]
    /// All plans, by goal, month and scope.
    func plans() throws -> [MonthlyPlan]
    /// All months that were started, by month.
    func months() throws -> [MonthExecution]
    /// What the transactions of each asset come to at the end of each of `days`. An asset without transactions is absent.
    func balances(on days: [CalendarDay]) throws -> [UUID: [Money]]
    /// The journal, newest first: at most `limit` entries, and only those that touch `record`, or something that names it,
    /// if one is given: an asset's transactions belong to its history.
    func journal(of record: Record.Key?, limit: Int?) throws -> [JournalEntry]
    /// How many entries the journal has: where it is the same, nothing was written in between.
    func revision() throws -> Int
    /// The entry of the journal with the number, if there is one.
    func journalEntry(_ number: Int) throws -> JournalEntry?
}

/// What can be done inside a write.
public protocol StoreWriter: StoreReader {
    /// Carries out one change and notes it for the journal.
    ///
    /// - Throws: ``StoreError/changedUnderneath(expected:found:)`` when the store does not hold what the change takes for
    ///   granted, ``StoreError/dangling(_:)`` when it would leave a record that names a missing one.
    func apply(_ change: Change) throws
    /// Marks the whole write as one that takes back an earlier journal entry: the store is left as it was before that.
    func undoing(_ entry: Int)
}
