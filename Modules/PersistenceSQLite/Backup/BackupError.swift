public import Foundation

/// Why a backup cannot be made or restored.
public enum BackupError: Error, Equatable, Sendable, CustomStringConvertible {
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

    /// The fault as a sentence with what to do.
    public var description: String {
        switch self {
        case .exists(let path): "\(path) exists already and is not replaced. Choose another name, or remove it."
        case .notReplaceable(let path, let detail): "\(path) is not replaced: \(detail). Choose another name."
        case .notDatabase(let path):
            "\(path) is not a database, and no copies of one are beside it. Nothing was changed."
        case .damaged(let path, let detail): "\(path) is damaged: \(detail). Use another backup."
        case .newerChanges(let path, let count, let newest):
            "\(path) holds \(count == 1 ? "1 change" : "\(count) changes") that the backup does not, the newest of "
                + "\(newest.formatted(.iso8601)). Nothing was changed."
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
