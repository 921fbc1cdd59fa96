import Foundation
import Persistence
import Values

/// The layouts 1 and 2, which had a fixed list of kinds, and the one step from either to the layout of today.
///
/// The step is deterministic, so that the journals of two copies of a file stay the same. Everything is held against its
/// checksums on the way: damage must not become a sound file.
struct OldLayout {
    private let unit: SQLiteRows
    private var totals: [String: TableTotal] = [:]
    private let kinds: [String: (old: OldKind, new: EntityKind)]
    /// When each transaction was entered, by its id.
    private var entered: [OldJSON: Date] = [:]
    private var household = OldHousehold()

    /// Rewrites the file in the caller's transaction.
    static func upgrade(_ unit: SQLiteRows) throws {
        var layout = try OldLayout(unit)
        try layout.run()
    }

    private init(_ unit: SQLiteRows) throws {
        self.unit = unit
        kinds = Dictionary(
            uniqueKeysWithValues: try OldKind.all.map { old in
                (old.name, (old, try unit.catalog.kind(described: old.description)))
            })
    }

    private mutating func run() throws {
        let connection = unit.connection
        for name in ["journalNoUpdate", "journalNoDelete", "journalChangesNoUpdate", "journalChangesNoDelete"] {
            try connection.execute("DROP TRIGGER \(name)")
        }
        for name in ["allocationsByGoal", "transactionsByAsset", "journalChangesByRecord"] {
            try connection.execute("DROP INDEX \(name)")
        }
        let hasMonths = try connection.integer("PRAGMA user_version") > 1
        let tables = ["allocations", "transactions", "plans", "goals", "assets"] + (hasMonths ? ["months"] : [])
        let all = tables + ["journalChanges", "journal", "totals", "migrations"]
        for table in all { try connection.execute("ALTER TABLE \(table) RENAME TO old\(table)") }
        try connection.forEachRow("SELECT name, rows, sum FROM oldtotals") {
            totals[try $0.text(0)] = TableTotal(rows: $0.number(1), sum: $0.checksum(2))
        }
        try Layout.make(unit)
        for kind in OldKind.all { if let new = kinds[kind.name]?.new { try unit.add(new) } }
        try convertJournal()
        for table in tables { try convertRows(of: table) }
        try household.write(in: unit)
        for _ in 0..<(try JournalTable.count(in: unit)) { try unit.countWrite() }
        for table in all { try connection.execute("DROP TABLE old\(table)") }
    }

    // MARK: - Rows

    private func convertRows(of table: String) throws {
        guard let (old, new) = kinds.values.first(where: { $0.new.description.table == table }),
            let newTable = try unit.table(old.name)
        else { return }
        let names = table == "months" ? ["month", "content"] : try columnNames(of: table, count: old.columns.count)
        var found = TableTotal()
        try unit.connection.forEachRow("SELECT \(names.joined(separator: ", ")), checksum FROM old\(table)") { row in
            guard Checksum.of(row, columns: 0..<names.count) == row.checksum(names.count) else {
                throw CorruptRow(detail: "a row of \(table) does not match its checksum")
            }
            found.add(row.checksum(names.count))
            let record = try record(row, columns: old.columns)
            let cells = try old.cells(of: record, as: new.description, entered: entered[record["id"]])
            try newTable.put(cells, over: nil, in: unit)
        }
        guard found == totals[table] else {
            throw CorruptRow(detail: "the rows of \(table) do not add up to their total")
        }
    }

    private func columnNames(of table: String, count: Int) throws -> [String] {
        var names: [String] = []
        try unit.connection.forEachRow("SELECT name FROM pragma_table_info('old\(table)') ORDER BY cid") {
            names.append(try $0.text(0))
        }
        return Array(names.prefix(count))
    }

    /// The record as the journal kept it, put together from the columns of its row.
    private func record(_ row: RowReader, columns: [String]) throws -> OldJSON {
        var members: [String: OldJSON] = [:]
        for (index, path) in columns.enumerated() where !row.isNull(index) {
            if path == "{}" { return try OldJSON(try row.text(index)) }
            if path.hasSuffix("{}") {
                members[String(path.dropLast(2))] = try OldJSON(try row.text(index))
                continue
            }
            // Shares were numbers in the table, and percentages in the journal.
            let value =
                path == "claim.share"
                ? OldJSON.text(try Share(units: row.integer(index)).description) : .text(try row.text(index))
            members.set(value, at: path.split(separator: ".").map(String.init))
        }
        return .object(members)
    }

