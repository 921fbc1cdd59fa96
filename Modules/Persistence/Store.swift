public import Values

/// Where things of any declared kind are kept.
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

    /// The present state, which stays as it is whatever is written later; writing to it is refused
    /// (``StoreError/snapshot``). It is for the time of one answer: what is overwritten meanwhile takes room until it is let
    /// go.
    ///
    /// - Throws: ``StoreError``.
    func snapshot() async throws -> any Store

    /// What the user should know about how things are kept, although reading and writing works.
    func warnings() -> [Warning]

    /// The place where it keeps its things.
    var location: StoreLocation { get }
}

extension Store {
    /// Nothing, unless a store has something to say.
    public func warnings() -> [Warning] { [] }
}

/// What can be read inside a transaction: things by type, and the journal of all changes.
public protocol StoreReader: EntityReader {
    /// The record with a key, of whatever kind, if there is one.
    ///
    /// - Throws: ``StoreError``.
    func record(_ key: EntityKey) throws -> Record?
    /// The kinds that the store has or had things of, in the order of their names.
    ///
    /// - Throws: ``StoreError``.
    func kinds() throws -> [EntityKind]
    /// Hands on every record of one of its kinds in the declared order.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    func forEachRecord(of kind: EntityKind, _ body: (Record) throws -> Void) throws
    /// The journal, newest first: at most `limit` entries, and only those that touch the record with `key`, or something
    /// that names it, if one is given: an asset's transactions belong to its history.
    ///
    /// - Throws: ``StoreError``.
    func journal(of key: EntityKey?, limit: Int?) throws -> [JournalEntry]
    /// The entries of the journal that change something of a kind, newest first.
    ///
    /// - Throws: ``StoreError``.
    func journal(changing kind: String) throws -> [JournalEntry]
    /// The entry of the journal with the number, if there is one.
    ///
    /// - Throws: ``StoreError``.
    func journalEntry(_ number: Int) throws -> JournalEntry?
    /// Hands on the changes of the entry with the number, in order, until `body` returns false. Those that are left out are not
    /// checked. `body` reads nothing else of the journal.
    ///
    /// - Returns: whether there is such an entry.
    /// - Throws: ``StoreError``, or what `body` throws.
    func forEachChange(ofEntry number: Int, _ body: (Change) throws -> Bool) throws -> Bool
    /// The same entries without their changes, of which one may have very many.
    ///
    /// - Parameter number: the newest one that is wanted; nil for the newest of all.
    /// - Throws: ``StoreError``.
    func journalHeads(of key: EntityKey?, from number: Int?, limit: Int) throws -> [JournalEntry.Head]
    /// The same entries, and of these only the ones that change the record itself, where `kind` is its own, or something of the
    /// kind that names it: of an asset with very many transactions, those that changed the asset, or one of its allocations.
    ///
    /// - Throws: ``StoreError``.
    func journalHeads(
        of key: EntityKey, changing kind: String, from number: Int?, limit: Int
    ) throws -> [JournalEntry.Head]
    /// The first change of the record with a key in the entry with a number; nil where the entry does not change it.
    ///
    /// - Throws: ``StoreError``.
    func change(of key: EntityKey, inEntry number: Int) throws -> Change?
    /// The number of the newest entry of the journal; 0 while there is none.
    ///
    /// - Throws: ``StoreError``.
    func newestNumber() throws -> Int
    /// How often the store was written to: where it is the same, nothing was written in between.
    ///
    /// - Throws: ``StoreError``.
    func revision() throws -> Int
    /// The sum of the journal's checksums. Two states of one revision differ in it: a server that took over without the newest writes
    /// continues with an earlier revision. 0 where a store cannot lose writes.
    ///
    /// - Throws: ``StoreError``.
    func journalChecksum() throws -> UInt64
}

/// What can be done inside a write.
public protocol StoreWriter: StoreReader {
    /// Carries out one change, and notes it for the journal when its kind is journalled. Things of unjournalled kinds that
    /// name what goes away go with it.
    ///
    /// - Parameter isEntered: whether the change is entered anew, and not an undo, a redo or a restore of what was entered
    ///   before. Then the parts of what goes away go with it, and at the end of the write everything that was entered has to
    ///   be right with its parts.
    /// - Throws: ``StoreError/changedUnderneath(expected:found:)`` when the store does not hold what the change takes for
    ///   granted, ``StoreError/dangling(_:)`` when the write would leave a record that names a missing one, and
    ///   `ValidationError` when a whole is wrong, which show at its end.
    func apply(_ change: Change, isEntered: Bool) throws
    /// Whether this write has changed anything that is journalled so far.
    var hasJournalled: Bool { get }
    /// Marks the whole write as the undo of an earlier journal entry: the store is left as it was before that.
    func markAsUndo(of entry: Int)
    /// Checks all that shows at the end of a write, which a dry run does not reach.
    ///
    /// - Throws: As ``apply(_:isEntered:)`` says of the end.
    func checkEnd() throws
}

