public import Foundation
import Persistence

#if Crypto
    import Crypto
#endif

/// What a backup holds, as it was read back.
public struct BackupSummary: Equatable, Sendable {
    /// How many records there are of each kind: "goals", "transactions".
    public let records: [String: Int]
    /// How many changes the journal has.
    public let changes: Int
    /// When the newest change was made; nil when nothing was changed yet.
    public let newest: Date?
    /// The size of the backup's file in bytes.
    public internal(set) var bytes = 0
    /// The SHA-256 of the backup's file in hexadecimal digits; nil without the trait Crypto.
    public internal(set) var sha256: String?
    /// Whether a passphrase is needed to read it.
    public internal(set) var isEncrypted = false

    /// What a database holds, by the totals that its rows were checked against.
    init(in unit: SQLiteUnitOfWork) throws {
        changes = try JournalTable.count(in: unit)
        records = Dictionary(
            uniqueKeysWithValues: try unit.kinds().map { table in
                (table.name, try unit.totals.total(of: table.name, in: unit.connection).rows)
            })
        newest = try unit.journal(of: nil, limit: 1).first?.origin.instant
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
