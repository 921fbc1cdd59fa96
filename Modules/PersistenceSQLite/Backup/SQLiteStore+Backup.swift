import Foundation
import GRDB
public import Persistence

extension SQLiteStore {
    /// Writes a copy of everything to a file while the store stays in use, and reads it back before it appears.
    ///
    /// - Parameters:
    ///   - path: where the backup is to appear.
    ///   - passphrase: encrypts the backup when given.
    ///   - replacing: whether a file that is there is replaced, once the new one is complete.
    /// - Returns: What the backup holds.
    /// - Throws: ``BackupError``, ``StoreError``; then there is no backup, and an old one is as it was.
    @concurrent
    @discardableResult
    public func backup(
        to path: String, passphrase: String? = nil, replacing: Bool = false
    ) async throws -> BackupSummary {
        let target = try backupTarget(path, replacing: replacing)
        let new = try NewFile(at: target)
        var summary: BackupSummary
        if let passphrase {
            #if Crypto
                // What is readable stays where the store itself is.
                let readable = try NewFile(at: file.path + ".backup")
                let format = try SealedFile(passphrase: passphrase)
                summary = try await writeVerified(readable.temporaryPath, for: path)
                try format.seal(readable.temporaryPath, into: new.temporaryPath, for: path)
                summary.isEncrypted = true
            #else
                _ = passphrase
                throw BackupError.encryptionUnavailable
            #endif
        } else {
            summary = try await writeVerified(new.temporaryPath, for: path)
        }
        try summary.describe(new.temporaryPath)
        if replacing { try new.replace() } else { try new.appear() }
        return summary
    }

    /// Checks that a backup may be written without writing it.
    ///
    /// - Throws: ``BackupError``, ``StoreError``.
    public func checkBackup(to path: String, replacing: Bool) throws {
        let target = try backupTarget(path, replacing: replacing)
        guard access(URL(fileURLWithPath: target).deletingLastPathComponent().path, W_OK) == 0 else {
            throw StoreError(writing: target, code: errno)
        }
    }

    /// Where the backup goes: links are followed, and nothing but a file that is not the store's own is replaced.
    private func backupTarget(_ path: String, replacing: Bool) throws -> String {
        let target = FilePlace.resolved(path)
        guard !FilePlace.belongs(target, toDatabase: file.path) else {
            throw BackupError.notReplaceable(
                path: path,
                detail: FilePlace.isSame(target, file.path)
                    ? "it is the database itself" : "it belongs to the database")
        }
        let kind = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        guard let kind else { return target }
        guard kind == .typeRegular else { throw BackupError.notReplaceable(path: path, detail: "it is not a file") }
        guard replacing else { throw BackupError.exists(path: path) }
        return target
    }

    private func writeVerified(_ temporaryPath: String, for path: String) async throws -> BackupSummary {
        let (file, copyFile, catalog) = (file, StoreFile(existing: path), catalog)
        let original = try await rethrowing(as: file) {
            try await database.read { database in
                try rethrowing(as: copyFile) { try DatabaseCopy.write(database, to: temporaryPath) }
                return try ContentCheck.totals(
                    in: SQLiteRows(SQLConnection(database), file: file, catalog: catalog))
            }
        }
        let copied = try rethrowing(as: copyFile) { try DatabaseCopy.verify(temporaryPath, as: copyFile) }
        guard copied.totals == original else { throw BackupError.notVerified(path: path) }
        return copied.summary
    }
}

/// Runs `body` and names its errors after a file.
func rethrowing<Result>(as file: StoreFile, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw file.storeError(error) }
}

/// Runs `body` and names its errors after a file.
func rethrowing<Result>(as file: StoreFile, _ body: () async throws -> Result) async throws -> Result {
    do { return try await body() } catch { throw file.storeError(error) }
}
