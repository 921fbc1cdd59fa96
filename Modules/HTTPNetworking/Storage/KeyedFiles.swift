import Foundation

/// Small files by key in one folder, which several programs may use at once.
///
/// A file is written whole under another name and then renamed, so that nobody sees a part of one; it carries a checksum
/// of its content and its key, so that whatever else is found in its place counts as nothing. The key itself is not in it:
/// addresses may hold what nobody shall read. The oldest files go when there are too many. The folder is made with mode 0700, files with 0600.
actor KeyedFiles {
    private let folder: URL
    private let sizeLimit: Int
    private let countLimit: Int

    /// Files in a folder that is made when it is first written to.
    ///
    /// - Parameters:
    ///   - sizeLimit: the most bytes of all files together.
    ///   - countLimit: the most files.
    init(folder: URL, sizeLimit: Int, countLimit: Int) {
        self.folder = folder
        self.sizeLimit = sizeLimit
        self.countLimit = countLimit
    }

    /// What was written under a key; nil when there is nothing, or nothing whole.
    func content(of key: String) -> Data? {
        let file = file(of: key)
        // Judged before it is read: a file may claim to be larger than any memory, or be none that ends.
        guard let kind = try? FileManager.default.attributesOfItem(atPath: file.path),
            kind[.type] as? FileAttributeType == .typeRegular,
            let size = (kind[.size] as? NSNumber)?.intValue, size <= sizeLimit / 2 + Self.headLength,
            let data = try? Data(contentsOf: file), let (checksum, content) = Self.line(of: data),
            checksum == Self.checksum(content, of: key)
        else { return nil }
        return Data(content)
    }

    /// Writes a file in place of the one before. A content that would take more than half of the room is not kept.
    func write(_ content: Data, for key: String) throws {
        guard content.count <= sizeLimit / 2 else {
            remove(key)
            return
        }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let target = file(of: key)
        let draft = folder.appending(path: "draft-\(UUID().uuidString)")
        guard
            FileManager.default.createFile(
                atPath: draft.path, contents: Data((Self.checksum(content, of: key) + "\n").utf8) + content,
                attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: draft.path]) }
        guard rename(draft.path, target.path) == 0 else {
            try? FileManager.default.removeItem(at: draft)
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: target.path])
        }
        prune(sparing: target.lastPathComponent)
    }

    /// Removes a file, if it is there.
    func remove(_ key: String) {
        try? FileManager.default.removeItem(at: file(of: key))
    }

    // MARK: - Room

    private func prune(sparing kept: String) {
        let wanted: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
        let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: Array(wanted))
        var files = (found ?? []).compactMap { url -> (url: URL, size: Int, time: Date)? in
            guard let values = try? url.resourceValues(forKeys: wanted), let size = values.fileSize,
                let time = values.contentModificationDate
            else { return nil }
            return (url, size, time)
        }
        var size = files.reduce(0) { $0 + $1.size }
        files.sort { $0.time > $1.time }
        while size > sizeLimit || files.count > countLimit, let oldest = files.popLast() {
            guard oldest.url.lastPathComponent != kept else { continue }
            try? FileManager.default.removeItem(at: oldest.url)
            size -= oldest.size
        }
    }

    // MARK: - Form

    private func file(of key: String) -> URL {
        folder.appending(path: Checksum.text(Data(key.utf8)))
    }

    /// The first line and what follows it.
    private static func line(of data: Data) -> (String, Data)? {
        guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        return (String(decoding: data[..<end], as: UTF8.self), data[data.index(after: end)...])
    }

    /// The checksum and the line end after it.
    private static let headLength = 17

    private static func checksum(_ content: Data, of key: String) -> String {
        Checksum.text(Data(key.utf8), content)
    }
}
