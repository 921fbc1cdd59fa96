public import PluginKit
public import Values

/// Backs the store up into one file and restores it, whatever state the store is in.
public protocol BackupService: Sendable {
    /// The file that is backed up and restored.
    var path: String { get }

    /// Writes a copy of everything to a file while the store stays in use, and reads it back before it appears. A dry run
    /// only checks that it could be written, and has no value.
    ///
    /// - Parameters:
    ///   - path: where the backup is to appear.
    ///   - passphrase: encrypts the backup when given; asked for after the first checks, since a person may have to type it.
    ///   - replacing: whether a file that is there is replaced, once the new one is complete.
    /// - Throws: ``BackupError``, ``StoreError``; then there is no backup, and an old one is as it was.
    func backup(
        to path: String, replacing: Bool, _ call: Call, passphrase: @Sendable () throws -> String?
    ) async throws -> Outcome<BackupSummary?>

    /// Whether a file is an encrypted backup, so that a passphrase is needed to restore it.
    func isEncrypted(_ backup: String) -> Bool

    /// Everything that people entered as a backup holds it, read to its last row. The store stays as it is, and in use. Meanwhile
    /// a private folder beside the backup holds a readable copy.
    ///
    /// - Parameters:
    ///   - backup: the backup, encrypted or not.
    ///   - name: what errors call the backup.
    ///   - passphrase: for an encrypted backup.
    /// - Throws: ``BackupError`` or ``StoreError``.
    func contents(of backup: String, named name: String, passphrase: String?) async throws -> BackupContents

    /// Puts a backup in the place of a store that no program has open, all or nothing. What is replaced is kept beside it.
    ///
    /// - Parameters:
    ///   - backup: the backup, encrypted or not.
    ///   - name: what errors call the backup.
    ///   - passphrase: for an encrypted backup.
    ///   - force: whether a store is replaced that holds changes which the backup does not.
    /// - Throws: ``BackupError`` or ``StoreError``, and nothing is changed.
    func restore(
        from backup: String, named name: String, passphrase: String?, force: Bool, _ call: Call
    ) async throws -> Outcome<RestoreResult>
}

extension ServiceKey where Service == any BackupService {
    /// Backups of the program's store, made by the provider of the store.
    public static var backup: ServiceKey<any BackupService> {
        ServiceKey<any BackupService>("backup", selection: .along(with: "persistence"), neverFallsBack: true)
    }
}

/// What restoring did, or would do.
public struct RestoreResult: Equatable, Sendable {
    /// What the store holds now.
    public let summary: BackupSummary
    /// Where the replaced file is kept; nil when there was none.
    public let replaced: String?

    package init(summary: BackupSummary, replaced: String?) {
        self.summary = summary
        self.replaced = replaced
    }
}
