package import Values

/// Everything that a store with tables holds, to be copied into another one as it is: rows, descriptions, and the journal with its
/// numbers and checksums.
package protocol ContentSource {
    /// The kinds in every version that the store has seen, the oldest first.
    func everyKind() throws -> [EntityKind]
    /// The kinds that have tables, in their newest versions.
    func currentKinds() throws -> [EntityKind]
    /// Hands on the cells of every row of a kind.
    func forEachRow(of kind: EntityKind, _ body: ([Cell]) throws -> Void) throws
    /// Hands on every entry of the journal: number, instant, program, command, person, undoes; and its checksum.
    func forEachEntry(_ body: ([Cell], UInt64) throws -> Void) throws
    /// Hands on every change: entry, position, kind, version, before, after.
    func forEachChange(_ body: ([Cell]) throws -> Void) throws
    /// Hands on everything that entries refer to: kind, key, part, entry, position.
    func forEachReference(_ body: ([Cell]) throws -> Void) throws
    /// How often the store was written to.
    func revision() throws -> Int
    /// The totals of all tables, once every row was held against its checksum.
    func contentTotals() throws -> [TableTotal]
}

extension TableRows: ContentSource {
    package func everyKind() throws -> [EntityKind] { try mapping { try connection.everyKind(in: self) } }

    package func currentKinds() throws -> [EntityKind] { try mapping { try kindTables().map(\.kind) } }

    package func forEachRow(of kind: EntityKind, _ body: ([Cell]) throws -> Void) throws {
        try mapping {
            guard let table = try table(kind.description.kind) else { return }
            _ = try table.forEachRow(table.selection, in: self) { try body(try $0.cells(of: kind.description)) }
        }
    }

    package func forEachEntry(_ body: ([Cell], UInt64) throws -> Void) throws {
        let columns = "number, instant, program, command, person, undoes, checksum"
        try forEachRow("SELECT \(columns) FROM \(source("journal")) ORDER BY number") {
            try body(try $0.plainCells(6), $0.checksum(6))
        }
    }

    package func forEachChange(_ body: ([Cell]) throws -> Void) throws {
        let columns = "entry, position, kind, version, before, after"
        try forEachRow("SELECT \(columns) FROM \(source("journalChanges")) ORDER BY entry, position") {
            try body(try $0.plainCells(6))
        }
    }

    package func forEachReference(_ body: ([Cell]) throws -> Void) throws {
        try forEachRow("SELECT kind, key, part, entry, position FROM \(source("journalReferences"))") {
            try body(try $0.plainCells(5))
        }
    }

    package func contentTotals() throws -> [TableTotal] { try mapping { try ContentCheck.totals(in: self) } }

    private func forEachRow(_ sql: String, _ body: (RowReader) throws -> Void) throws {
        try mapping { try connection.forEachRow(sql, [], body) }
    }
}

extension RowReader {
    /// The first cells as they are, of a table that no kind has.
    fileprivate func plainCells(_ count: Int) throws(CorruptRow) -> [Cell] {
        var cells: [Cell] = []
        for column in 0..<count {
            switch values[column] {
            case .null: cells.append(.null)
            case .integer(let number): cells.append(.integer(number))
            case .text: cells.append(.text(try text(column)))
            }
        }
        return cells
    }
}
