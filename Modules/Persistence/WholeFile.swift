package import Foundation

/// Files that appear whole or not at all.
package enum WholeFile {
    /// Puts a file in the place of another one, or where there is none. A link keeps pointing to it. A new file is for the
    /// user alone, since amounts are nobody else's business; one that is there keeps its mode.
    ///
    /// - Parameter isPrivate: whether the file is for the user alone whatever mode the old one had, as one with a key.
    /// - Throws: The system's error; the old file is as it was.
    package static func replace(
        _ path: String, with content: Data, isPrivate: Bool = false
    ) throws(POSIXError) {
        let path = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let draft = "\(path).cst-\(UUID().uuidString)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        defer {
            close(descriptor)
            // Gone already when it has its name.
            unlink(draft)
        }
        try write(content, to: descriptor)
        var info = stat()
        if !isPrivate, stat(path, &info) == 0 { fchmod(descriptor, info.st_mode & 0o777) }
        guard fsync(descriptor) == 0 || errno == EINVAL, rename(draft, path) == 0 else { throw failure() }
    }

    private static func write(_ content: Data, to descriptor: Int32) throws(POSIXError) {
        var rest = content[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { throw failure() }
            if count > 0 { rest = rest.dropFirst(count) }
        }
    }

    private static func failure() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
