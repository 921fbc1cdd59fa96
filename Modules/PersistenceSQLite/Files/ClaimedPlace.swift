import Foundation
import Persistence

/// An empty file in the place where a database is to appear, locked so that no program can begin one there meanwhile.
struct ClaimedPlace: ~Copyable {
    private let path: String
    private let descriptor: CInt
    /// Whether the empty file was made here, and goes unless it is filled.
    private var isOwn: Bool

    /// Locks the place; nil when a file that is not empty is there, or somebody has it open.
    init?(_ path: String) throws(StoreError) {
        var descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        let isOwn = descriptor >= 0
        if !isOwn, errno == EEXIST { descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }
        guard descriptor >= 0 else { throw StoreError(writing: path, code: errno) }
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
        self.isOwn = isOwn
    }

    /// Another file with `content` has taken the place. Who opened the empty one meanwhile and waits would begin a
    /// database in it, whose log goes by the place's name; with the same content SQLite sees that the file has moved.
    mutating func fill(_ content: Data) {
        isOwn = false
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        try? handle.write(contentsOf: content)
    }

    deinit {
        // Before the lock goes with the descriptor.
        if isOwn { unlink(path) }
        _ = close(descriptor)
    }
}
