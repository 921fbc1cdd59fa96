import Foundation
import Persistence
import Synchronization
import Values

extension PostgresStore {
    /// Writes everything that the household holds into a new file.
    func export(to path: String, through archive: any StoreArchive) async throws {
        try await reading(
            { rows in
                do { try archive.write(rows, to: path) } catch is CopyDiffers {
                    throw CorruptRow(detail: "a copy of the household does not have its totals")
                }
            }, orNone: { throw StoreError.gone(at: self.location) })
    }

    /// Puts what a file holds in the place of the household, all or nothing. What was there is kept under another name.
    ///
    /// - Returns: the name of what was there; nil when there was nothing.
    func replace(
        with path: String, through archive: any StoreArchive, force: Bool, isDryRun: Bool, at instant: Date
    ) async throws -> String? {
        let kinds = try archive.read(path) { try $0.everyKind() }
        try await server.prepare(kinds, for: nil)
        return try await withSession { [self] session, deadline in
            let old = try await lookUp(session, until: deadline, making: false)
            // Reading and writing everything takes as long as it takes.
            return try await session.run(until: deadline + .seconds(3600)) { [self] link in
                let id = Int.random(in: 1...Int.max)
                try link.queue("BEGIN")
                let transaction = PostgresUnit(link, household: id, descriptions: descriptions)
                var revision = 0
                var kept: String?
                if let old {
                    let before = PostgresUnit(link, household: old.id, descriptions: descriptions)
                    try before.lock()
                    revision = try before.head().revision
                    if !force { try checkOlder(rows(before, old.catalog), path, archive) }
                    kept = "\(server.household) (replaced \(InstantText.text(instant)))"
                    try link.queue(
                        "UPDATE cst._households SET name = ? WHERE id = ?", [.text(kept ?? ""), .integer(old.id)])
                }
                try link.queue(
                    "INSERT INTO cst._households (id, name) VALUES (?, ?)", [.integer(id), .text(server.household)])
                try transaction.beginEmpty()
                let unit = rows(transaction, try KindCatalog(self.kinds, dialect: .postgres(household: id)))
                try archive.read(path) { try unit.copy($0) }
                // Pages that know the old household must see that this is another one.
                try transaction.raiseRevision(above: revision)
                _ = try transaction.run(isDryRun ? "ROLLBACK" : "COMMIT")
                if !isDryRun { opened.withLock { $0 = nil } }
                return kept
            }
        }
    }

    /// Refuses to replace a household that holds entries which the file does not.
    private func checkOlder(_ rows: PostgresUnit.Rows, _ path: String, _ archive: any StoreArchive) throws {
        var own: [UInt64] = []
        try rows.forEachEntry { _, checksum in own.append(checksum) }
        guard !own.isEmpty, let newest = try rows.newestEntry()?.origin.instant else { return }
        let saved = try archive.read(path) { source in
            var all: [UInt64] = []
            try source.forEachEntry { _, checksum in all.append(checksum) }
            return all
        }
        let common = zip(own, saved).prefix { $0 == $1 }.count
        guard common < own.count else { return }
        throw BackupError.newerChanges(path: "\(location)", count: own.count - common, newest: newest)
    }
}
