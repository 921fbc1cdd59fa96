#if SQLite
    import Foundation
    import Persistence

    /// A file that is written under another name and appears under its own only when it is complete and on the disk.
    struct NewFile: ~Copyable {
        /// Where it is to appear.
        let path: String
        /// Where it is written; readable by the user alone.
        let temporaryPath: String

        /// An empty file beside `path`.
        init(at path: String) throws(StoreError) {
            self.path = URL(fileURLWithPath: path).path
            let url = URL(fileURLWithPath: path)
            temporaryPath =
                url.deletingLastPathComponent()
                .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString.prefix(8))").path
            let descriptor = open(temporaryPath, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw StoreError(writing: path, code: errno) }
            _ = close(descriptor)
        }

        deinit {
            // What is left when it was not finished; SQLite may have put its journals beside it.
            for suffix in ["", "-journal", "-wal", "-shm"] { unlink(temporaryPath + suffix) }
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
#endif
