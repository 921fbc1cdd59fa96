import Persistence
import Values

import struct Foundation.Date

/// How one kind of thing lies in its table: the columns of its description, the key first, a checksum of the row last.
///
/// The statements are put together once. Every name in them was checked when the description was read.
final class KindTable: Sendable {
    let kind: EntityKind
    /// The statement that makes the table, and those that make the indexes without which its totals cannot be read.
    let creation: [String]
    /// The other indexes, by name, and the statements that make them.
    let indexes: [(name: String, creation: String)]
    /// Every row, in no order.
    let selection: String
    let byKey: String
    /// A new row; nothing where there is one with its key.
    let insertion: String
    let upsert: String
    let deletion: String
    /// The index and the query of each declared total.
    let totals: [(columns: TotalColumns, name: String, query: String)]
    let width: Int
    private let order: String
    /// The names of the cells, as statements have them.
    private let names: [String]
    /// The columns by which indexes find rows, each in its order.
    private let ordered: [[String]]

    var name: String { kind.description.table }

    /// - Parameter tables: the tables of the kinds that are referred to, and the columns of their keys; a kind that the file
    ///   does not know is left to the checks of every write.
    init(_ kind: EntityKind, tables: [String: (table: String, key: String)] = [:]) throws {
        let description = kind.description
        let table = description.table.quoted
        let cells = description.cellNames.map(\.quoted)
        let all = cells + ["checksum"]
        let list = all.joined(separator: ", ")
        let key = cells.prefix(description.keyWidth)
        let isKey = key.map { "\($0) = ?" }.joined(separator: " AND ")
        self.kind = kind
        names = cells
        width = cells.count
        order = "ORDER BY \(description.orderPositions.map { cells[$0] }.joined(separator: ", "))"
        selection = "SELECT \(list) FROM \(table)"
        byKey = "\(selection) WHERE \(isKey)"
        let updates = all.dropFirst(key.count).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let insertion = "INSERT INTO \(table) (\(list)) VALUES (\(all.map { _ in "?" }.joined(separator: ", "))) "
        let conflict = "ON CONFLICT (\(key.joined(separator: ", ")))"
        self.insertion = "\(insertion) \(conflict) DO NOTHING"
        upsert = "\(insertion) \(conflict) DO UPDATE SET \(updates)"
        deletion = "DELETE FROM \(table) WHERE \(isKey)"
        totals = try description.totals.map { total in
            let columns = try TotalColumns(description, of: total.amount)
            let held = columns.held.map { cells[$0] }.joined(separator: ", ")
            return (
                columns, "\(description.table).\(total.amount)",
                "SELECT \(held) FROM \(table) INDEXED BY \(KindTable.index(of: description.table, by: total.by))"
            )
        }
        creation = try KindTable.creation(of: description, tables: tables)
        let named = description.title.map { [EntityDescription.Index.index($0)] } ?? []
        indexes = (kind.isLinked ? named + kind.indexes : []).map { index in
            let name = KindTable.index(of: description.table, by: index.columns.joined(separator: "_"))
            let columns = index.columns.map(\.quoted).joined(separator: ", ")
            return (name, "CREATE INDEX IF NOT EXISTS \(name) ON \(table) (\(columns))")
        }
        ordered = (description.totals.map { [$0.by, $0.upTo] } + kind.indexes.map(\.columns)).map { $0.map(\.quoted) }
    }

    /// A name that no kind's table can have.
    private static func index(of table: String, by column: String) -> String { "index_\(table)_\(column)" }

    private static func creation(
        of description: EntityDescription, tables: [String: (table: String, key: String)]
    ) throws -> [String] {
        let table = description.table.quoted
        let columns = description.columns.flatMap { column in
            let isNumber = [.integer, .boolean, .instant].contains(column.type)
            let reference = column.reference.flatMap { tables[$0] }.map {
                " REFERENCES \($0.table.quoted) (\($0.key.quoted)) DEFERRABLE INITIALLY DEFERRED"
            }
            return column.cellNames.map {
                "\($0.quoted) \(isNumber ? "INTEGER" : "TEXT")\(column.isOptional ? "" : " NOT NULL")\(reference ?? "")"
            }
        }
        let cells = description.cellNames.map(\.quoted)
        let key = cells.prefix(description.keyWidth).joined(separator: ", ")
        let options = description.keyCount > 1 ? "STRICT, WITHOUT ROWID" : "STRICT"
        let summed = try description.totals.map { total in
            let held = try TotalColumns(description, of: total.amount).held.map { cells[$0] }.joined(separator: ", ")
            return "CREATE INDEX \(index(of: description.table, by: total.by)) ON \(table) (\(held))"
        }
        let indexed = Set(description.totals.map(\.by))
        let found = description.columns.dropFirst().filter { $0.reference != nil && !indexed.contains($0.name) }
        return [
            "CREATE TABLE \(table) (\(columns.joined(separator: ", ")), checksum INTEGER NOT NULL, "
                + "PRIMARY KEY (\(key))) \(options)"
        ] + summed
            + found.map {
                "CREATE INDEX \(index(of: description.table, by: $0.name)) ON \(table) (\($0.name.quoted))"
            }
    }

