import Foundation
import Persistence

#if Crypto
    import Crypto
#endif

extension BackupSummary {
    /// What a database holds, by the totals that its rows were checked against.
    init(in unit: SQLiteRows) throws {
        self.init(
            records: Dictionary(
                uniqueKeysWithValues: try unit.kindTables().map { table in
                    (table.name, try unit.totals.total(of: table.name, in: unit.connection).rows)
                }),
            changes: try JournalTable.count(in: unit), newest: try unit.newestEntry()?.origin.instant
        )
    }

    /// Takes up what a file is, a part at a time.
    mutating func describe(_ path: String) throws {
        guard let handle = FileHandle(forReadingAtPath: path) else { throw StoreError(reading: path, code: errno) }
        defer { try? handle.close() }
        bytes = 0
        #if Crypto
            var hash = SHA256()
        #endif
        while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
            bytes += part.count
            #if Crypto
                hash.update(data: part)
            #endif
        }
        #if Crypto
            sha256 = hash.finalize().map { String(format: "%02x", $0) }.joined()
        #endif
    }
}
