package import Values

/// The entered things, as a backup holds them.
public struct BackupContents: Sendable {
    /// The contents of the backup.
    public let summary: BackupSummary
    /// Every record of a journalled kind.
    package let records: [Record]

    package init(summary: BackupSummary, records: [Record]) {
        self.summary = summary
        self.records = records
    }
}
