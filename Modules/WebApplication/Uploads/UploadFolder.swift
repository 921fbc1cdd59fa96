package import Foundation
import Values
import WebAccess
import WebPages

/// The folder with the files that were uploaded to one running server. Nobody but the server's user can read it; what a server leaves behind
/// that was killed is deleted when the next one starts.
package actor UploadFolder {
    /// How long a file is kept, in seconds, and how many one session may have.
    private static let lasts = 3600.0, mostOfOwner = 4

    /// The most bytes of a file.
    package nonisolated let mostBytes: Int
    private let root: URL
    private let now: @Sendable () -> Date
    private var folder: URL?
    private var lock: Int32 = -1
    private var uploads: [String: Upload] = [:]

    /// A folder inside of another one, in which it makes nothing before there is a file.
    ///
    /// - Parameters:
    ///   - mostBytes: the most bytes of a file.
    ///   - now: the present instant.
    package init(in parent: URL, mostBytes: Int, now: @escaping @Sendable () -> Date) {
        root = parent.appending(path: "cst-web-uploads", directoryHint: .isDirectory)
        self.mostBytes = mostBytes
        self.now = now
    }

    /// Deletes the files of servers that do not run any more.
    package func deleteLeftovers() {
        let found = (try? FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil)) ?? []
        for mark in found where mark.pathExtension == "lock" {
            let descriptor = open(mark.path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            // A server holds the lock of its folder as long as it runs.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                try? FileManager.default.removeItem(at: mark.deletingPathExtension())
                unlink(mark.path)
            }
            close(descriptor)
        }
        rmdir(root.path)
    }

    /// Makes an empty file for somebody, open for writing.
    ///
    /// - Throws: ``WebProblem/notKept(_:)``.
    func begin(name: String, owner: String) throws(WebProblem) -> (upload: Upload, file: FileHandle) {
        deleteExpired()
        let own = uploads.values.filter { $0.owner == owner }.sorted { $0.expires < $1.expires }
        for old in own.dropLast(Self.mostOfOwner - 1) { delete(old) }
        let folder = try ownFolder()
        let id = Secret().text
        let path = folder.appending(path: id).path
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .notKept(String(cString: strerror(errno))) }
        let upload = Upload(
            id: id, name: name, size: 0, path: path, expires: now().addingTimeInterval(Self.lasts), owner: owner)
        uploads[id] = upload
        return (upload, FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }

    /// Notes that a file came whole.
    func complete(_ upload: Upload, size: Int) -> Upload {
        let whole = Upload(
            id: upload.id, name: upload.name, size: size, path: upload.path, expires: upload.expires,
            owner: upload.owner)
        uploads[upload.id] = whole
        return whole
    }

    /// The file with an id.
    ///
    /// - Throws: ``WebProblem/upload`` where it is another session's, or gone.
    func find(_ id: String, owner: String) throws(WebProblem) -> Upload {
        deleteExpired()
        guard let upload = uploads[id], upload.owner == owner, upload.size > 0 else { throw .upload }
        return upload
    }

    /// Deletes a file.
    func delete(_ upload: Upload) {
        unlink(upload.path)
        uploads[upload.id] = nil
    }

    /// Deletes the files whose time is over.
    package func deleteExpired() {
        let now = now()
        for upload in uploads.values where upload.expires <= now { delete(upload) }
    }

    /// Deletes all files of this server.
    package func deleteAll() {
        uploads = [:]
        guard let folder else { return }
        try? FileManager.default.removeItem(at: folder)
        unlink(folder.appendingPathExtension("lock").path)
        close(lock)
        self.folder = nil
        rmdir(root.path)
    }

    private func ownFolder() throws(WebProblem) -> URL {
        if let folder { return folder }
        let own = root.appending(path: Secret().text, directoryHint: .isDirectory)
        do {
            for place in [root, own] {
                try FileManager.default.createDirectory(
                    at: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
        } catch {
            throw .notKept(error.localizedDescription)
        }
        lock = open(own.appendingPathExtension("lock").path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else { throw .notKept(String(cString: strerror(errno))) }
        folder = own
        return own
    }
}
