import Persistence

extension ContentCheck {
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
