import Models
import Persistence

import struct Foundation.UUID

/// One transaction as the store's callers see it. It does not outlive the closure it is handed to.
final class SQLiteUnitOfWork: StoreWriter {
    let connection: SQLConnection
    let catalog: KindCatalog
    var totals = TableTotals()
    private let file: StoreFile
    /// The tables of the kinds that were used so far, in their newest versions; nil for a kind the file does not know.
    private var tables: [String: KindTable?] = [:]
    /// The tables of all kinds in the file, once they were needed.
    private var allTables: [KindTable]?
    private var references = ReferenceCheck()
    private var undone: Int?
    /// The journal entry begun with the first change: its number, how many changes it has, and their checksums' sum.
    private var entry: (number: Int, changes: Int, sum: UInt64)?
    /// What the entry is known to name: of what it touches there may be any number.
    private var named: Set<EntityKey> = []
    /// The statements that write new rows, by kind, and those of the journal.
    private var insertions: [String: PreparedStatement] = [:]
    private(set) lazy var changeInsertion = Result { try connection.prepare(JournalTable.changeInsertion) }
    private(set) lazy var referenceInsertion = Result { try connection.prepare(JournalTable.referenceInsertion) }
    /// Whether anything was written, noted in the journal or not.
    private(set) var hasChanges = false
    /// What SQLite failed with. The transaction cannot go on after it, whatever the caller does with the error.
    private var failure: (any Error)?

    init(_ connection: SQLConnection, file: StoreFile, catalog: KindCatalog) {
        self.connection = connection
        self.file = file
        self.catalog = catalog
    }

    // MARK: - Kinds

    /// The table of a kind, if the file has one.
    func table(_ kind: String) throws -> KindTable? {
        if let known = tables[kind] { return known }
        let table = try KindsTable.current(kind, in: self).map(catalog.table)
        tables[kind] = .some(table)
        return table
    }

    /// The table of a kind in the version that the program wants to read or write.
    private func table(_ kind: EntityKind) throws -> KindTable? {
        guard let table = try table(kind.description.kind) else { return nil }
        guard table.kind.text != kind.text else { return table }
        let (there, wanted) = (table.kind.description, kind.description)
        // A change of an older version comes from the journal: nobody asks for it by type.
        if there.version > wanted.version {
            throw kind.isLinked
                ? StoreError.newerKind(wanted.kind, needed: there.since) : StoreError.olderKind(wanted.kind)
        }
        throw there.version < wanted.version
            ? StoreError.olderKind(wanted.kind) : StoreError.differentKind(wanted.kind)
    }

    private func table<E: Entity>(_ type: E.Type) throws -> KindTable? {
        // Without reading the description again where the kind is linked, as it nearly always is.
        try table(catalog.linked[E.declaration.description.kind] ?? EntityKind(type))
    }

    func kind(_ name: String, version: Int) throws -> EntityKind {
        if let current = try table(name)?.kind, current.description.version == version { return current }
        return try KindsTable.kind(name, version: version, in: self)
    }

    /// The newest versions of all kinds in the file.
    func kinds() throws -> [KindTable] {
        if let allTables { return allTables }
        let tables = try KindsTable.all(in: self).map(catalog.table)
        allTables = tables
        return tables
    }

    /// The statement that writes a new row of a kind.
    func insertion(into table: KindTable) throws -> PreparedStatement {
        let kind = table.kind.description.kind
        if let known = insertions[kind] { return known }
        let statement = try connection.prepare(table.insertion)
        insertions[kind] = statement
        return statement
    }

    /// Makes the table of a kind that is new to the file.
    func add(_ kind: EntityKind) throws {
        try KindsTable.add(kind, in: self)
        tables[kind.description.kind] = try catalog.table(of: kind)
        allTables = nil
    }

    /// A record in the newest version of its kind, where the program knows the way there; else as it is.
    func upToDate(_ record: Record) throws -> Record {
        guard let current = try table(record.kind.description.kind)?.kind, current.text != record.kind.text else {
            return record
        }
        return try record.upgraded(to: current) ?? record
    }

