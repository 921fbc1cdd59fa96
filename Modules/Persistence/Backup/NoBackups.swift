package import Values

/// Says that what is kept in memory can neither be backed up nor restored.
package struct NoBackups: BackupService {
    package init() {}

    package var path: String { "memory" }

    package func backup(
        to path: String, replacing: Bool, _ call: Call, passphrase: @Sendable () throws -> String?
    ) throws -> Outcome<BackupSummary?> { throw BackupError.keptInMemory }

    package func isEncrypted(_ backup: String) -> Bool { false }

    package func restore(
        from backup: String, named name: String, passphrase: String?, force: Bool, _ call: Call
    ) throws -> Outcome<RestoreResult> { throw BackupError.keptInMemory }
}