    // MARK: - Journal

    private mutating func convertJournal() throws {
        var heads: [OldHead] = []
        try unit.connection.forEachRow(
            "SELECT number, instant, program, command, undoes, checksum FROM oldjournal ORDER BY number"
        ) { heads.append(try OldHead($0)) }
        var found = TableTotal()
        for head in heads {
            found.add(head.checksum)
            try convert(head)
        }
        guard found == totals["journal"], heads.map(\.number) == Array(1..<heads.count + 1) else {
            throw CorruptRow(detail: "entries of the journal are missing")
        }
    }

    private mutating func convert(_ head: OldHead) throws {
        var texts: [String] = []
        var sum: UInt64 = 0
        try unit.connection.forEachRow(
            """
            SELECT entry, position, record, change, checksum FROM oldjournalChanges WHERE entry = ? ORDER BY position
            """, [.integer(head.number)]
        ) { row in
            sum &+= Checksum.of(row, columns: 0..<4)
            texts.append(try row.text(3))
        }
        guard sum == head.changes else {
            throw CorruptRow(detail: "entry \(head.number) of the journal does not match its checksum")
        }
        var changes = try texts.map { try change(try OldJSON($0), at: head.origin.instant) }
        changes += try household.changes(beside: changes, of: head, in: unit)
        var named = JournalTable.Named()
        sum = 0
        for (position, change) in changes.enumerated() {
            sum &+= try JournalTable.append(change, at: position, to: head.number, in: unit)
            let references = (change.before?.references ?? []) + (change.after?.references ?? [])
            try JournalTable.refer(
                from: change, naming: references, at: position, of: head.number, &named, in: unit)
        }
        try JournalTable.append(head.number, origin: head.origin, undoes: head.undoes, changes: sum, in: unit)
    }

    private mutating func change(_ change: OldJSON, at instant: Date) throws -> Change {
        switch (try record(change["before"], at: instant), try record(change["after"], at: instant)) {
        case (let before?, let after?): return .update(before, to: after)
        case (nil, let after?): return .insert(after)
        case (let before?, nil): return .delete(before)
        case (nil, nil): throw CorruptRow(detail: "a change in the journal has nothing before and after")
        }
    }

    private mutating func record(_ record: OldJSON, at instant: Date) throws -> Record? {
        guard case .object(let members) = record, let (name, content) = members.first else { return nil }
        guard let (old, new) = kinds[name] else { throw CorruptRow(detail: "the journal has a change of '\(name)'") }
        let value = content["_0"]
        if name == "transaction", entered[value["id"]] == nil { entered[value["id"]] = instant }
        return Record(new, try old.cells(of: value, as: new.description, entered: entered[value["id"]]))
    }
}

/// An old entry of the journal without its changes.
struct OldHead {
    let number: Int
    let origin: ChangeOrigin
    let undoes: Int?
    let checksum: UInt64
    /// What the sums of the entry's changes have to be.
    let changes: UInt64

    init(_ row: RowReader) throws(CorruptRow) {
        number = row.number(0)
        origin = ChangeOrigin(instant: try row.instant(1), program: try row.text(2), command: try row.text(3))
        undoes = row.isNull(4) ? nil : row.number(4)
        if let undoes, !(1..<max(2, number)).contains(undoes) { throw row.issue(4) }
        checksum = row.checksum(5)
        changes = checksum &- Checksum.of(row, columns: 0..<5)
    }
}

extension [String: OldJSON] {
    fileprivate mutating func set(_ value: OldJSON, at path: [String]) {
        guard let name = path.first else { return }
        guard path.count > 1 else { return self[name] = value }
        var inner: [String: OldJSON] = [:]
        if case .object(let members) = self[name] { inner = members }
        inner.set(value, at: Array(path.dropFirst()))
        self[name] = .object(inner)
    }
}
