import Foundation
import GRDB
import Persistence

/// A private copy of a database on a medium that cannot be written: reading one takes files beside it, which cannot be made
/// there, and an older one has to be brought up to date. It goes with the store, or with the next copy when that was killed.
final class CopyToRead: Sendable {
    private static let prefix = "cst-copy-"

    /// The copy, in a folder of its own that only the user may enter.
    let path: String
    private let folder: String
    /// Locked as long as the copy is used, by which others see that it is not left behind.
    private let descriptor: CInt

    /// Copies the file with the log beside it.
    init(of file: StoreFile) throws {
        CopyToRead.sweep()
        var template = Array(
            FileManager.default.temporaryDirectory.appendingPathComponent("\(CopyToRead.prefix)XXXXXX").path.utf8CString
        )
        guard mkdtemp(&template) != nil else { throw StoreError(writing: file.path, code: errno) }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = folder + "/store.sqlite"
        descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        do {
            try copy(file)
        } catch {
            CopyToRead.remove(folder)
            throw error
        }
    }

    deinit {
        CopyToRead.remove(folder)
        _ = close(descriptor)
    }

    private func copy(_ file: StoreFile) throws {
        do {
            // As a reader, where other programs may be writing.
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(TimeInterval(file.busySeconds))
            let queue = try DatabaseQueue(path: file.path, configuration: configuration)
            try queue.read { try DatabaseCopy.write($0, to: path) }
            try queue.close()
        } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode) {
            // SQLite cannot read it without files beside it. An unfinished change could only be rolled back there.
            guard access(file.path + "-journal", F_OK) != 0 else { throw StoreError.readOnly(at: .file(file.path)) }
            let before = CopyToRead.state(of: file.path)
            for suffix in ["", "-wal"] where access(file.path + suffix, F_OK) == 0 {
                let content = try Data(contentsOf: URL(fileURLWithPath: file.path + suffix), options: .mappedIfSafe)
                try content.write(to: URL(fileURLWithPath: path + suffix))
            }
            guard CopyToRead.state(of: file.path) == before else {
                throw StoreError.busy(at: .file(file.path), seconds: file.busySeconds, holder: nil)
            }
        }
    }

    /// What changes when somebody writes: the sizes and times of the file and its log.
    private static func state(of path: String) -> [Int] {
        ["", "-wal"].flatMap { suffix -> [Int] in
            var info = stat()
            guard stat(path + suffix, &info) == 0 else { return [] }
            let modified = try? FileManager.default.attributesOfItem(atPath: path + suffix)[.modificationDate] as? Date
            return [Int(info.st_size), Int(((modified?.timeIntervalSince1970 ?? 0) * 1000).rounded())]
        }
    }

    /// Removes the copies that killed programs of this user have left.
    private static func sweep() {
        let place = FileManager.default.temporaryDirectory.path
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? [] where name.hasPrefix(prefix) {
            let found = "\(place)/\(name)"
            let descriptor = open(found, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_DIRECTORY)
            guard descriptor >= 0 else { continue }
            var info = stat()
            // An empty one may have been made just now and not be locked yet.
            let isEmpty = (try? FileManager.default.contentsOfDirectory(atPath: found).isEmpty) ?? true
            if fstat(descriptor, &info) == 0, info.st_uid == geteuid(), !isEmpty,
                flock(descriptor, LOCK_EX | LOCK_NB) == 0
            {
                remove(found)
            }
            _ = close(descriptor)
        }
    }

    private static func remove(_ folder: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink("\(folder)/store.sqlite\(suffix)") }
        rmdir(folder)
    }
}
