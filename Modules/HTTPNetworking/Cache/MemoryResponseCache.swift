/// Keeps answers in memory, for programs and tests that store nothing.
public actor MemoryResponseCache: ResponseCache {
    private var responses: [String: StoredResponse] = [:]

    /// An empty cache.
    public init() {}

    /// The answer kept under a key, however old.
    public func response(for key: String) -> StoredResponse? { responses[key] }

    /// Keeps an answer in place of the one before.
    public func store(_ response: StoredResponse, for key: String) { responses[key] = response }
}
