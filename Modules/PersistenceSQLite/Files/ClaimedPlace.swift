#if SQLite
    import Foundation
    import Persistence

    /// An empty file in the place where a database is to appear, locked so that no program can begin one there meanwhile.
    struct ClaimedPlace: ~Copyable {
        private let path: String
        private let descriptor: CInt
        private var isFilled = false

        /// Claims the place; nil when a file is there.
        init?(_ path: String) throws(StoreError) {
            let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                if errno == EEXIST { return nil }
                throw StoreError(writing: path, code: errno)
            }
            // The bytes on which SQLite locks: who has opened the file before this keeps it.
            var lock = flock()
            lock.l_type = numericCast(F_WRLCK)
            lock.l_whence = numericCast(SEEK_SET)
            lock.l_start = 0x4000_0000
            lock.l_len = 512
            var info = stat()
            guard fcntl(descriptor, F_SETLK, &lock) == 0, fstat(descriptor, &info) == 0, info.st_size == 0 else {
                _ = close(descriptor)
                return nil
            }
            self.path = path
            self.descriptor = descriptor
        }

        /// Nothing is left to be removed: another file has taken the place.
        mutating func fill() { isFilled = true }

        deinit {
            // Before the lock goes with the descriptor.
            if !isFilled { unlink(path) }
            _ = close(descriptor)
        }
    }
#endif