    // MARK: - Reading

    /// Hands every row to `body`, once its cells are known to match its checksum, with their total held against what was
    /// written.
    func forEachRow(_ sql: String, in unit: SQLiteRows, _ body: (RowReader) throws -> Void) throws -> TableTotal {
        var found = TableTotal()
        try unit.connection.forEachRow(sql) { row in
            found.add(try checked(row))
            try body(row)
        }
        try unit.totals.check(found, of: name, in: unit.connection)
        return found
    }

    /// The rows that fulfil a condition, in order, or the first `limit` of them.
    func forEachRow(
        where condition: String, _ cells: [Cell], limit: Int = -1, in unit: SQLiteRows,
        _ body: (RowReader) throws -> Void
    ) throws {
        try unit.connection.forEachRow(
            "\(selection) WHERE \(condition) \(order) LIMIT ?", cells + [.integer(limit)]
        ) { row in
            _ = try checked(row)
            try body(row)
        }
    }

    /// The statement that finds the rows of a selection in its order. It has a limit of its own only where no index gives the
    /// order: for a limit SQLite makes a table of what it sorts, which costs more than finding a row by an index.
    ///
    /// - Parameter cells: what is bound to it; what the beginning of a page needs is added.
    func query(
        _ selection: Selection, _ positions: EntityDescription.SelectionPositions, _ cells: inout [Cell]
    ) -> String {
        var conditions = positions.value.map { ["\(names[$0]) IS ?"] } ?? ["TRUE"]
        if let range = positions.range {
            if selection.from != nil { conditions.append("\(names[range]) >= ?") }
            if selection.through != nil { conditions.append("\(names[range]) <= ?") }
        }
        if let last = selection.last {
            conditions.append(condition(after: last, by: positions.order, selection.isDescending, &cells))
        }
        let direction = selection.isDescending ? " DESC" : ""
        let order = positions.order.map { names[$0] + direction }.joined(separator: ", ")
        let columns = (positions.value.map { [$0] } ?? []) + positions.order.prefix(1)
        let isInOrder = ordered.contains { $0.starts(with: columns.map { names[$0] }) }
        let limit = isInOrder ? "" : selection.limit.map { " LIMIT \($0)" } ?? ""
        return "\(self.selection) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order)\(limit)"
    }

    /// The first `limit` rows of a selection's statement.
    func forEachRow(
        of query: String, _ cells: [Cell], limit: Int?, in unit: SQLiteRows, _ body: (RowReader) throws -> Void
    ) throws {
        try unit.connection.forEachRow(query, cells, limit: limit) { row in
            _ = try checked(row)
            try body(row)
        }
    }

    /// Whether a row comes after another one: it does by the first cell in which they differ. An empty cell is the least.
    private func condition(
        after last: [Cell], by positions: [Int], _ isDescending: Bool, _ cells: inout [Cell]
    ) -> String {
        var alternatives: [String] = []
        var same: [(String, Cell)] = []
        for position in positions {
            let (name, cell) = (names[position], last[position])
            let differs: (condition: String, cells: [Cell])? =
                switch (isDescending, cell) {
                case (false, .null): ("\(name) IS NOT NULL", [])
                case (true, .null): nil
                case (false, _): ("\(name) > ?", [cell])
                case (true, _): ("(\(name) < ? OR \(name) IS NULL)", [cell])
                }
            if let differs {
                alternatives.append((same.map { "\($0.0) IS ?" } + [differs.condition]).joined(separator: " AND "))
                cells += same.map(\.1) + differs.cells
            }
            same.append((name, cell))
        }
        return alternatives.isEmpty ? "0" : "(\(alternatives.joined(separator: " OR ")))"
    }

