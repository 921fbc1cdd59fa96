#if SQLite
    public import Foundation
    import GRDB
    import Persistence

    extension SQLiteStore {
        /// Puts a backup in the place of a store that no program has open, all or nothing.
        ///
        /// The file that is replaced, whatever its state, is kept beside it under a name with the instant in it.
        ///
        /// - Parameters:
        ///   - backup: the backup, encrypted or not.
        ///   - path: the store's file; it need not exist.
        ///   - passphrase: for an encrypted backup.
        ///   - instant: the time in the kept file's name.
        /// - Returns: Where the replaced file is kept, or nil when there was none.
        /// - Throws: ``BackupError`` or ``StoreError``, and nothing is changed.
        @concurrent
        @discardableResult
        public static func restore(
            from backup: String, to path: String, passphrase: String? = nil, at instant: Date
        ) async throws -> String? {
            try restore(from: backup, to: path, passphrase: passphrase, at: instant, busySeconds: 5)
        }

        static func restore(
            from backup: String, to path: String, passphrase: String? = nil, at instant: Date, busySeconds: Int
        ) throws -> String? {
            let target = try StoreFile(place: path, busySeconds: busySeconds)
            target.makeFolder()
            let new = try NewFile(at: target.path)
            let source = StoreFile(existing: backup)
            if SealedHeader.begins(backup) {
                guard let passphrase else { throw BackupError.passphraseNeeded(path: backup) }
                #if Crypto
                    try SealedFile(passphrase: passphrase).open(backup, into: new.temporaryPath)
                #else
                    _ = passphrase
                    throw BackupError.encryptionUnavailable
                #endif
            } else {
                try rethrowing(as: source) {
                    var configuration = Configuration()
                    configuration.readonly = true
                    let queue = try DatabaseQueue(path: backup, configuration: configuration)
                    try queue.read { try DatabaseCopy.write($0, to: new.temporaryPath) }
                    try queue.close()
                }
            }
            _ = try rethrowing(as: source) { try DatabaseCopy.verify(new.temporaryPath, as: source) }
            return try replace(target, with: new, at: instant)
        }

        private static func replace(
            _ target: StoreFile, with new: consuming NewFile, at instant: Date
        ) throws -> String? {
            guard FileManager.default.fileExists(atPath: target.path) else {
                try new.appear()
                return nil
            }
            let lock = try target.lockOut()
            // Closed when the new file is in its place, so that nobody begins to use the old one before.
            defer { try? lock?.close() }
            let kept = DatedName.path(target.path, label: "replaced-", at: instant)
            guard link(target.path, kept) == 0 else { throw StoreError(writing: kept, code: errno) }
            if lock == nil {
                // SQLite could not take up the log, and would take it for one of the new file.
                for suffix in ["-wal", "-journal", "-shm"] { rename(target.path + suffix, kept + suffix) }
            }
            try new.replace()
            return kept
        }
    }

    extension StoreFile {
        /// Makes sure that no program has the store open and takes up its log; nil when the file is too damaged for that.
        fileprivate func lockOut() throws -> DatabaseQueue? {
            do {
                var configuration = Configuration()
                configuration.busyMode = .timeout(TimeInterval(busySeconds))
                configuration.allowsUnsafeTransactions = true
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                try queue.writeWithoutTransaction { database in
                    let connection = SQLConnection(database)
                    try checkOwner(connection)
                    // Only the only user may turn from the log, and can then keep others out.
                    try connection.execute("PRAGMA journal_mode = DELETE")
                    try connection.execute("BEGIN EXCLUSIVE")
                    var mode = ""
                    try connection.forEachRow("PRAGMA journal_mode") { mode = try $0.text(0) }
                    guard mode == "delete" else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
                }
                return queue
            } catch {
                switch storeError(error) {
                case StoreError.damaged, is RowFault: return nil
                case StoreError.unusable where (error as? DatabaseError)?.resultCode == .SQLITE_NOTADB: return nil
                case StoreError.newerVersion: throw storeError(error)
                case let error: throw error
                }
            }
        }
    }
#endif
