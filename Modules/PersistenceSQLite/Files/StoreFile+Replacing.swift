import Foundation
import Persistence

extension StoreFile {
    /// Refuses to put a backup in the place of what is no database of ours, as a letter or a device.
    func checkReplaceable(force: Bool) throws {
        var info = stat()
        guard stat(path, &info) == 0 else { return }
        guard info.st_mode & S_IFMT == S_IFREG else {
            throw StoreError.unusable(at: .file(path), detail: "it is not a regular file")
        }
        // SQLite takes so few bytes for a database that has not begun.
        if (1..<512).contains(info.st_size) { try checkBeginning(force: force) }
    }

    var isMissingOrEmpty: Bool {
        var info = stat()
        return stat(path, &info) != 0 || info.st_size == 0
    }

    /// Refuses to replace what does not begin as a database, unless copies of one are beside it. Not while a store has
    /// the file open: closing it would take that one's locks away.
    func checkBeginning(force: Bool) throws {
        guard !force, !FileManager.default.fileExists(atPath: path + ".copies") else { return }
        guard let handle = FileHandle(forReadingAtPath: path) else { throw StoreError(reading: path, code: errno) }
        defer { try? handle.close() }
        let beginning = try handle.read(upToCount: 16) ?? Data()
        guard Data("SQLite format 3\u{0}".utf8).starts(with: beginning) else {
            throw BackupError.notDatabase(path: path)
        }
    }

    /// Removes the names "…-replaced-…" that restoring gave to this very file and was killed before it put
    /// another in its place. Only while a lock keeps other programs from restoring.
    func removeForgottenNames() {
        var own = stat()
        guard stat(path, &own) == 0, own.st_nlink > 1 else { return }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let stem = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix("\(stem)-replaced-") && FilePlace.isSame("\(folder)/\(name)", path) {
            var link = stat()
            if lstat("\(folder)/\(name)", &link) == 0, link.st_mode & S_IFMT == S_IFREG {
                unlink("\(folder)/\(name)")
            }
        }
    }
}
