import GRDB
package import Persistence
import Values

public import struct Foundation.Date

/// Files of this store as another one fills and reads them.
public struct SQLiteArchive: Sendable {
    private let now: @Sendable () -> Date

    /// An archive that takes the time from `now`.
    public init(now: @escaping @Sendable () -> Date) { self.now = now }
}

extension SQLiteArchive: StoreArchive {
    package func write(_ source: any ContentSource, to path: String) throws {
        let new = try NewFile(at: path)
        let queue = try DatabaseQueue(path: new.temporaryPath)
        let file = try StoreFile(path: new.temporaryPath, busySeconds: 5)
        do {
            try queue.write { database in
                let unit = SQLiteRows(SQLConnection(database), file: file, catalog: try KindCatalog([]))
                try Layout.make(unit)
                try unit.copy(source)
            }
            try queue.close()
        } catch {
            throw file.storeError(error)
        }
        try new.appear()
    }

    package func read<Result>(_ path: String, _ body: (any ContentSource) throws -> Result) throws -> Result {
        // Opened once as a store, so that an older layout is brought up to date.
        try SQLiteStore(path: path, kinds: [], now: now, connections: .one).close()
        let file = try StoreFile(path: path, busySeconds: 5)
        do {
            return try file.openToRead().read { database in
                try body(SQLiteRows(SQLConnection(database), file: file, catalog: try KindCatalog([])))
            }
        } catch {
            throw file.storeError(error)
        }
    }

    package func backups(of path: String) -> any BackupService {
        SQLiteBackups(path: path) { [now] in try SQLiteStore(path: path, kinds: [], now: now, connections: .one) }
    }
}