    /// The row with the key.
    func row<Value>(
        _ key: [Cell], in unit: SQLiteRows, _ body: (RowReader) throws -> Value
    ) throws -> Value? {
        var found: Value?
        try unit.connection.forEachRow(byKey, key) { row in
            _ = try checked(row)
            found = try body(row)
        }
        return found
    }

    /// The row's checksum, once its cells are known to match it.
    private func checked(_ row: RowReader) throws(CorruptRow) -> UInt64 {
        let checksum = row.checksum(width)
        guard checksum == Checksum.of(row, columns: 0..<width) else {
            throw CorruptRow(detail: "a row of \(name) does not match its checksum")
        }
        return checksum
    }

    /// Every row against its checksum, its columns and all against their totals, which are returned; nothing is kept.
    func verify(in unit: SQLiteRows) throws -> [TableTotal] {
        let rows = try forEachRow(selection, in: unit) { try $0.check(kind) }
        return try [rows]
            + totals.map { total in
                var found = TableTotal()
                let width = total.columns.split == nil ? 4 : 5
                try unit.connection.forEachRow(total.query) { found.add(Checksum.of($0, columns: 0..<width)) }
                try unit.totals.check(found, of: total.name, in: unit.connection)
                return found
            }
    }

    // MARK: - Writing

    /// Writes a new row.
    ///
    /// - Returns: whether there was none with its key; nothing is written otherwise.
    func insert(_ cells: [Cell], in unit: SQLiteRows) throws -> Bool {
        let checksum = Checksum.of(cells)
        guard try unit.insertion(into: self).run(cells, checksum: checksum) > 0 else { return false }
        try changeTotals(from: nil, to: cells, checksum: checksum, in: unit)
        return true
    }

    /// Writes the row, new or in place of the one with its key.
    func put(_ cells: [Cell], over old: [Cell]?, in unit: SQLiteRows) throws {
        let checksum = Checksum.of(cells)
        try unit.connection.execute(upsert, cells + [.integer(Int(Int64(bitPattern: checksum)))])
        try changeTotals(from: old, to: cells, checksum: checksum, in: unit)
    }

    func delete(_ old: [Cell], in unit: SQLiteRows) throws {
        try unit.connection.execute(deletion, Array(old.prefix(kind.description.keyWidth)))
        try changeTotals(from: old, to: nil, checksum: nil, in: unit)
    }

    private func changeTotals(
        from old: [Cell]?, to new: [Cell]?, checksum: UInt64?, in unit: SQLiteRows
    ) throws {
        try unit.totals.change(
            name, in: unit.connection, removing: old.map { Checksum.of($0) }, adding: checksum)
        for total in totals {
            try unit.totals.change(
                total.name, in: unit.connection, removing: old.map(total.columns.checksum),
                adding: new.map(total.columns.checksum))
        }
    }
}

extension TotalColumns {
    /// The cells that the total's index holds, in its order.
    fileprivate var held: [Int] { [by, upTo, amount, currency] + (split.map { [$0] } ?? []) }

    /// The checksum of what the total's index holds of a row.
    fileprivate func checksum(_ cells: [Cell]) -> UInt64 { Checksum.of(held.map { cells[$0] }) }
}

extension String {
    /// A checked name inside a statement, also where it is a word of SQL. What does not exist is an error in brackets; in
    /// quotes it would be a text.
    var quoted: String { "[\(self)]" }
}

extension RowReader {
    /// Holds every cell against what its column can hold: the type that is linked, else the description.
    fileprivate func check(_ kind: EntityKind) throws {
        if try kind.check(self) { return }
        var position = 0
        for column in kind.description.columns {
            defer { position += column.type.width }
            let isEmpty = (0..<column.type.width).allSatisfy { isNull(position + $0) }
            if isEmpty, column.isOptional { continue }
            switch column.type {
            case .choice, .month, .text:
                let text = try text(position)
                if column.type == .month, (try? CalendarMonth(text)) == nil { throw issue(position) }
            case .ratio: if Ratio(encoded: try text(position)) == nil { throw issue(position) }
            case .integer: _ = try integer(position)
            case .boolean: if !(0...1).contains(try integer(position)) { throw issue(position) }
            case .instant: if Date(milliseconds: try integer(position)) == nil { throw issue(position) }
            case .amount: _ = try amount(position, currency: position + 1)
            case .currency: _ = try currency(position)
            case .day: _ = try day(position)
            case .id: _ = try id(position)
            case .list: _ = try list(position)
            }
        }
    }
}
