package import Foundation

/// Where a path leads, also when nothing is there yet.
package enum FilePlace {
    /// The absolute path with every link followed: those of folders, and a last one that leads nowhere yet.
    package static func resolved(_ path: String) -> String {
        var place = URL(fileURLWithPath: path)
        // As many links as the system itself follows.
        for _ in 0..<40 {
            if let whole = real(place.path) { return whole }
            let folder = place.deletingLastPathComponent().path
            let last = URL(fileURLWithPath: real(folder) ?? folder).appendingPathComponent(place.lastPathComponent)
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: last.path) else {
                return last.path
            }
            place = URL(fileURLWithPath: target, relativeTo: last.deletingLastPathComponent()).absoluteURL
        }
        return place.path
    }

    /// Whether two paths are the same file, by any of its names.
    package static func isSame(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard stat(one, &first) == 0, stat(other, &second) == 0 else { return resolved(one) == resolved(other) }
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Whether a path is a database, one of the files that SQLite puts beside it, or among its copies.
    package static func belongs(_ path: String, toDatabase database: String) -> Bool {
        let (place, database) = (resolved(path), resolved(database))
        let copies = resolved(database + ".copies")
        return ["", "-wal", "-shm", "-journal"].contains { isSame(place, database + $0) }
            || place == copies || place.hasPrefix(copies + "/")
    }

    /// Whether a file begins as a database or a backup does, readable or encrypted.
    package static func isBackup(_ path: String) -> Bool {
        var info = stat()
        // Opening a named pipe would wait for somebody to write into it.
        guard stat(path, &info) == 0, info.st_mode & S_IFMT == S_IFREG,
            let handle = FileHandle(forReadingAtPath: path)
        else { return false }
        defer { try? handle.close() }
        guard let beginning = try? handle.read(upToCount: 16) else { return false }
        return beginning.starts(with: Data("SQLite format 3\0".utf8)) || beginning.starts(with: sealMark)
    }

    /// How an encrypted backup begins.
    package static let sealMark = Data("CSTSEAL".utf8)

    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}
