package import Values

import struct Foundation.Date

/// How one kind of thing lies in its table: the columns of its description, the key first, a checksum of the row last.
///
/// The statements are put together once. Every name in them was checked when the description was read.
package final class KindTable: Sendable {
    package let kind: EntityKind
    /// The indexes of a linked kind, by name and columns.
    package let indexes: [(name: String, columns: [String])]
    /// Every row, in no order.
    package let selection: String
    /// The row with a key.
    package let byKey: String
    /// The keys of all rows.
    package let keys: String
    /// The index and the query of each declared total.
    package let totals: [(columns: TotalColumns, name: String, query: String)]
    let width: Int
    private let dialect: TableDialect
    private let order: String
    /// The names of the cells, as statements have them.
    private let names: [String]
    private let isOptional: [Bool]
    /// The columns by which indexes find rows, each in its order.
    private let ordered: [[String]]

    package var name: String { kind.description.table }

    init(_ kind: EntityKind, dialect: TableDialect) throws {
        let description = kind.description
        let (stored, table) = (dialect.table(description), dialect.source(dialect.table(description)))
        let cells = description.cellNames.map(dialect.quoted)
        let types = description.columns.flatMap { column in column.cellNames.map { _ in column } }
        let list = (cells + ["checksum"]).joined(separator: ", ")
        let isKey = cells.prefix(description.keyWidth).map { "\($0) = ?" }.joined(separator: " AND ")
        let isOptional = types.map(\.isOptional)
        self.kind = kind
        self.dialect = dialect
        self.isOptional = isOptional
        names = cells
        width = cells.count
        let order = description.orderPositions.map { dialect.ordering(cells[$0], isOptional[$0], false) }
        self.order = "ORDER BY \(order.joined(separator: ", "))"
        selection = "SELECT \(list) FROM \(table)"
        keys = "SELECT \(cells.prefix(description.keyWidth).joined(separator: ", ")) FROM \(table)"
        byKey = "\(selection) WHERE \(isKey)"
        totals = try description.totals.map { total in
            let columns = try TotalColumns(description, of: total.amount)
            let held = columns.held.map { cells[$0] }.joined(separator: ", ")
            return (
                columns, "\(description.table).\(total.amount)",
                "SELECT \(held) FROM \(dialect.totalSource(stored, total.by))"
            )
        }
        let named = description.title.map { [EntityDescription.Index.index($0)] } ?? []
        indexes = (kind.isLinked ? named + kind.indexes : []).map { index in
            (KindTable.index(of: stored, by: index.columns.joined(separator: "_")), index.columns)
        }
        ordered = (description.totals.map { [$0.by, $0.upTo] } + kind.indexes.map(\.columns)).map {
            $0.map(dialect.quoted)
        }
    }

    /// A name that no kind's table can have.
    package static func index(of table: String, by column: String) -> String { "index_\(table)_\(column)" }

    // MARK: - Reading

    /// Hands every row to `body`, once its cells are known to match its checksum, with their total held against what was
    /// written.
    package func forEachRow(
        _ sql: String, in unit: TableRows<some TableConnection>, _ body: (RowReader) throws -> Void
    ) throws -> TableTotal {
        var found = TableTotal()
        try unit.connection.forEachRow(sql, []) { row in
            found.add(try checked(row))
            try body(row)
        }
        try unit.totals.check(found, of: name, in: unit.connection)
        return found
    }

    /// The rows that fulfil a condition, in order, or the first `limit` of them.
    func forEachRow(
        where condition: String, _ cells: [Cell], limit: Int = -1, in unit: TableRows<some TableConnection>,
        _ body: (RowReader) throws -> Void
    ) throws {
        try unit.connection.forEachRow(
            "\(selection) WHERE \(condition) \(order)\(Optional(limit).limitClause)", cells
        ) { row in
            _ = try checked(row)
            try body(row)
        }
    }

    /// The rows that fulfil a condition, in no order.
    func forEachUnorderedRow(
        where condition: String, _ cells: [Cell], in unit: TableRows<some TableConnection>,
        _ body: (RowReader) throws -> Void
    ) throws {
        try unit.connection.forEachRow("\(selection) WHERE \(condition)", cells) { row in
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
        var conditions = positions.value.map { ["\(names[$0])\(KindTable.isSame(selection.value))"] } ?? ["TRUE"]
        if let range = positions.range {
            if selection.from != nil { conditions.append("\(names[range]) >= ?") }
            if selection.through != nil { conditions.append("\(names[range]) <= ?") }
        }
        if let last = selection.last {
            conditions.append(condition(after: last, by: positions.order, selection.isDescending, &cells))
        }
        let order = positions.order.map { dialect.ordering(names[$0], isOptional[$0], selection.isDescending) }
            .joined(separator: ", ")
        let columns = (positions.value.map { [$0] } ?? []) + positions.order.prefix(1)
        let isInOrder = ordered.contains { $0.starts(with: columns.map { names[$0] }) }
        let limit = isInOrder && dialect.stopsEarly ? "" : selection.limit.limitClause
        return "\(self.selection) WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order)\(limit)"
    }

    /// The first `limit` rows of a selection's statement.
    func forEachRow(
        of query: String, _ cells: [Cell], limit: Int?, in unit: TableRows<some TableConnection>,
        _ body: (RowReader) throws -> Void
    ) throws {
        try unit.connection.forEachRow(query, cells, limit: limit) { row in
            _ = try checked(row)
            try body(row)
        }
    }

    /// How a statement finds a cell's value, an empty one too; only what is not empty is bound to it.
    static func isSame(_ cell: Cell) -> String { cell == .null ? " IS NULL" : " = ?" }

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
                let conditions = same.map { "\($0.0)\(KindTable.isSame($0.1))" } + [differs.condition]
                alternatives.append(conditions.joined(separator: " AND "))
                cells += same.map(\.1).filter { $0 != .null } + differs.cells
            }
            same.append((name, cell))
        }
        return alternatives.isEmpty ? "FALSE" : "(\(alternatives.joined(separator: " OR ")))"
    }

    /// The row with the key.
    func row<Value>(
        _ key: [Cell], in unit: TableRows<some TableConnection>, _ body: (RowReader) throws -> Value
    ) throws -> Value? {
        var found: Value?
        try unit.connection.row(key, of: self) { row in
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

    /// Holds a row against its checksum.
    package func check(_ row: RowReader) throws(CorruptRow) { _ = try checked(row) }

    /// Every row against its checksum, its columns and all against their totals, which are returned; nothing is kept.
    func verify(in unit: TableRows<some TableConnection>) throws -> [TableTotal] {
        let rows = try forEachRow(selection, in: unit) { try $0.check(kind) }
        return try [rows]
            + totals.map { total in
                var found = TableTotal()
                let width = total.columns.split == nil ? 4 : 5
                try unit.connection.forEachRow(total.query, []) { found.add(Checksum.of($0, columns: 0..<width)) }
                try unit.totals.check(found, of: total.name, in: unit.connection)
                return found
            }
    }

    // MARK: - Writing

    /// Writes a new row.
    ///
    /// - Returns: whether there was none with its key; nothing is written otherwise.
    func insert(_ cells: [Cell], in unit: TableRows<some TableConnection>) throws -> Bool {
        let checksum = Checksum.of(cells)
        guard try unit.connection.insert(cells, checksum: checksum, into: self) else { return false }
        try changeTotals(from: nil, to: cells, checksum: checksum, in: unit)
        return true
    }

    /// Writes the row, new or in place of the one with its key.
    package func put(_ cells: [Cell], over old: [Cell]?, in unit: TableRows<some TableConnection>) throws {
        let checksum = Checksum.of(cells)
        try unit.connection.put(cells, checksum: checksum, into: self)
        try changeTotals(from: old, to: cells, checksum: checksum, in: unit)
    }

    func delete(_ old: [Cell], in unit: TableRows<some TableConnection>) throws {
        try unit.connection.delete(key: Array(old.prefix(kind.description.keyWidth)), from: self)
        try changeTotals(from: old, to: nil, checksum: nil, in: unit)
    }

    private func changeTotals(
        from old: [Cell]?, to new: [Cell]?, checksum: UInt64?, in unit: TableRows<some TableConnection>
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
    package var held: [Int] { [by, upTo, amount, currency] + (split.map { [$0] } ?? []) }

    /// The checksum of what the total's index holds of a row.
    fileprivate func checksum(_ cells: [Cell]) -> UInt64 { Checksum.of(held.map { cells[$0] }) }
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
