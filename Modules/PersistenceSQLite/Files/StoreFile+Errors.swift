import GRDB
import Persistence

extension StoreFile {
    /// The store's error for one of SQLite's or of a row's; any other error is handed through.
    func storeError(_ error: any Error) -> any Error {
        switch error {
        case let error as DatabaseError: storeError(error)
        case let issue as CorruptRow: damaged(issue.detail)
        default: error
        }
    }

    /// Damage, with the newest copy that is whole.
    func damaged(_ detail: String) -> StoreError {
        .damaged(at: .file(path), detail: detail, copy: DailyCopies(of: path).newestWhole)
    }

    private func storeError(_ error: DatabaseError) -> any Error {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            StoreError.busy(at: .file(path), seconds: busySeconds, holder: FileHolder.find(path: path)?.description)
        case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_DBMOVED:
            StoreError.unusable(at: .file(path), detail: "another file has just been put in its place; try again")
        case .SQLITE_READONLY, .SQLITE_PERM: StoreError.readOnly(at: .file(path))
        case .SQLITE_FULL: StoreError.full(at: .file(path))
        case .SQLITE_NOTADB:
            // Where copies of a database are, there was one.
            DailyCopies(of: path).all.isEmpty
                ? StoreError.unusable(at: .file(path), detail: "it is not a database, or its beginning is damaged")
                : damaged("it is not a database any more")
        // A statement of ours that does not fit the schema, or a constraint that the checks before it uphold: the file
        // is not as it was written.
        case .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_SCHEMA:
            damaged(error.message ?? "SQLite found damage")
        // What SQLite says here tells less, or is of another file.
        case .SQLITE_IOERR:
            StoreError.unusable(
                at: .file(path),
                detail: "the system failed to read or write it; check the disk and limits on the size of files")
        case .SQLITE_INTERRUPT: CancellationError()
        case .SQLITE_MISUSE: StoreError.unusable(at: .file(path), detail: "it has been closed")
        default: StoreError.unusable(at: .file(path), detail: error.message ?? "SQLite could not open it")
        }
    }
}
