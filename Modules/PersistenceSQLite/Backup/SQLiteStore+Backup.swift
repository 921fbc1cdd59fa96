#if SQLite
    import Foundation
    import GRDB
    import Persistence

    extension SQLiteStore {
        /// Writes a copy of everything to a new file while the store stays in use, and reads it back before it appears.
        ///
        /// - Parameters:
        ///   - path: where the backup is to appear; nothing may be there.
        ///   - passphrase: encrypts the backup when given.
        /// - Throws: ``BackupError``, ``StoreError``; then there is no backup.
        @concurrent
        public func backup(to path: String, passphrase: String? = nil) async throws {
            guard !FileManager.default.fileExists(atPath: path) else { throw BackupError.exists(path: path) }
            guard let passphrase else {
                let copy = try NewFile(at: path)
                try await writeVerified(copy.temporaryPath, for: path)
                try copy.appear()
                return
            }
            #if Crypto
                // What is readable stays where the store itself is.
                let readable = try NewFile(at: file.path + ".backup")
                try await writeVerified(readable.temporaryPath, for: path)
                let sealed = try NewFile(at: path)
                let format = try SealedFile(passphrase: passphrase)
                try format.seal(readable.temporaryPath, into: sealed.temporaryPath, for: path)
                try sealed.appear()
            #else
                throw BackupError.encryptionUnavailable
            #endif
        }

        /// Keeps a dated copy in a folder and removes the oldest beyond `count`; returns the path of the new one.
        ///
        /// - Throws: ``BackupError``, ``StoreError``.
        @concurrent
        @discardableResult
        public func keepCopy(in folder: String, keeping count: Int = 10) async throws -> String {
            try? FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let path = DatedName.path(file.path, at: now(), in: folder)
            try await backup(to: path)
            for old in DatedName.all(file.path, in: folder).dropLast(max(count, 1)) {
                try? FileManager.default.removeItem(atPath: old)
            }
            return path
        }

        private func writeVerified(_ temporaryPath: String, for path: String) async throws {
            let (file, copyFile) = (file, StoreFile(existing: path))
            let original = try await rethrowing(as: file) {
                try await pool.read { database in
                    try rethrowing(as: copyFile) { try DatabaseCopy.write(database, to: temporaryPath) }
                    return try ContentCheck.totals(in: SQLiteUnitOfWork(SQLConnection(database), file: file))
                }
            }
            let copied = try rethrowing(as: copyFile) { try DatabaseCopy.verify(temporaryPath, as: copyFile) }
            guard copied == original else { throw BackupError.notVerified(path: path) }
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
#endif
