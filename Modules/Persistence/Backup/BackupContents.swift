package import Values

/// What people entered, as a backup holds it.
public struct BackupContents: Sendable {
    /// What the backup holds.
    public let summary: BackupSummary
    /// Every record of a journalled kind.
    package let records: [Record]

    package init(summary: BackupSummary, records: [Record]) {
        self.summary = summary
        self.records = records
    }
}
