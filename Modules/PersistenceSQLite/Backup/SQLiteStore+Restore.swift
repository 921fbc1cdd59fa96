public import Foundation
import GRDB
public import Persistence

extension SQLiteStore {
    /// Whether a file is an encrypted backup, so that a passphrase is needed to restore it.
    public static func isEncrypted(backup: String) -> Bool { SealedHeader.begins(backup) }

    /// Puts a backup in the place of a store that no program has open, all or nothing.
    ///
    /// The file that is replaced, whatever its state, is kept beside it under a name with the instant in it. What it holds
    /// besides what people entered stays, where it can be read: what was sent is not sent again.
    ///
    /// - Parameters:
    ///   - backup: the backup, encrypted or not.
    ///   - name: what errors call the backup, if not by its path.
    ///   - path: the store's file; it need not exist.
    ///   - passphrase: for an encrypted backup.
    ///   - instant: the time in the kept file's name.
    ///   - force: whether a store is replaced that holds changes which the backup does not.
    ///   - dryRun: whether everything is checked and nothing is replaced.
    /// - Throws: ``BackupError`` or ``StoreError``, and nothing is changed.
    @concurrent
    @discardableResult
    public static func restore(
        from backup: String, named name: String? = nil, to path: String, passphrase: String? = nil,
        at instant: Date, force: Bool = false, dryRun: Bool = false
    ) async throws -> RestoreResult {
        try restore(
            from: backup, named: name ?? backup, to: path, passphrase: passphrase, at: instant, force: force,
            dryRun: dryRun, busySeconds: 5)
    }

    static func restore(
        from backup: String, named name: String, to path: String, passphrase: String? = nil, at instant: Date,
        force: Bool = false, dryRun: Bool = false, busySeconds: Int
    ) throws -> RestoreResult {
        let target = try StoreFile(place: path, busySeconds: busySeconds)
        try checkIsFile(backup, named: name, not: target)
        try target.checkReplaceable(force: force)
        target.makeFolder()
        let new = try NewFile(at: target.path)
        let source = StoreFile(existing: name)
        var summary: BackupSummary
        do {
            try open(backup, as: source, passphrase: passphrase, into: new.temporaryPath)
            summary = try rethrowing(as: source) {
                try DatabaseCopy.upgrade(new.temporaryPath, as: source)
                return try DatabaseCopy.verify(new.temporaryPath, as: source).summary
            }
        } catch StoreError.damaged(_, let detail, _) {
            throw BackupError.damaged(path: name, detail: detail)
        } catch StoreError.full {
            // The backup is only read.
            throw StoreError.full(at: .file(target.path))
        }
        summary.isEncrypted = isEncrypted(backup: backup)
        try summary.describe(backup)
        let kept = DatedName.path(target.path, label: "replaced-", at: instant)
        if target.isMissingOrEmpty {
            guard !dryRun else { return RestoreResult(summary: summary, replaced: nil) }
            let content = try Data(contentsOf: URL(fileURLWithPath: new.temporaryPath), options: .mappedIfSafe)
            if var place = try ClaimedPlace(target.path) {
                // The log of a database that was removed.
                moveLog(of: target.path, to: kept)
                do {
                    try new.replace()
                } catch {
                    moveLog(of: kept, to: target.path)
                    throw error
                }
                place.fill(content)
                return RestoreResult(summary: summary, replaced: nil)
            }
        }
        let lock = try target.lockOut()
        // Closed when the new file is in its place, so that nobody begins to use the old one before.
        defer { try? lock?.close() }
        if lock != nil { target.removeForgottenNames() } else { try target.checkBeginning(force: force) }
        if !force, let lock { try target.checkNothingNewer(lock, than: new.temporaryPath) }
        guard !dryRun else { return RestoreResult(summary: summary, replaced: kept) }
        if let lock {
            let origin = ChangeOrigin(instant: instant, program: "restore", command: "restore")
            // What cannot be brought along does not keep a sound backup from being restored.
            try? UnjournalledRows(of: lock, file: target).put(into: new.temporaryPath, origin: origin)
        }
        try replace(target, with: new, keeping: kept, isReadable: lock != nil)
        return RestoreResult(summary: summary, replaced: kept)
    }

