/// A pass over everything a file holds, row by row: each row against its checksum, each table against its total.
///
/// What it finds and what not: a changed, lost or added row is found wherever it is read. Rows of the journal that no
/// entry names, and indexes that only serve to find rows faster, are left to SQLite's own check.
enum ContentCheck {
    /// The totals of all tables: equal for two files that hold the same.
    static func totals(in unit: SQLiteRows) throws -> [TableTotal] {
        // It belongs to no table, and is read by those who guard against changes in between.
        _ = try unit.revision()
        return try [KindsTable.verify(in: unit)] + unit.kindTables().flatMap { try $0.verify(in: unit) }
            + JournalTable.verify(in: unit)
    }

    /// SQLite's own check of pages and indexes, then the content.
    static func run(_ pragma: String, in unit: SQLiteRows) throws -> [TableTotal] {
        var answers: [String] = []
        try unit.connection.forEachRow("PRAGMA \(pragma)") { answers.append(try $0.text(0)) }
        guard answers == ["ok"] else {
            throw CorruptRow(
                detail: answers.first.map { $0.replacing("\n", with: " ") } ?? "SQLite's check gave no answer")
        }
        var orphans = 0
        try unit.connection.forEachRow("PRAGMA foreign_key_check") { _ in orphans += 1 }
        guard orphans == 0 else { throw CorruptRow(detail: "\(orphans) rows name others that are missing") }
        return try totals(in: unit)
    }
}
