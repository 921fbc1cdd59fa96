package import Values

package import struct Foundation.UUID

/// Everything the store holds, as a value.
package struct MemoryState: Sendable {
    /// The records of each kind.
    var records: [String: [EntityKey: Record]] = [:]
    var journal: [JournalEntry] = []
    var revision = 0

    /// Nothing.
    package init() {}

    /// The things that a store holds, without its journal.
    package init(_ reader: any StoreReader) throws {
        for kind in try reader.kinds() {
            var found: [EntityKey: Record] = [:]
            try reader.forEachRecord(of: kind) { found[$0.key] = $0 }
            records[kind.description.kind] = found
        }
        revision = try reader.revision()
    }
}

/// One transaction: a private copy of the state, thrown away unless it finishes.
package final class MemoryRows: RowStore {
    private(set) var state: MemoryState
    package var progress = WriteProgress()
    private var journalled: [Change] = []

    package init(_ state: MemoryState) {
        self.state = state
    }

    // MARK: - Writing

    package func prepare(_ kind: EntityKind) throws {
        if let known = state.records[kind.description.kind]?.values.first, known.kind.text != kind.text {
            throw StoreError.differentKind(kind.description.kind)
        }
    }

    package func insertRow(_ record: Record) -> Bool {
        guard self.record(record.key) == nil else { return false }
        put(record, record.key)
        return true
    }

    package func putRow(_ record: Record, over old: Record) { put(record, record.key) }

    package func deleteRow(_ record: Record) { put(nil, record.key) }

    private func put(_ record: Record?, _ key: EntityKey) { state.records[key.kind, default: [:]][key] = record }

    package func nextEntry() -> Int { state.journal.count + 1 }

    package func appendToJournal(_ change: Change, at position: Int, of entry: Int, naming references: [EntityKey]) {
        journalled.append(change)
    }

    package func endEntry(_ number: Int, _ origin: ChangeOrigin, undoes: Int?) {
        state.journal.append(JournalEntry(number: number, origin: origin, changes: journalled, undoes: undoes))
    }

    package func endWrite() { state.revision += 1 }

    // MARK: - Records

    package func record(_ key: EntityKey) -> Record? { state.records[key.kind]?[key] }

    package func kinds() throws -> [EntityKind] {
        state.records.sorted { $0.key < $1.key }.compactMap { $0.value.values.first?.kind }
    }

    package func forEachRecord(of kind: EntityKind, _ body: (Record) throws -> Void) throws {
        let records = state.records[kind.description.kind] ?? [:]
        for record in records.values.sorted(by: {
            $0.cells.precedes($1.cells, by: kind.description.orderPositions)
        }) { try body(record) }
    }

    package func referring(
        to key: EntityKey, limit: Int, where isWanted: (EntityDescription, EntityDescription.Column) -> Bool
    ) -> [Record] {
        guard key.cells.count == 1 else { return [] }
        var found: [Record] = []
        for records in state.records.values {
            guard let description = records.values.first?.kind.description else { continue }
            let positions = description.columns.filter { $0.reference == key.kind && isWanted(description, $0) }
                .compactMap { description.position(of: $0.name) }
            guard !positions.isEmpty else { continue }
            found += records.values.filter { record in positions.contains { record.cells[$0] == key.cells[0] } }
        }
        found.sort { ($0.kind.description.kind, $0.summary) < ($1.kind.description.kind, $1.summary) }
        return limit < 0 ? found : Array(found.prefix(limit))
    }

    // MARK: - Reading

    package func all<E: Entity>(_ type: E.Type) throws -> [E] { try rows(type) { _ in true } }

    package func all<E: Entity>(_ type: E.Type, where column: String, is value: Cell) throws -> [E] {
        guard let position = E.declaration.description.position(of: column) else {
            throw StoreError.unknownColumn(kind: E.declaration.description.kind, column: column)
        }
        return try rows(type) { $0[position] == value }
    }

    package func all<E: Entity>(_ type: E.Type, _ selection: Selection) throws -> [E] {
        let description = E.declaration.description
        let positions = try description.positions(of: selection, StoreError.unknownColumn)
        func precedes(_ left: [Cell], _ right: [Cell]) -> Bool {
            selection.isDescending
                ? right.precedes(left, by: positions.order) : left.precedes(right, by: positions.order)
        }
        var rows = (state.records[description.kind] ?? [:]).values.map(\.cells).filter { cells in
            if let position = positions.value, cells[position] != selection.value { return false }
            guard let range = positions.range, selection.from != nil || selection.through != nil else { return true }
            let cell = [cells[range]]
            return cells[range] != .null && !(selection.from.map { cell.precedes([$0], by: [0]) } ?? false)
                && !(selection.through.map { [$0].precedes(cell, by: [0]) } ?? false)
        }
        if let last = selection.last { rows = rows.filter { precedes(last, $0) } }
        rows.sort(by: precedes)
        return try rows.prefix(selection.limit ?? .max).map { try E.declaration.value(of: CellArray($0)) }
    }

    private func rows<E: Entity>(_ type: E.Type, _ isWanted: ([Cell]) -> Bool) throws -> [E] {
        let description = E.declaration.description
        let rows = (state.records[description.kind] ?? [:]).values.map(\.cells).filter(isWanted)
        return try rows.sorted { $0.precedes($1, by: description.orderPositions) }.map {
            try E.declaration.value(of: CellArray($0))
        }
    }

    package func find<E: Entity>(_ type: E.Type, key: [Cell]) throws -> E? {
        try record(EntityKey(kind: E.declaration.description.kind, cells: key)).map {
            try E.declaration.value(of: CellArray($0.cells))
        }
    }

    package func sums<E: Entity>(
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

    package func revision() throws -> Int { state.revision }

    package func forEachChange(ofEntry number: Int, _ body: (Change) throws -> Bool) throws -> Bool {
        guard let entry = try journalEntry(number) else { return false }
        for change in entry.changes where try !body(change) { break }
        return true
    }

    package func journalHeads(of key: EntityKey?, from number: Int?, limit: Int) throws -> [JournalEntry.Head] {
        let entries = state.journal.reversed().lazy.filter { entry in
            (number.map { entry.number <= $0 } ?? true)
                && (key.map { key in entry.changes.contains { $0.touches(key) } } ?? true)
        }
        return entries.prefix(limit).map(\.head)
    }

    package func journal(changing kind: String) throws -> [JournalEntry] {
        state.journal.reversed().filter { $0.changes.contains { $0.key.kind == kind } }
    }

    package func journalEntry(_ number: Int) throws -> JournalEntry? {
        state.journal.indices.contains(number - 1) ? state.journal[number - 1] : nil
    }

    package func journal(of key: EntityKey?, limit: Int?) throws -> [JournalEntry] {
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