    private static func checkIsFile(_ backup: String, named name: String, not target: StoreFile) throws {
        let kind =
            try? FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: backup).resolvingSymlinksInPath().path)[.type] as? FileAttributeType
        switch kind {
        case nil: throw StoreError.unusable(at: .file(name), detail: "there is no such file")
        case .typeRegular: break
        case .typeDirectory: throw StoreError.unusable(at: .file(name), detail: "it is a folder")
        default: throw StoreError.unusable(at: .file(name), detail: "it is not a regular file")
        }
        guard !FilePlace.isSame(backup, target.path) else {
            throw StoreError.unusable(at: .file(name), detail: "it is the database itself, not a backup of it")
        }
        var info = stat()
        guard stat(backup, &info) != 0 || info.st_size > 0 else {
            throw StoreError.unusable(at: .file(name), detail: "it is empty")
        }
    }

    /// Brings the backup into a readable file of its own.
    private static func open(
        _ backup: String, as source: StoreFile, passphrase: String?, into path: String
    ) throws {
        if isEncrypted(backup: backup) {
            guard let passphrase else { throw BackupError.passphraseNeeded(path: source.path) }
            #if Crypto
                try SealedFile(passphrase: passphrase).open(backup, into: path, for: source.path)
            #else
                _ = passphrase
                throw BackupError.encryptionUnavailable
            #endif
        } else {
            try rethrowing(as: source) {
                var configuration = Configuration()
                configuration.readonly = true
                let queue = try DatabaseQueue(path: backup, configuration: configuration)
                try queue.read { try DatabaseCopy.write($0, to: path) }
                try queue.close()
            }
        }
    }

    private static func replace(
        _ target: StoreFile, with new: consuming NewFile, keeping kept: String, isReadable: Bool
    ) throws {
        // Where a file can have only one name, it is missing for a moment.
        guard
            link(target.path, kept) == 0 || ((errno == EPERM || errno == ENOTSUP) && rename(target.path, kept) == 0)
        else { throw StoreError(writing: kept, code: errno) }
        if !isReadable { moveLog(of: target.path, to: kept) }
        do {
            try new.replace()
        } catch {
            // Nothing happens when the two are names of one file; then the second name goes.
            rename(kept, target.path)
            unlink(kept)
            moveLog(of: kept, to: target.path)
            throw error
        }
    }

    /// Moves what SQLite has not taken up: it would take it for the log of the file that is put beside it.
    private static func moveLog(of path: String, to other: String) {
        for suffix in ["-wal", "-journal", "-shm"] { rename(path + suffix, other + suffix) }
    }
}

extension StoreFile {
    /// Refuses to lose changes: the journal of the store has to be a beginning of the backup's.
    fileprivate func checkNothingNewer(_ store: DatabaseQueue, than backup: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        let copy = try DatabaseQueue(path: backup, configuration: configuration)
        let saved = try copy.read { try JournalTable.checksums(in: SQLConnection($0)) }
        try copy.close()
        let (own, newest): ([Int], Date?)
        do {
            // The lock is held by a transaction that is open already.
            (own, newest) = try store.unsafeRead { database in
                let connection = SQLConnection(database)
                let own = try journalChecksums(database)
                // What is damaged cannot be used as it is; a backup with fewer changes is better than nothing.
                if !saved.starts(with: own) { try checkContent(database) }
                return (own, try own.isEmpty ? nil : JournalTable.instant(of: own.count, in: connection))
            }
        } catch {
            // A journal that cannot be read any more cannot be compared; the file is kept in any case.
            if case StoreError.damaged = storeError(error) { return }
            throw error
        }
        let common = zip(own, saved).prefix { $0 == $1 }.count
        guard common < own.count, let newest else { return }
        throw BackupError.newerChanges(path: path, count: own.count - common, newest: newest)
    }

    private func checkContent(_ database: Database) throws {
        let connection = SQLConnection(database)
        // An older version has other tables.
        guard try Layout.version(connection) == Layout.current else { return }
        let unit = SQLiteRows(connection, file: self, catalog: try KindCatalog([]))
        _ = try ContentCheck.run("quick_check", in: unit)
    }

    /// The checksums of a journal as today's layout has them, in which the backup is by now.
    private func journalChecksums(_ database: Database) throws -> [Int] {
        let connection = SQLConnection(database)
        switch try Layout.version(connection) {
        case 0: return []
        case Layout.current: return try JournalTable.checksums(in: connection)
        default:
            let copy = try NewFile(at: path)
            try DatabaseCopy.write(database, to: copy.temporaryPath)
            try DatabaseCopy.upgrade(copy.temporaryPath, as: self)
            return try DatabaseQueue(path: copy.temporaryPath).read {
                try JournalTable.checksums(in: SQLConnection($0))
            }
        }
    }

    /// Makes sure that no program has the store open and takes up its log; nil when the file is too damaged for that.
    ///
    /// SQLite waits for writers, but not for programs that only have the file open.
    func lockOut() throws -> DatabaseQueue? {
        let end = ContinuousClock.now + .seconds(busySeconds)
        while true {
            do {
                return try lockOutAtOnce()
            } catch StoreError.busy(let place, let seconds, let holder) {
                guard ContinuousClock.now < end else {
                    let holder = holder ?? FileHolder.find(path: path, isReader: true)?.description
                    throw StoreError.busy(at: place, seconds: seconds, holder: holder)
                }
                usleep(50_000)
            }
        }
    }

    private func lockOutAtOnce() throws -> DatabaseQueue? {
        do {
            var configuration = Configuration()
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
            case StoreError.damaged: return nil
            case StoreError.unusable where (error as? DatabaseError)?.resultCode == .SQLITE_NOTADB: return nil
            case StoreError.newerVersion: throw storeError(error)
            case let error: throw error
            }
        }
    }
}
