import Foundation
import Persistence

/// A file that is written under another name and appears under its own only when it is complete and on the disk.
struct NewFile: ~Copyable {
    /// Where it is to appear.
    let path: String
    /// Where it is written; readable by the user alone.
    let temporaryPath: String
    /// Locked as long as the file is being written, by which others see that it is not left behind.
    private let descriptor: CInt

    /// An empty file beside `path`.
    init(at path: String) throws(StoreError) {
        self.path = URL(fileURLWithPath: path).path
        NewFile.sweep(URL(fileURLWithPath: path).deletingLastPathComponent().path)
        temporaryPath = NewFile.temporaryStem(path) + UUID().uuidString.prefix(8)
        descriptor = open(temporaryPath, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError(writing: path, code: errno) }
        // Some systems have no such locks; there nothing is taken for left behind.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    deinit {
        NewFile.remove(temporaryPath)
        _ = close(descriptor)
    }

    /// What is left of a file that was not finished; SQLite may have put its journals beside it.
    private static func remove(_ temporaryPath: String) {
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(temporaryPath + suffix) }
    }

    /// What tells our unfinished files from those of other programs; eight random digits follow.
    private static let mark = ".cst-"

    private static func temporaryStem(_ path: String) -> String {
        let url = URL(fileURLWithPath: path)
        return url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent)\(mark)").path
    }

    /// Removes what programs that were killed have left in a folder: everything can be read in it. Returns what could not
    /// be removed.
    @discardableResult
    static func sweep(_ folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(isUnfinished).map { "\(folder)/\($0)" }.filter { found in
            let descriptor = open(found, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            // What another program finishes or removes meanwhile is nobody's leftover.
            guard descriptor >= 0 else { return errno == EACCES }
            defer { _ = close(descriptor) }
            var info = stat()
            // An empty one may have been made just now and not be locked yet.
            guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0,
                flock(descriptor, LOCK_EX | LOCK_NB) == 0
            else { return false }
            remove(found)
            return access(found, F_OK) == 0
        }
    }

    private static func isUnfinished(_ name: String) -> Bool {
        let parts = name.split(separator: mark, omittingEmptySubsequences: false)
        guard name.hasPrefix("."), parts.count > 1, let digits = parts.last else { return false }
        return digits.utf8.count == 8 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// Lets the file appear under its name, where there must be none yet, or one that `replacing` says is worse.
    consuming func appear(replacing isWorse: (_ path: String) -> Bool = { _ in false }) throws {
        // Unlike a renaming, a link never replaces anything.
        try synchronize()
        guard link(temporaryPath, path) == 0 else {
            if errno == EEXIST {
                guard isWorse(path) else { throw BackupError.exists(path: path) }
                return try replace()
            }
            guard errno == EPERM || errno == ENOTSUP, access(path, F_OK) != 0, rename(temporaryPath, path) == 0
            else {
                throw StoreError(writing: path, code: errno)
            }
            return synchronizeFolder()
        }
        synchronizeFolder()
    }

    /// Puts the file in the place of the one that has its name.
    consuming func replace() throws(StoreError) {
        try synchronize()
        guard rename(temporaryPath, path) == 0 else { throw StoreError(writing: path, code: errno) }
        synchronizeFolder()
    }

    private func synchronize() throws(StoreError) {
        let descriptor = open(temporaryPath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(writing: path, code: errno) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StoreError(writing: path, code: errno) }
    }

    /// Some systems cannot; the name is then on the disk a little later.
    private func synchronizeFolder() {
        let descriptor = open(URL(fileURLWithPath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = fsync(descriptor)
        _ = close(descriptor)
    }
}

extension StoreError {
    /// Why a file cannot be read, from the system's error number.
    init(reading path: String, code: CInt) {
        self = .unusable(
            at: .file(path), detail: code == ENOENT ? "there is no such file" : String(cString: strerror(code)))
    }

    /// Why a file cannot be written, from the system's error number.
    init(writing path: String, code: CInt) {
        self =
            switch code {
            case ENOSPC, EDQUOT: .full(at: .file(path))
            case EACCES, EPERM, EROFS: .readOnly(at: .file(path))
            case ENOENT: .unusable(at: .file(path), detail: "its folder does not exist")
            case EISDIR: .unusable(at: .file(path), detail: "it is a folder")
            default: .unusable(at: .file(path), detail: String(cString: strerror(code)))
            }
    }
}
