import Foundation
import Persistence
import Values

/// A file that a command reads: one that is named, or standard input.
public enum InputFile {
    /// Hands the path to `body`: for "-", that of a file of the user alone, which holds standard input for as long as it
    /// takes, so that it can be read more than once.
    ///
    /// - Throws: ``StoreError`` when standard input cannot be kept, and what `body` throws.
    public static func with<Result>(_ name: String, _ body: (String) async throws -> Result) async throws -> Result {
        guard name == "-" else { return try await body(name) }
        let path = FileManager.default.temporaryDirectory.appending(path: "cst-input-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let spool = FileHandle(forWritingAtPath: path)
        else { throw StoreError.readOnly(at: .file(path)) }
        do {
            while let part = try FileHandle.standardInput.read(upToCount: 1 << 20), !part.isEmpty {
                try spool.write(contentsOf: part)
            }
            try spool.close()
        } catch CocoaError.fileWriteOutOfSpace {
            throw StoreError.full(at: .file(path))
        } catch {
            throw StoreError.unusable(at: .file("standard input"), detail: "it could not be copied to \(path)")
        }
        return try await body(path)
    }
}
