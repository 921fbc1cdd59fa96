import Foundation
import Persistence

/// The file that `--output` names.
enum OutputFile {
    /// Writes a file that appears whole or not at all. What is not a file, as a device or a named pipe, is written into
    /// and never replaced.
    static func write(_ text: String, path: String) throws {
        do {
            if isSpecial(path) {
                try writeInto(path, text)
            } else {
                try WholeFile.replace(path, with: Data(text.utf8))
            }
        } catch let error as CommandError {
            throw CommandError(.outside, error.code, "'\(path)': \(error.message)", hint: error.hint)
        } catch {
            throw CommandError(
                .outside, "notWritten", "'\(path)' could not be written: \(reason(of: error)).",
                hint: "Check the folder and the room on the disk.")
        }
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