    // MARK: - Reading

    func all<E: Entity>(_ type: E.Type) throws -> [E] {
        try mapping {
            guard let table = try table(type) else { return [] }
            let declaration = E.declaration
            var values: [E] = []
            var order = RowOrder(table.kind.description)
            _ = try table.forEachRow(table.selection, in: self) { row in
                values.append(try declaration.value(of: row))
                order.add(row)
            }
            return order.sorted(values)
        }
    }

    func all<E: Entity>(_ type: E.Type, where column: String, is value: Cell) throws -> [E] {
        try mapping {
            let declaration = E.declaration
            guard declaration.description.columns.contains(where: { $0.name == column }) else {
                throw StoreError.unknownColumn(kind: declaration.description.kind, column: column)
            }
            var values: [E] = []
            // IS finds empty cells too.
            try table(type)?.forEachRow(where: "\(column.quoted) IS ?", [value], in: self) {
                values.append(try declaration.value(of: $0))
            }
            return values
        }
    }

    func find<E: Entity>(_ type: E.Type, key: [Cell]) throws -> E? {
        try mapping { try table(type)?.row(key, in: self) { try E.declaration.value(of: $0) } }
    }

    func sums<E: Entity>(
        _ type: E.Type, of amount: String, for owner: UUID?, among choices: Set<String>?, upTo days: [CalendarDay]
    ) throws -> [UUID: [Money]] {
        try mapping {
            try table(type)?.sums(of: amount, for: owner, among: choices, upTo: days, in: self) ?? [:]
        }
    }

    func record(_ key: EntityKey) throws -> Record? {
        try mapping {
            guard let table = try table(key.kind) else { return nil }
            return try table.row(key.cells, in: self) { try $0.cells(of: table.kind.description) }
                .map { Record(table.kind, $0) }
        }
    }

    func forEachRecord(_ body: (Record) throws -> Void) throws {
        try mapping {
            for table in try kinds().sorted(by: { $0.kind.description.kind < $1.kind.description.kind })
            where table.kind.description.isJournalled {
                try table.forEachRow(where: "1", [], in: self) {
                    try body(Record(table.kind, try $0.cells(of: table.kind.description)))
                }
            }
        }
    }

    func journal(of key: EntityKey?, limit: Int?) throws -> [JournalEntry] {
        try mapping { try JournalTable.entries(of: key, limit: limit, in: self) }
    }

    func journal(changing kind: String) throws -> [JournalEntry] {
        try mapping { try JournalTable.entries(changing: kind, in: self) }
    }

    func forEachChange(ofEntry number: Int, _ body: (Change) throws -> Bool) throws -> Bool {
        try mapping { try JournalTable.forEachChange(ofEntry: number, in: self, body) }
    }

    func journalHeads(of key: EntityKey?, from number: Int?, limit: Int) throws -> [JournalEntry.Head] {
        try mapping { try JournalTable.heads(of: key, from: number, limit: limit, in: self).map(\.head) }
    }

    func journalHeads(
        of key: EntityKey, changing kind: String, from number: Int?, limit: Int
    ) throws -> [JournalEntry.Head] {
        try mapping {
            try JournalTable.heads(of: key, changing: kind, from: number, limit: limit, in: self).map(\.head)
        }
    }

    func journalEntry(_ number: Int) throws -> JournalEntry? {
        try mapping { try JournalTable.entry(number, in: self) }
    }

    func revision() throws -> Int { try mapping { try totals.total(of: "revision", in: connection).rows } }

    /// Counts one more write, whatever it wrote.
    func countWrite() throws { try totals.change("revision", in: connection, removing: nil, adding: 0) }

    // MARK: - Writing

