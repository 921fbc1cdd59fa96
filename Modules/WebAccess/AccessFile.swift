import Foundation
import Persistence

/// Where it is kept who may come in: one file for the user alone, not in the database, so that a backup or a shared database
/// carries no log-ins.
public struct AccessFile: AccessPlace {
    /// Its path.
    public let path: String

    /// A file, which need not be there.
    public init(path: String) { self.path = path }

    /// What stands in it; nobody where there is none.
    ///
    /// - Throws: ``AccessError``.
    public func read() throws -> Access {
        var info = stat()
        guard stat(path, &info) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else {
                throw AccessError.unreadable(path: path, detail: String(cString: strerror(errno)))
            }
            return Access()
        }
        // Who can write to it lets anybody in, and who can read it can guess passwords elsewhere.
        guard info.st_mode & 0o077 == 0 else { throw AccessError.open(path: path) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw AccessError.unreadable(path: path, detail: "it is not for this user")
        }
        do { return try Self.decoder.decode(Access.self, from: data) } catch {
            throw AccessError.unreadable(path: path, detail: "it is not what was written there")
        }
    }

    /// What is different after every change of the file; nil where there is none.
    public func version() -> String? {
        guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
        let told: [FileAttributeKey] = [.systemFileNumber, .modificationDate, .size, .posixPermissions]
        return told.map { found[$0].map { "\($0)" } ?? "" }.joined(separator: " ")
    }

    /// Changes what stands in it, one program after another.
    ///
    /// - Throws: ``AccessError``, what `change` throws.
    public func write<Value>(_ change: (inout Access) throws -> Value) throws -> Value {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch { throw AccessError.notWritten(path: path, detail: "there is no folder '\(folder)'") }
        let lock = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
            throw AccessError.notWritten(path: path, detail: String(cString: strerror(errno)))
        }
        defer { close(lock) }
        var access = try read()
        let value = try change(&access)
        do { try WholeFile.replace(path, with: try Self.encoder.encode(access)) } catch let error as POSIXError {
            throw AccessError.notWritten(path: path, detail: String(cString: strerror(error.code.rawValue)))
        }
        return value
    }

    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}
