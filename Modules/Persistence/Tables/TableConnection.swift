package import Values

/// One transaction of a database that keeps each kind of thing in a table: what differs from one database to the next.
///
/// The meaning of rows, their checks and searches are in ``TableRows``, once for all of them.
package protocol TableConnection {
    /// Hands each row of a query to `body`, or the first `limit` of them; the row is valid during the call only.
    func forEachRow(_ sql: String, _ cells: [Cell], limit: Int?, _ body: (RowReader) throws -> Void) throws

    // MARK: - Totals

    /// The total of a table as the store holds it, checked against its own checksum; nil where there is none.
    func total(of table: String) throws -> TableTotal?
    /// Begins a total with nothing.
    func beginTotal(_ table: String) throws
    /// Removes a total.
    func endTotal(_ table: String) throws
    /// Writes totals that have changed.
    func saveTotals(_ totals: [String: TableTotal]) throws

    // MARK: - Kinds

    /// The newest version of a kind; nil when the store does not know it.
    func newestKind(_ kind: String, in unit: TableRows<Self>) throws -> EntityKind?
    /// A kind in one of its versions.
    func kind(_ kind: String, version: Int, in unit: TableRows<Self>) throws -> EntityKind
    /// The newest version of every kind.
    func newestKinds(in unit: TableRows<Self>) throws -> [EntityKind]
    /// Every description against its checksum, and all against their total, which is returned.
    func verifyKinds(in unit: TableRows<Self>) throws -> TableTotal
    /// The kinds in every version that the store has seen, the oldest first.
    func everyKind(in unit: TableRows<Self>) throws -> [EntityKind]
    /// Keeps the description of a kind in a version of which only the journal has things.
    func noteKind(_ kind: EntityKind, in unit: TableRows<Self>) throws
    /// Makes room for things of a kind that is new to the store.
    func addKind(_ kind: EntityKind, in unit: TableRows<Self>) throws

    /// Hands on rows of which an index holds all that is selected, in its order.
    func forEachRowOfIndex(_ sql: String, _ body: (RowReader) throws -> Void) throws

    // MARK: - Rows

    /// Writes a new row; false, and nothing, where there is one with its key.
    func insert(_ cells: [Cell], checksum: UInt64, into table: KindTable) throws -> Bool
    /// Writes a row, new or in the place of the one with its key.
    func put(_ cells: [Cell], checksum: UInt64, into table: KindTable) throws
    /// Takes the row with a key away.
    func delete(key: [Cell], from table: KindTable) throws

    /// Takes all rows of a table away, for good.
    func removeRows(of table: KindTable) throws
    /// Hands the row with a key to `body`, if there is one.
    func row(_ key: [Cell], of table: KindTable, _ body: (RowReader) throws -> Void) throws

    // MARK: - The journal

    /// Writes a change: entry, position, kind, version, before, after.
    func insertChange(_ cells: [Cell], checksum: UInt64) throws
    /// Writes what an entry refers to: kind, key, part, entry, position; false where it says so already.
    func insertReference(_ cells: [Cell]) throws -> Bool
    /// Writes an entry: number, instant, program, command, person, undoes.
    func insertEntry(_ cells: [Cell], checksum: UInt64) throws
}

extension TableConnection {
    /// Looks for the row; a connection that knows rows it has read is faster.
    package func row(_ key: [Cell], of table: KindTable, _ body: (RowReader) throws -> Void) throws {
        try forEachRow(table.byKey, key, body)
    }

    package func forEachRow(_ sql: String, _ cells: [Cell], _ body: (RowReader) throws -> Void) throws {
        try forEachRow(sql, cells, limit: nil, body)
    }

    /// Hands on the rows; a connection that would not read them from the index by itself does so here.
    package func forEachRowOfIndex(_ sql: String, _ body: (RowReader) throws -> Void) throws {
        try forEachRow(sql, [], limit: nil, body)
    }
}
