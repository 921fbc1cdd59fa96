import Foundation

/// The file that `--output` names.
enum OutputFile {
    /// Writes a file that appears whole or not at all. What is not a file, as a device or a named pipe, is written into
    /// and never replaced.
    static func write(_ text: String, path: String) throws {
        do {
            if isSpecial(path) {
                try writeInto(path, text)
            } else {
                // A link keeps pointing to the file.
                try replace(URL(fileURLWithPath: path).resolvingSymlinksInPath().path, with: text)
            }
        } catch let error as CommandError {
            throw CommandError(.outside, error.code, "'\(path)': \(error.message)", hint: error.hint)
        } catch {
            throw CommandError(
                .outside, "notWritten", "'\(path)' could not be written: \(reason(of: error)).",
                hint: "Check the folder and the room on the disk.")
        }
    }

    /// A new file is for the user alone, since amounts are nobody else's business; one that is there keeps its mode.
    private static func replace(_ path: String, with text: String) throws {
        let draft = "\(path).cst-\(UUID().uuidString)"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer {
            close(descriptor)
            // Gone already when it has its name.
            unlink(draft)
        }
        try OutputWriter.write(text, to: descriptor)
        var info = stat()
        if stat(path, &info) == 0 { fchmod(descriptor, info.st_mode & 0o777) }
        guard rename(draft, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    private static func isSpecial(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG
    }

    private static func writeInto(_ path: String, _ text: String) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { close(descriptor) }
        try OutputWriter.write(text, to: descriptor)
    }

    /// The system's own words, which Foundation keeps one or two errors down.
    private static func reason(of error: any Error) -> String {
        if case POSIXError.ENOENT = error { return "there is no such folder" }
        var next: NSError? = error as NSError
        while let error = next {
            if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
            next = error.userInfo[NSUnderlyingErrorKey] as? NSError
        }
        let text = error.localizedDescription
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
