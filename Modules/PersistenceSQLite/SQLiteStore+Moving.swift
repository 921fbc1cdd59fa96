import Foundation
import GRDB
import Persistence

extension SQLiteStore {
    /// Moves everything that a file holds to another place, while no program has the file open. The file is kept beside its old
    /// place under a name with the instant in it.
    ///
    /// - Throws: ``StoreError``; then the file is where it was.
    static func move(
        _ path: String, to target: any MoveTarget, at instant: Date, isDryRun: Bool,
        busySeconds: Int = StoreFile.usualBusySeconds
    ) throws -> StoreReport {
        let file = try StoreFile(place: path, busySeconds: busySeconds)
        guard let lock = try file.lockOut() else {
            throw StoreError.damaged(at: .file(path), detail: "it cannot be read", copy: nil)
        }
        // Closed when the file has its new name, so that nobody begins to use it before.
        defer { try? lock.close() }
        let (records, changes) = try rethrowing(as: file) {
            // The lock is held by a transaction that is open already.
            try lock.unsafeRead { database in
                let rows = SQLiteRows(SQLConnection(database), file: file, catalog: try KindCatalog([]))
                try target.receive(rows, isDryRun: isDryRun)
                return (try rows.counts(), try rows.newestEntry()?.number ?? 0)
            }
        }
        let kept = DatedName.path(file.path, label: "moved-", at: instant)
        // Two whole ones are left where this is as far as it gets; the same again finds them equal.
        guard isDryRun || rename(file.path, kept) == 0 else { throw StoreError(writing: kept, code: errno) }
        return StoreReport(
            location: target.location, households: 1, records: records, changes: changes, kept: kept)
    }
}
