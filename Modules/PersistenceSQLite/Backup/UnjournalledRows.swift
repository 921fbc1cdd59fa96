import Foundation
import GRDB
import Persistence
import Values

/// What a restore keeps of the database that it replaces. A backup restores what people entered, which the
/// journal tells; the other rows tell what happened outside, such as what was sent, and that stays as it happened.
struct UnjournalledRows {
    private struct Row {
        let record: Values.Record
        /// What it names, as it was in the same database; nil for what was missing.
        let named: [EntityKey: Values.Record?]
    }

    private let rows: [Row]

    /// The rows of a database that is locked; none where they cannot be read.
    init(of store: DatabaseQueue, file: StoreFile) {
        let rows = try? store.unsafeRead { database -> [Row] in
            let connection = SQLConnection(database)
            guard try Layout.version(connection) == Layout.current else { return [] }
            let unit = SQLiteRows(connection, file: file, catalog: try KindCatalog([]))
            var rows: [Row] = []
            for table in try unit.kindTables() where !table.kind.description.isJournalled {
                _ = try table.forEachRow(table.selection, in: unit) { cells in
                    let record = Values.Record(table.kind, try cells.cells(of: table.kind.description))
                    let named = try record.references.map { ($0, try unit.record($0)) }
                    rows.append(Row(record: record, named: Dictionary(named) { first, _ in first }))
                }
            }
            return rows
        }
        self.rows = rows ?? []
    }

    /// Puts the rows into a copy of a backup. Where the backup has another version of what a row names, its own row stays: the
    /// other one may not fit any more, as the balance of an address that was changed since.
    ///
    /// - Throws: What the database throws; nothing is written then.
    func put(into path: String, origin: ChangeOrigin) throws {
        guard !rows.isEmpty else { return }
        let file = StoreFile(existing: path)
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            let unit = SQLiteRows(SQLConnection(database), file: file, catalog: try KindCatalog([]))
            for row in rows where try fits(row, in: unit) {
                let old = try unit.record(row.record.key)
                guard old != row.record else { continue }
                try unit.apply(old.map { .update($0, to: row.record) } ?? .insert(row.record))
            }
            try unit.finish(origin)
        }
        try queue.close()
    }

    private func fits(_ row: Row, in unit: SQLiteRows) throws -> Bool {
        let kind = row.record.kind
        if let there = try unit.table(kind.description.kind), there.kind.text != kind.text { return false }
        return try row.named.allSatisfy { key, record in try record != nil && unit.record(key) == record }
    }
}
