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
        NewFile.removeForgotten(path)
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

    /// How the names of files begin that are written for `path`; eight characters follow.
    private static func temporaryStem(_ path: String) -> String {
        let url = URL(fileURLWithPath: path)
        return url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent).").path
    }

    /// Removes what programs that were killed have left of files for `path`: everything can be read in it.
    static func removeForgotten(_ path: String) {
        let stem = URL(fileURLWithPath: temporaryStem(path))
        let folder = stem.deletingLastPathComponent()
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.hasPrefix(stem.lastPathComponent) && isRandom(name.dropFirst(stem.lastPathComponent.count)) {
            let found = folder.appendingPathComponent(name).path
            let descriptor = open(found, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            guard descriptor >= 0 else { continue }
            var info = stat()
            // An empty one may have been made just now and not be locked yet.
            if fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size > 0,
                flock(descriptor, LOCK_EX | LOCK_NB) == 0
            {
                remove(found)
            }
            _ = close(descriptor)
        }
    }

    private static func isRandom(_ text: Substring) -> Bool {
        text.utf8.count == 8 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// Lets the file appear under its name, where there must be none yet.
    consuming func appear() throws {
        // Unlike a renaming, a link never replaces anything.
        try synchronize()
        guard link(temporaryPath, path) == 0 else {
            if errno == EEXIST { throw BackupError.exists(path: path) }
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
            path: path, detail: code == ENOENT ? "there is no such file" : String(cString: strerror(code)))
    }

    /// Why a file cannot be written, from the system's error number.
    init(writing path: String, code: CInt) {
        self =
            switch code {
            case ENOSPC, EDQUOT: .full(path: path)
            case EACCES, EPERM, EROFS: .readOnly(path: path)
            case ENOENT: .unusable(path: path, detail: "its folder does not exist")
            case EISDIR: .unusable(path: path, detail: "it is a folder")
            default: .unusable(path: path, detail: String(cString: strerror(code)))
            }
    }
}
