public import Foundation

/// Keeps the marks of a `RateLimiter` in a folder, for all runs of all programs. What is damaged counts as not there.
public struct FileLimiterStateStore: LimiterStateStore {
    private let files: KeyedFiles

    /// Marks in a folder of their own, which is made when it is needed.
    public init(folder: URL) {
        files = KeyedFiles(folder: folder, sizeLimit: 1 << 20, countLimit: 500)
    }

    /// The mark of a name.
    public func load(_ name: String) async -> LimiterMark? {
        await files.content(of: name).flatMap { try? JSONDecoder().decode(LimiterMark.self, from: $0) }
    }

    /// Sets or removes the mark of a name.
    ///
    /// - Throws: when the folder cannot be written to.
    public func save(_ mark: LimiterMark?, for name: String) async throws {
        if let mark {
            try await files.write(JSONEncoder().encode(mark), for: name)
        } else {
            await files.remove(name)
        }
    }
}
