public import struct Foundation.Date

/// What a backup holds, as it was read back.
public struct BackupSummary: Equatable, Sendable {
    /// How many records there are of each kind: "goals", "transactions".
    public let records: [String: Int]
    /// How many changes the journal has.
    public let changes: Int
    /// When the last change was made; nil when nothing was changed yet.
    public let newest: Date?
    /// The size of the backup's file in bytes.
    public package(set) var bytes = 0
    /// The SHA-256 of the backup's file in hexadecimal digits; nil without the trait Crypto.
    public package(set) var sha256: String?
    /// Whether a passphrase is needed to read it.
    public package(set) var isEncrypted = false

    package init(records: [String: Int], changes: Int, newest: Date?) {
        self.records = records
        self.changes = changes
        self.newest = newest
    }
}
