package import Values

package import struct Foundation.UUID

/// The rows of one transaction of a database that keeps each kind of thing in a table. They do not outlive the closure that
/// they are handed to.
package final class TableRows<Connection: TableConnection>: RowStore {
    package var progress = WriteProgress()
    package let connection: Connection
    package let catalog: KindCatalog
    package var totals = TableTotals()
    private let describe: (any Error) -> any Error
    /// The tables of the kinds that were used so far, in their newest versions; nil for a kind the store does not know.
    private var tables: [String: KindTable?] = [:]
    /// The tables of all kinds in the store, once they were needed.
    private var allTables: [KindTable]?
    /// The columns that name things of a kind, with their tables, once they were needed.
    private var referrers: [String: [(table: KindTable, column: EntityDescription.Column)]] = [:]
    /// The sum of the checksums of the changes that were written, and the records that they are known to name.
    var journalSum: UInt64 = 0
    var named = JournalTable.Named()
    /// The statements of the selections so far.
    private var queries: [SelectionShape: String] = [:]
    /// The things that were found by their keys, by kind: what many others refer to is looked for with each of them.
    private var found: [String: [[Cell]: any Entity]] = [:]
    private static var mostFound: Int { 64 }

    /// - Parameter describe: an error of the connection or of a row, as callers of the store see it.
    package init(_ connection: Connection, catalog: KindCatalog, describe: @escaping (any Error) -> any Error) {
        self.connection = connection
        self.catalog = catalog
        self.describe = describe
    }

    /// The source of a table's rows.
    func source(_ table: String) -> String { catalog.dialect.source(table) }

    // MARK: - Kinds

    /// The table of a kind, if the store has one.
    package func table(_ kind: String) throws -> KindTable? {
        if let known = tables[kind] { return known }
        let table = try connection.newestKind(kind, in: self).map(catalog.table)
        tables[kind] = .some(table)
        return table
    }

    /// The table of a kind in the version that the program wants to read or write.
    package func table(_ kind: EntityKind) throws -> KindTable? {
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

    package func kind(_ name: String, version: Int) throws -> EntityKind {
        if let current = try table(name)?.kind, current.description.version == version { return current }
        return try connection.kind(name, version: version, in: self)
    }

    /// The newest versions of all kinds in the store.
    package func kindTables() throws -> [KindTable] {
        if let allTables { return allTables }
        let tables = try connection.newestKinds(in: self).map(catalog.table)
        allTables = tables
        return tables
    }

    /// The columns that name things of a kind, in all tables.
    func referrers(to kind: String) throws -> [(table: KindTable, column: EntityDescription.Column)] {
        if let known = referrers[kind] { return known }
        let found = try kindTables().flatMap { table in
            table.kind.description.columns.filter { $0.reference == kind }.map { (table, $0) }
        }
        referrers[kind] = found
        return found
    }

    /// Makes the table of a kind that is new to the store.
    package func add(_ kind: EntityKind) throws {
        try connection.addKind(kind, in: self)
        tables[kind.description.kind] = try catalog.table(of: kind)
        allTables = nil
        referrers = [:]
    }

    /// A record in the newest version of its kind, where the program knows the way there; else as it is.
    func upToDate(_ record: Record) throws -> Record {
        guard let current = try table(record.kind.description.kind)?.kind, current.text != record.kind.text else {
            return record
        }
        return try record.upgraded(to: current) ?? record
    }

    // MARK: - Reading

    package func all<E: Entity>(_ type: E.Type) throws -> [E] {
        try mapping {
            guard let table = try table(type) else { return [] }
            let declaration = E.declaration
            var values: [E] = []
            // The store knows how many there are: a long list is not moved while it grows.
            let count = (try? totals.total(of: table.name, in: connection).rows) ?? 0
            values.reserveCapacity(max(0, min(count, 1 << 20)))
            var order = RowOrder(table.kind.description)
            _ = try table.forEachRow(table.selection, in: self) { row in
                values.append(try declaration.value(of: row))
                order.add(row)
            }
            return order.sorted(values)
        }
    }

    package func all<E: Entity>(_ type: E.Type, where column: String, is value: Cell) throws -> [E] {
        try mapping {
            let declaration = E.declaration
            guard declaration.description.columns.contains(where: { $0.name == column }) else {
                throw StoreError.unknownColumn(kind: declaration.description.kind, column: column)
            }
            guard let table = try table(type) else { return [] }
            var values: [E] = []
            var order = RowOrder(table.kind.description)
            let condition = "\(catalog.dialect.quoted(column))\(KindTable.isSame(value))"
            try table.forEachUnorderedRow(where: condition, value == .null ? [] : [value], in: self) { row in
                values.append(try declaration.value(of: row))
                order.add(row)
            }
            return order.sorted(values)
        }
    }

    package func all<E: Entity>(_ type: E.Type, _ selection: Selection) throws -> [E] {
        try mapping {
            let declaration = E.declaration
            guard let table = try table(type) else {
                _ = try declaration.description.positions(of: selection, StoreError.unknownColumn)
                return []
            }
            var cells: [Cell] = []
            let query = try query(selection, of: declaration.description, in: table, &cells)
            var values: [E] = []
            try table.forEachRow(of: query, cells, limit: selection.limit, in: self) {
                values.append(try declaration.value(of: $0))
            }
            return values
        }
    }

    /// The statement of a selection, with what is bound to it.
    private func query(
        _ selection: Selection, of description: EntityDescription, in table: KindTable, _ cells: inout [Cell]
    ) throws -> String {
        let shape = SelectionShape(selection, of: description.kind)
        // The beginning of a page depends on the cells too.
        let isKept = selection.last == nil
        if selection.column != nil, selection.value != .null { cells.append(selection.value) }
        if selection.rangeColumn != nil { cells += [selection.from, selection.through].compactMap(\.self) }
        if isKept, let known = queries[shape] { return known }
        let positions = try description.positions(of: selection, StoreError.unknownColumn)
        let query = table.query(selection, positions, &cells)
        if isKept { queries[shape] = query }
        return query
    }

    package func find<E: Entity>(_ type: E.Type, key: [Cell]) throws -> E? {
        try mapping {
            let kind = E.declaration.description.kind
            if let known = found[kind]?[key] as? E { return known }
            let value = try table(type)?.row(key, in: self) { try E.declaration.value(of: $0) }
            if found[kind]?.count ?? 0 >= Self.mostFound { found[kind] = nil }
            if let value { found[kind, default: [:]][key] = value }
            return value
        }
    }

    /// Forgets what was found of a kind, of which something changes.
    func forget(_ kind: EntityKind) { if !found.isEmpty { found[kind.description.kind] = nil } }

    package func sums<E: Entity>(
        _ type: E.Type, of amount: String, for owner: UUID?, among choices: Set<String>?, upTo days: [CalendarDay]
    ) throws -> [UUID: [Money]] {
        try mapping {
            try table(type)?.sums(of: amount, for: owner, among: choices, upTo: days, in: self) ?? [:]
        }
    }

    package func record(_ key: EntityKey) throws -> Record? {
        try mapping {
            guard let table = try table(key.kind) else { return nil }
            return try table.row(key.cells, in: self) { try $0.cells(of: table.kind.description) }
                .map { Record(table.kind, $0) }
        }
    }

    package func kinds() throws -> [EntityKind] {
        try mapping { try kindTables().map(\.kind).sorted { $0.description.kind < $1.description.kind } }
    }

    package func forEachRecord(of kind: EntityKind, _ body: (Record) throws -> Void) throws {
        try mapping {
            guard let table = try table(kind.description.kind) else { return }
            try table.forEachRow(where: "TRUE", [], in: self) {
                try body(Record(table.kind, try $0.cells(of: table.kind.description)))
            }
        }
    }

    package func storeError(_ error: any Error) -> any Error { describe(error) }

    /// Runs `body` and names its errors after the store.
    func mapping<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw describe(error) }
    }
}
