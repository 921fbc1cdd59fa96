public import Foundation

/// Keeps answers in a folder, for all runs of all programs. What is damaged counts as not there.
public struct FileResponseCache: ResponseCache {
    private let files: KeyedFiles

    /// A cache in a folder of its own, which is made when it is needed.
    ///
    /// - Parameter sizeLimit: the most bytes kept; the oldest answers go first.
    public init(folder: URL, sizeLimit: Int = 64 << 20) {
        files = KeyedFiles(folder: folder, sizeLimit: sizeLimit, countLimit: 1000)
    }

    /// The answer kept under a key, however old.
    public func response(for key: String) async -> StoredResponse? {
        await files.content(of: key).flatMap { StoredResponse(encoded: $0) }
    }

    /// Keeps an answer in place of the one before.
    ///
    /// - Throws: when the folder cannot be written to.
    public func store(_ response: StoredResponse, for key: String) async throws {
        try await files.write(response.encoded(), for: key)
    }
}
