#if SQLite
    import Persistence

    /// How one kind of record lies in its table: real columns, the primary key first, a checksum of the row last.
    protocol RecordTable {
        associatedtype Value

        static var layout: TableLayout { get }
        static func cells(of value: Value) throws -> [Cell]
        static func value(of row: RowReader) throws -> Value
        static func record(of value: Value) -> Record
        static func value(in record: Record) -> Value?
        /// A second total, of the columns that an index holds by itself, and what a row adds to it.
        static var index: (total: String, checksum: (Value) -> UInt64)? { get }
    }

    /// A row as it lies in the file.
    struct StoredRow<Value> {
        let value: Value
        let checksum: UInt64
    }

    extension RecordTable {
        static var index: (total: String, checksum: (Value) -> UInt64)? { nil }

        // MARK: - Reading

        /// Every row in order, with the total of what was read held against what was written.
        static func all(in unit: SQLiteUnitOfWork) throws -> [Value] {
            var values: [Value] = []
            var found = TableTotal()
            try unit.connection.forEachRow("\(layout.selection) ORDER BY \(layout.order)") { row in
                let stored = try stored(row)
                found.add(stored.checksum)
                values.append(stored.value)
            }
            try unit.totals.check(found, of: layout.name, in: unit.connection)
            return values
        }

        /// Every row against its checksum, and all against their total, which is returned; nothing is kept.
        static func verify(in unit: SQLiteUnitOfWork) throws -> TableTotal {
            var found = TableTotal()
            try unit.connection.forEachRow(layout.selection) { found.add(try stored($0).checksum) }
            try unit.totals.check(found, of: layout.name, in: unit.connection)
            return found
        }

        /// The rows that fulfil a condition, in order, or the first `limit` of them.
        static func rows(
            where condition: String, _ cells: [Cell], limit: Int = -1, in unit: SQLiteUnitOfWork
        ) throws -> [Value] {
            var values: [Value] = []
            try unit.connection.forEachRow(
                "\(layout.selection) WHERE \(condition) ORDER BY \(layout.order) LIMIT ?", cells + [.integer(limit)]
            ) { values.append(try stored($0).value) }
            return values
        }

        /// The row with the primary key.
        static func row(_ key: [Cell], in unit: SQLiteUnitOfWork) throws -> StoredRow<Value>? {
            var found: StoredRow<Value>?
            try unit.connection.forEachRow(layout.byKey, key) { found = try stored($0) }
            return found
        }

        /// The row, once its cells are known to match its checksum.
        private static func stored(_ row: RowReader) throws -> StoredRow<Value> {
            let columns = layout.columnCount
            let checksum = UInt64(bitPattern: Int64(row.integer(columns)))
            guard checksum == Checksum.of(row, columns: 0..<columns) else {
                throw RowFault(detail: "a row of \(layout.name) does not match its checksum")
            }
            return StoredRow(value: try value(of: row), checksum: checksum)
        }

        // MARK: - Writing

        /// Writes the row, new or in place of the one with its key.
        static func put(_ value: Value, over stored: StoredRow<Value>?, in unit: SQLiteUnitOfWork) throws {
            let cells = try cells(of: value)
            let checksum = Checksum.of(cells)
            try unit.connection.execute(layout.upsert, cells + [.integer(Int(Int64(bitPattern: checksum)))])
            try unit.totals.change(layout.name, in: unit.connection, removing: stored?.checksum, adding: checksum)
            try changeIndexTotal(from: stored?.value, to: value, in: unit)
        }

        static func delete(_ key: [Cell], stored: StoredRow<Value>, in unit: SQLiteUnitOfWork) throws {
            try unit.connection.execute(layout.delete, key)
            try unit.totals.change(layout.name, in: unit.connection, removing: stored.checksum, adding: nil)
            try changeIndexTotal(from: stored.value, to: nil, in: unit)
        }

        private static func changeIndexTotal(from old: Value?, to new: Value?, in unit: SQLiteUnitOfWork) throws {
            guard let index else { return }
            try unit.totals.change(
                index.total, in: unit.connection, removing: old.map(index.checksum), adding: new.map(index.checksum))
        }
    }
#endif
