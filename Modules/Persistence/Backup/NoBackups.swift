import Values

/// Says that what is kept in memory can neither be backed up nor restored.
struct NoBackups: BackupService {
    var path: String { "memory" }

    func backup(
        to path: String, replacing: Bool, _ call: Call, passphrase: @Sendable () throws -> String?
    ) throws -> Outcome<BackupSummary?> { throw BackupError.keptInMemory }

    func isEncrypted(_ backup: String) -> Bool { false }

    func contents(of backup: String, named name: String, passphrase: String?) throws -> BackupContents {
        throw BackupError.keptInMemory
    }

    func restore(
        from backup: String, named name: String, passphrase: String?, force: Bool, _ call: Call
    ) throws -> Outcome<RestoreResult> { throw BackupError.keptInMemory }
}
