import Foundation
import Persistence
import Synchronization
import Values

extension PostgresStore {
    /// Writes everything that the household holds into a new file.
    func export(to path: String, through archive: any StoreArchive) async throws {
        try await reading(
            isLong: true,
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
        try await withSession { [self] session, deadline in
            // Reading and writing everything takes as long as it takes.
            let end = deadline + .seconds(3600)
            try await session.run(until: end) { link in
                try archive.read(path) { try PostgresLayout(link: link).prepare(holding: $0) }
            }
            let old = try await lookUp(session, until: deadline, making: false)
            let id = Int.random(in: 1...Int.max)
            return try await session.run(until: end) { [self] link in
                try link.queue("BEGIN")
                var revision = 0
                var kept: String?
                if let old {
                    let before = PostgresUnit(link, household: old.id, descriptions: descriptions)
                    try before.lock()
                    // A commit whose answer was lost was done.
                    if try before.run("SELECT 1 FROM cst._households WHERE id = ?", [.integer(id)]).count > 0 {
                        let name = try before.run(
                            "SELECT name FROM cst._households WHERE id = ?", [.integer(old.id)]
                        ).text(0, 0)
                        _ = try link.run("ROLLBACK")
                        opened.withLock { $0 = nil }
                        return name
                    }
                    revision = try before.head().revision
                    if !force { try checkOlder(rows(before, old.catalog), path, archive) }
                    kept = try before.rename("\(server.household) (replaced \(InstantText.text(instant)))")
                }
                try archive.read(path) {
                    try PostgresTarget(server: server).fill(link, from: $0, as: id, above: revision)
                }
                _ = try link.run(isDryRun ? "ROLLBACK" : "COMMIT")
                if !isDryRun { opened.withLock { $0 = nil } }
                return kept
            }
        }
    }

    /// Moves everything that the household holds to another place, while nobody else can write to it. What was there is kept under
    /// another name.
    func move(to target: any MoveTarget, at instant: Date, isDryRun: Bool) async throws -> StoreReport {
        try await withSession { [self] session, deadline in
            guard let household = try await lookUp(session, until: deadline, making: false) else {
                throw StoreError.unusable(at: location, detail: "there is no household of that name")
            }
            return try await session.run(until: deadline + .seconds(3600)) { [self] link in
                try link.queue("BEGIN")
                let transaction = PostgresUnit(link, household: household.id, descriptions: descriptions)
                try transaction.lock()
                let kept = try transaction.rename("\(server.household) (moved \(InstantText.text(instant)))")
                try transaction.exchange()
                let rows = rows(transaction, household.catalog)
                try target.receive(rows, isDryRun: isDryRun)
                let report = StoreReport(
                    location: target.location, households: 1, records: try rows.counts(),
                    changes: try rows.newestNumber(), kept: kept)
                // Two whole ones are left where this is as far as it gets; the same again finds them equal.
                _ = try link.run(isDryRun ? "ROLLBACK" : "COMMIT")
                return report
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

extension PostgresUnit {
    /// Gives the household another name, under which it is kept; with a number where another one has that name.
    fileprivate func rename(_ name: String) throws -> String {
        var (free, number) = (name, 1)
        while try run("SELECT 1 FROM cst._households WHERE name = ?", [.text(free)]).count > 0 {
            number += 1
            free = "\(name) \(number)"
        }
        try link.queue("UPDATE cst._households SET name = ? WHERE id = ?", [.text(free), .integer(household)])
        return free
    }
}
