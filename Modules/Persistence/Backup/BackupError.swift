public import Foundation
public import Values

/// Why a backup cannot be made or restored.
public enum BackupError: Problem, Equatable {
    /// There is a file already where the backup is to go.
    case exists(path: String)
    /// The passphrase is empty.
    case emptyPassphrase
    /// The backup is encrypted, and no passphrase was given.
    case passphraseNeeded(path: String)
    /// The passphrase is not the one the backup was encrypted with.
    case wrongPassphrase(path: String)
    /// The backup ends too early: its size in bytes and the size it was made with.
    case cutOff(path: String, bytes: Int, expected: Int)
    /// Bytes of the backup are not those that were written.
    case altered(path: String)
    /// The backup was encrypted in a way that only a newer version knows.
    case newerEncryption(path: String)
    /// The program was built without encryption.
    case encryptionUnavailable
    /// The copy, read back, does not hold what the store does.
    case notVerified(path: String)
    /// What is to be replaced is not a file, or is the store itself.
    case notReplaceable(path: String, detail: String)
    /// What is to be replaced by a backup does not look like a database of this program.
    case notDatabase(path: String)
    /// The backup is damaged; what the check found.
    case damaged(path: String, detail: String)
    /// The store holds changes that the backup does not: how many, and when the newest was made.
    case newerChanges(path: String, count: Int, newest: Date)
    /// The store was changed since the differences from the backup were shown.
    case changedMeanwhile
    /// The store is kept in memory, so that there is no file.
    case keptInMemory

    /// What is wrong, as a sentence with what to do.
    public var description: String {
        switch self {
        case .exists(let path): "\(path) exists already and is not replaced. Choose another name, or remove it."
        case .notReplaceable(let path, let detail): "\(path) is not replaced: \(detail). Choose another name."
        case .notDatabase(let path):
            "\(path) is not a database, and no copies of one are beside it. Nothing was changed."
        case .damaged(let path, let detail): "\(path) is damaged: \(detail). Use another backup."
        case .newerChanges(let path, let count, let newest):
            "\(path) holds \(count == 1 ? "1 change" : "\(count) changes") that the backup does not, the newest of "
                + "\(newest.text(in: .gmt)) UTC. Nothing was changed."
        case .changedMeanwhile:
            "Something was changed after the differences were shown. Nothing was restored: look at them again."
        case .keptInMemory: "The database is kept in memory, so there is no file."
        case .emptyPassphrase:
            "An empty passphrase protects nothing. Give one, or none to leave the backup readable."
        case .passphraseNeeded(let path): "\(path) is encrypted. Give the passphrase it was made with."
        case .wrongPassphrase(let path): "This is not the passphrase that \(path) was encrypted with."
        case .cutOff(let path, let bytes, let expected):
            "\(path) is cut off: it has \(bytes) of \(expected) bytes. Copy it again, or use another backup."
        case .altered(let path): "\(path) is not as it was written: bytes in it have changed. Use another backup."
        case .newerEncryption(let path):
            "\(path) was encrypted by a newer version of the program. Install that to restore it."
        case .encryptionUnavailable: "This program was built without encryption (trait Crypto)."
        case .notVerified(let path):
            "The copy for \(path) did not hold the same as the store when it was read back. Nothing was kept; "
                + "check the disk and try again."
        }
    }
}

extension BackupError {
    /// A stable word for each case.
    public var code: String {
        switch self {
        case .exists: "backup.exists"
        case .emptyPassphrase: "backup.emptyPassphrase"
        case .passphraseNeeded: "backup.passphraseNeeded"
        case .wrongPassphrase: "backup.wrongPassphrase"
        case .cutOff: "backup.cutOff"
        case .altered: "backup.altered"
        case .newerEncryption: "backup.newerEncryption"
        case .encryptionUnavailable: "backup.encryptionUnavailable"
        case .notVerified: "backup.notVerified"
        case .notReplaceable: "backup.notReplaceable"
        case .notDatabase: "backup.notDatabase"
        case .damaged: "backup.damaged"
        case .newerChanges: "backup.newerChanges"
        case .changedMeanwhile: "backup.changedMeanwhile"
        case .keptInMemory: "backup.keptInMemory"
        }
    }

    /// What sort of refusal it is.
    public var kind: ProblemKind {
        switch self {
        case .cutOff, .altered, .damaged: .damaged
        case .notVerified: .outside
        case .changedMeanwhile: .conflict
        default: .refused
        }
    }

    /// Doing it nevertheless, where nothing is lost by that.
    public var remedy: Remedy? {
        switch self {
        case .exists: .replaceBackup
        case .notDatabase: .restoreOverFile
        case .newerChanges: .restoreOverChanges
        case .keptInMemory: .keepInFile
        default: nil
        }
    }

    /// One of each case.
    public static var examples: [BackupError] {
        let path = "cst.backup"
        return [
            .exists(path: path), .emptyPassphrase, .passphraseNeeded(path: path), .wrongPassphrase(path: path),
            .cutOff(path: path, bytes: 1, expected: 2), .altered(path: path), .newerEncryption(path: path),
            .encryptionUnavailable, .notVerified(path: path), .notReplaceable(path: path, detail: "it is a folder"),
            .notDatabase(path: path), .damaged(path: path, detail: "a row is lost"),
            .newerChanges(path: path, count: 1, newest: .distantPast), .changedMeanwhile,
            .keptInMemory,
        ]
    }
}

extension Remedy {
    /// Replace the backup that is there.
    public static let replaceBackup = Remedy("backup.replace")
    /// Restore over what is no database; it is kept under another name.
    public static let restoreOverFile = Remedy("restore.overFile")
    /// Restore over newer changes; the database is kept under another name.
    public static let restoreOverChanges = Remedy("restore.overChanges")
    /// Keep the store in a file.
    public static let keepInFile = Remedy("store.keepInFile")
}