extension StoreReader {
    /// Hands on every record of journalled kinds, kind by kind in the order of their names, each in its declared order.
    ///
    /// - Throws: ``StoreError``, or what `body` throws.
    public func forEachRecord(_ body: (Record) throws -> Void) throws {
        for kind in try kinds() where kind.description.isJournalled { try forEachRecord(of: kind, body) }
    }

    /// Looks through the entries; a store that can find them is faster.
    public func journalHeads(
        of key: EntityKey, changing kind: String, from number: Int?, limit: Int
    ) throws -> [JournalEntry.Head] {
        let all = try journalHeads(of: key, from: number, limit: .max)
        var found: [JournalEntry.Head] = []
        for head in all where found.count < limit {
            var isOne = false
            _ = try forEachChange(ofEntry: head.number) { change in
                isOne = kind == key.kind ? change.key == key : change.key.kind == kind && change.names(key)
                return !isOne
            }
            if isOne { found.append(head) }
        }
        return found
    }

    /// Looks through the entry; a store that can find the change is faster.
    public func change(of key: EntityKey, inEntry number: Int) throws -> Change? {
        var found: Change?
        _ = try forEachChange(ofEntry: number) { change in
            if change.key == key { found = change }
            return found == nil
        }
        return found
    }

    /// The newest entry of the journal without its changes; nil while there is none.
    ///
    /// - Throws: ``StoreError``.
    public func newestEntry() throws -> JournalEntry.Head? { try journalHeads(of: nil, from: nil, limit: 1).first }

    /// Reads the entry; a store that counts its entries is faster.
    public func newestNumber() throws -> Int { try newestEntry()?.number ?? 0 }

    /// 0: nothing is lost that was written.
    public func journalChecksum() throws -> UInt64 { 0 }
}

extension StoreWriter {
    /// Carries out a change that was entered before: an undo, a redo, a restore. Nothing is judged.
    ///
    /// - Throws: ``StoreError``.
    public func apply(_ change: Change) throws { try apply(change, isEntered: false) }

    /// Adds a new thing.
    ///
    /// - Throws: ``ValidationError`` with everything that is wrong with it, ``StoreError``.
    public func insert<E: Entity>(_ value: E) throws {
        try validate(value)
        try apply(.insert(Record(value)), isEntered: true)
    }

    /// Adds a new thing with its parts, of which it is known what is wrong with all of them together: the end of the write looks at them
    /// again only where one of them was changed after that.
    ///
    /// - Parameter insertParts: adds its parts, all of which are new.
    /// - Throws: ``ValidationError`` with everything that is wrong with it, or of the whole; ``StoreError``; what `insertParts` throws.
    package func insert<E: Entity>(
        _ value: E, issuesOfWhole issues: [ValidationIssue], _ insertParts: () throws -> Void
    )
        throws
    {
        let rows = self as? any RowStore
        let key = Record(value).key
        // If parts stand before their owner, the end of the write looks at all of them.
        let isKnown = rows?.progress.touched.contains(key) ?? true
        try insert(value)
        try insertParts()
        if let error = ValidationError(issues) { throw error }
        if !isKnown { rows?.progress.touched.settle(key) }
    }

    /// Gives a thing new contents under the same key.
    ///
    /// - Throws: ``ValidationError`` with everything that is wrong with them, ``StoreError``.
    public func update<E: Entity>(_ old: E, to new: E) throws {
        try validate(new)
        try apply(.update(Record(old), to: Record(new)), isEntered: true)
    }

    /// Adds a thing, or gives the one with its key these contents.
    ///
    /// - Throws: ``ValidationError`` with everything that is wrong with it, ``StoreError``.
    package func put<E: Entity>(_ value: E) throws {
        guard let old = try find(E.self, key: Record(value).key.cells) else { return try insert(value) }
        if old != value { try update(old, to: value) }
    }

    /// Takes a thing away, with its parts. What else names it has to go in the same write.
    ///
    /// - Throws: ``StoreError``.
    public func delete<E: Entity>(_ value: E) throws {
        try apply(.delete(Record(value)), isEntered: true)
    }

    private func validate<E: Entity>(_ value: E) throws {
        if let error = ValidationError(try value.issues(in: self)) { throw error }
    }
}
