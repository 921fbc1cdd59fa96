import Foundation
import Persistence
import Values

/// Backups of a store in a file. It is opened for each, since a store that cannot be opened has to be restored.
struct SQLiteBackups: BackupService {
    let path: String
    let open: @Sendable () throws -> SQLiteStore

    func backup(
        to path: String, replacing: Bool, _ call: Call, passphrase: @Sendable () throws -> String?
    ) async throws -> Outcome<BackupSummary?> {
        let store = try open()
        do {
            try store.checkBackup(to: path, replacing: replacing)
            let passphrase = try passphrase()
            if passphrase == "" { throw BackupError.emptyPassphrase }
            let summary =
                call.isDryRun ? nil : try await store.backup(to: path, passphrase: passphrase, replacing: replacing)
            let warnings = store.warnings()
            try store.close()
            return Outcome(summary, warnings: warnings)
        } catch {
            try? store.close()
            throw error
        }
    }

    func isEncrypted(_ backup: String) -> Bool { SQLiteStore.isEncrypted(backup: backup) }

    func contents(of backup: String, named name: String, passphrase: String?) async throws -> BackupContents {
        // Whoever deletes the backup of a killed program deletes this copy, too, which is not encrypted.
        let folder = URL(fileURLWithPath: backup).deletingLastPathComponent().appending(
            path: "cst-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "backup.sqlite").path
        let instant = Date(timeIntervalSince1970: 0)
        let read = try await Self.onThread {
            try SQLiteStore.restore(
                from: backup, named: name, to: path, passphrase: passphrase, at: instant, busySeconds: 5)
        }
        let store = try SQLiteStore(path: path, kinds: [], now: { instant }, connections: .one)
        defer { try? store.close() }
        let records = try await store.read { reader in
            var records: [Record] = []
            try reader.forEachRecord { records.append($0) }
            return records
        }
        return BackupContents(summary: read.summary, records: records)
    }

    /// Runs `body` on a thread of its own: deriving a key and copying would keep those waiting that answer requests.
    private static func onThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    func restore(
        from backup: String, named name: String, passphrase: String?, force: Bool, _ call: Call
    ) async throws -> Outcome<RestoreResult> {
        Outcome(
            try await SQLiteStore.restore(
                from: backup, named: name, to: path, passphrase: passphrase, at: call.now, force: force,
                dryRun: call.isDryRun))
    }
}
