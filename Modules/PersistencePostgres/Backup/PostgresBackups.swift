import Foundation
import Persistence
import Values

/// Backups of a household: the files that the store in a file makes, and restores.
struct PostgresBackups: BackupService {
    let store: PostgresStore
    let archive: any StoreArchive
    var path: String { "\(store.location)" }

    func backup(
        to path: String, replacing: Bool, _ call: Call, passphrase: @Sendable () throws -> String?
    ) async throws -> Outcome<BackupSummary?> {
        try await withFolder { folder in
            let file = "\(folder)/household.sqlite"
            try await store.export(to: file, through: archive)
            return try await archive.backups(of: file).backup(
                to: path, replacing: replacing, call, passphrase: passphrase)
        }
    }

    func isEncrypted(_ backup: String) -> Bool { archive.backups(of: backup).isEncrypted(backup) }

    func contents(of backup: String, named name: String, passphrase: String?) async throws -> BackupContents {
        try await archive.backups(of: path).contents(of: backup, named: name, passphrase: passphrase)
    }

    func restore(
        from backup: String, named name: String, passphrase: String?, force: Bool, _ call: Call
    ) async throws -> Outcome<RestoreResult> {
        try await withFolder { folder in
            let file = "\(folder)/household.sqlite"
            var whole = call
            whole.isDryRun = false
            let read = try await archive.backups(of: file).restore(
                from: backup, named: name, passphrase: passphrase, force: false, whole)
            let replaced = try await store.replace(
                with: file, through: archive, force: force, isDryRun: call.isDryRun, at: call.now)
            return Outcome(RestoreResult(summary: read.value.summary, replaced: replaced), warnings: read.warnings)
        }
    }

    /// A folder that nobody else can read, gone afterwards.
    private func withFolder<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cst-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder.path)
    }
}
