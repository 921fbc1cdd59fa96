#if SQLite
import Persistence

/// How one kind of record lies in its table: real columns, the primary key first, a checksum of the row last.
protocol RecordTable {
    associatedtype Value

    static var name: String { get }
    /// The columns without the checksum.
    static var columns: [String] { get }
    /// How many of the first columns make up the primary key.
    static var keyColumns: Int { get }
    /// The columns the list is ordered by.
    static var order: String { get }

    static func cells(of value: Value) throws -> [Cell]
    static func value(of row: RowReader) throws -> Value
    static func record(of value: Value) -> Record
    static func value(in record: Record) -> Value?
    /// A second total, of the columns that an index holds by itself, and what a row adds to it.
    static var index: (total: String, checksum: (Value) -> UInt64)? { get }
}

extension RecordTable {
    static var index: (total: String, checksum: (Value) -> UInt64)? { nil }

    static var selection: String { "SELECT \(columns.joined(separator: ", ")), checksum FROM \(name)" }

    private static var keyCondition: String {
        "WHERE " + columns.prefix(keyColumns).map { "\($0) = ?" }.joined(separator: " AND ")
    }

    /// The row's checksum, once it is known to be that of the row's cells.
    private static func checksum(of row: RowReader) throws(RowFault) -> UInt64 {
        let stored = UInt64(bitPattern: Int64(row.integer(columns.count)))
        guard stored == Checksum.of(row, columns: 0..<columns.count) else {
            throw RowFault(detail: "a row of \(name) does not match its checksum")
        }
        return stored
    }

    /// Every row in order, with the total of what was read held against what was written.
    static func all(in unit: SQLiteUnitOfWork) throws -> [Value] {
        var values: [Value] = []
        var found = TableTotal()
        try unit.connection.forEachRow("\(selection) ORDER BY \(order)") { row in
            found.add(try checksum(of: row))
            values.append(try value(of: row))
        }
        try unit.totals.check(found, of: name, in: unit.connection)
        return values
    }

    /// The rows that fulfil a condition, in order, or the first `limit` of them.
    static func rows(
        where condition: String, _ cells: [Cell], limit: Int = -1, in unit: SQLiteUnitOfWork
    ) throws -> [Value] {
        var values: [Value] = []
        try unit.connection.forEachRow(
            "\(selection) WHERE \(condition) ORDER BY \(order) LIMIT ?", cells + [.integer(limit)]
        ) { row in
            _ = try checksum(of: row)
            values.append(try value(of: row))
        }
        return values
    }

    /// The row with the primary key.
    static func row(_ key: [Cell], in unit: SQLiteUnitOfWork) throws -> Value? {
        try stored(key, in: unit)?.value
    }

    static func stored(_ key: [Cell], in unit: SQLiteUnitOfWork) throws -> StoredRow<Value>? {
        var found: StoredRow<Value>?
        try unit.connection.forEachRow("\(selection) \(keyCondition)", key) { row in
            found = StoredRow(value: try value(of: row), checksum: try checksum(of: row))
        }
        return found
    }

    /// Writes the row, new or in place of the one with its key.
    static func put(_ value: Value, over stored: StoredRow<Value>?, in unit: SQLiteUnitOfWork) throws {
        let cells = try cells(of: value)
        let checksum = Checksum.of(cells)
        let all = columns + ["checksum"]
        let sets = all.dropFirst(keyColumns).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        try unit.connection.execute(
            """
            INSERT INTO \(name) (\(all.joined(separator: ", "))) VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (\(columns.prefix(keyColumns).joined(separator: ", "))) DO UPDATE SET \(sets)
            """, cells + [.integer(Int(Int64(bitPattern: checksum)))])
        try unit.totals.change(name, in: unit.connection, removing: stored?.checksum, adding: checksum)
        try changeIndexTotal(from: stored?.value, to: value, in: unit)
    }

    static func delete(_ key: [Cell], stored: StoredRow<Value>, in unit: SQLiteUnitOfWork) throws {
        try unit.connection.execute("DELETE FROM \(name) \(keyCondition)", key)
        try unit.totals.change(name, in: unit.connection, removing: stored.checksum, adding: nil)
        try changeIndexTotal(from: stored.value, to: nil, in: unit)
    }

    private static func changeIndexTotal(from old: Value?, to new: Value?, in unit: SQLiteUnitOfWork) throws {
        guard let index else { return }
        try unit.totals.change(
            index.total, in: unit.connection, removing: old.map(index.checksum), adding: new.map(index.checksum))
    }
}

/// A row as it lies in the file.
struct StoredRow<Value> {
    let value: Value
    let checksum: UInt64
}
#endif
