public import Foundation

/// Keeps answers in a folder, for all runs of all programs. What is damaged counts as not there.
public struct FileResponseCache: ResponseCache {
    private let files: KeyedFiles

    private struct Head: Codable {
        let status: Int
        let fetchedAt: Date
        let etag: String?
    }

    /// A cache in a folder of its own, which is made when it is needed.
    ///
    /// - Parameter sizeLimit: the most bytes kept; the oldest answers go first.
    public init(folder: URL, sizeLimit: Int = 64 << 20) {
        files = KeyedFiles(folder: folder, sizeLimit: sizeLimit, countLimit: 1000)
    }

    /// The answer kept under a key, however old.
    public func response(for key: String) async -> StoredResponse? {
        guard let content = await files.content(of: key), let end = content.firstIndex(of: UInt8(ascii: "\n")),
            let head = try? JSONDecoder().decode(Head.self, from: content[..<end])
        else { return nil }
        return StoredResponse(
            status: head.status, body: Data(content[content.index(after: end)...]), fetchedAt: head.fetchedAt,
            etag: head.etag)
    }

    /// Keeps an answer in place of the one before.
    ///
    /// - Throws: when the folder cannot be written to.
    public func store(_ response: StoredResponse, for key: String) async throws {
        let head = Head(status: response.status, fetchedAt: response.fetchedAt, etag: response.etag)
        try await files.write(JSONEncoder().encode(head) + Data("\n".utf8) + response.body, for: key)
    }
}