    func apply(_ change: Change) throws {
        try carryOut(change)
        guard change.after == nil else { return }
        // What goes takes with it what refers to it and is not journalled; what is journalled shows at the end.
        var gone = [change.key]
        while let key = gone.popLast() {
            for record in try mapping({ try referring(to: key, isJournalled: false) }) {
                try carryOut(.delete(record))
                gone.append(record.key)
            }
        }
    }

    private func carryOut(_ change: Change) throws {
        if let failure { throw failure }
        try mapping {
            do {
                let table = try writableTable(change.kind)
                // What is new is not looked for first.
                if change.before == nil, let after = change.after, try table.insert(after.cells, in: self) {
                    return try note(change)
                }
                let current = try table.row(change.key.cells, in: self) { try $0.cells(of: table.kind.description) }
                guard current == change.before?.cells else {
                    throw StoreError.changedUnderneath(
                        expected: change.before, found: current.map { Record(table.kind, $0) })
                }
                if let after = change.after {
                    try table.put(after.cells, over: current, in: self)
                } else if let current {
                    try table.delete(current, in: self)
                }
                try note(change)
            } catch let error as StoreError {
                // A refusal before anything was written.
                throw error
            } catch {
                failure = file.storeError(error)
                throw error
            }
        }
    }

    var hasJournalled: Bool { entry != nil }

    func markAsUndo(of entry: Int) { undone = entry }

    /// The table of a kind that is written; a kind that is new to the file gets one.
    private func writableTable(_ kind: EntityKind) throws -> KindTable {
        if let table = try table(kind) { return table }
        if let other = try kinds().first(where: { $0.name.lowercased() == kind.description.table.lowercased() }) {
            throw StoreError.differentKind(other.kind.description.kind)
        }
        try add(kind)
        return try catalog.table(of: kind)
    }

    private func note(_ change: Change) throws {
        hasChanges = true
        let after = change.after?.references ?? []
        references.note(change, after)
        guard change.kind.description.isJournalled else { return }
        var entry = try self.entry ?? (JournalTable.count(in: self) + 1, 0, 0)
        entry.sum &+= try JournalTable.append(change, at: entry.changes, to: entry.number, in: self)
        entry.changes += 1
        try JournalTable.refer(to: change.key, from: entry.number, in: self)
        for key in (change.before?.references ?? []) + after where named.insert(key).inserted {
            try JournalTable.refer(to: key, from: entry.number, in: self)
        }
        self.entry = entry
    }

    /// Checks and writes what belongs to the end of a write.
    func finish(_ origin: ChangeOrigin) throws {
        if let failure { throw failure }
        guard hasChanges else { return }
        try mapping {
            try references.run(exists: exists, firstReferring: { try referring(to: $0, limit: 1).first })
            if let entry {
                try JournalTable.append(entry.number, origin: origin, undoes: undone, changes: entry.sum, in: self)
            }
            try countWrite()
            try totals.save(in: connection)
        }
    }

    private func exists(_ key: EntityKey) throws -> Bool {
        try table(key.kind)?.row(key.cells, in: self) { _ in true } ?? false
    }

    /// The records that refer to one, of journalled kinds, of others, or all; only one when that is enough.
    private func referring(
        to key: EntityKey, isJournalled: Bool? = nil, limit: Int = -1
    ) throws -> [Record] {
        guard key.cells.count == 1 else { return [] }
        var found: [EntityKey: Record] = [:]
        var order: [EntityKey] = []
        for table in try kinds() {
            let description = table.kind.description
            guard isJournalled == nil || description.isJournalled == isJournalled else { continue }
            for column in description.columns where column.reference == key.kind {
                try table.forEachRow(where: "\(column.name.quoted) = ?", key.cells, limit: limit, in: self) {
                    let record = Record(table.kind, try $0.cells(of: description))
                    if found.updateValue(record, forKey: record.key) == nil { order.append(record.key) }
                }
            }
            if limit > 0, !order.isEmpty { break }
        }
        return order.compactMap { found[$0] }
    }

    private func mapping<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw file.storeError(error) }
    }
}
