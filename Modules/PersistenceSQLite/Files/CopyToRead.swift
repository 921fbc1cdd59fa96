import Foundation
import GRDB
import Persistence

/// A private copy of a database on a medium that cannot be written: reading one takes files beside it, which cannot be made
/// there, and an older one has to be brought up to date. It goes with the store.
final class CopyToRead: Sendable {
    /// The copy, in a folder for temporary files.
    let path: String

    /// Copies the file with the log beside it.
    init(of file: StoreFile) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("cst-\(UUID().uuidString).sqlite").path
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreError(writing: path, code: errno) }
        _ = close(descriptor)
        do {
            try copy(file)
        } catch {
            remove()
            throw error
        }
    }

    deinit { remove() }

    private func copy(_ file: StoreFile) throws {
        do {
            // As a reader, where other programs may be writing.
            var configuration = Configuration()
            configuration.readonly = true
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            try queue.read { try DatabaseCopy.write($0, to: path) }
            try queue.close()
        } catch is DatabaseError {
            // Where nothing can be written, nobody else writes either.
            for suffix in ["", "-wal"] where access(file.path + suffix, F_OK) == 0 {
                let content = try Data(contentsOf: URL(fileURLWithPath: file.path + suffix), options: .mappedIfSafe)
                try content.write(to: URL(fileURLWithPath: path + suffix))
            }
        }
    }

    private func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}
