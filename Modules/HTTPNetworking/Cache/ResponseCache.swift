public import Foundation

/// Keeps answers by key. How long one is good is decided by the caller, from `fetchedAt`.
public protocol ResponseCache: Sendable {
    /// The answer kept under a key, however old.
    ///
    /// - Throws: what the storage throws; the client then uses the network.
    func response(for key: String) async throws -> StoredResponse?

    /// Keeps an answer in place of the one before.
    ///
    /// - Throws: what the storage throws; the answer is used all the same.
    func store(_ response: StoredResponse, for key: String) async throws
}

/// An answer with what is needed to use it again.
public struct StoredResponse: Sendable, Equatable {
    /// The status code.
    public var status: Int
    /// The body.
    public var body: Data
    /// When the server gave it, or last said that it still holds.
    public var fetchedAt: Date
    /// The server's tag for it, by which a later request learns whether it still holds.
    public var etag: String?

    /// An answer to keep.
    public init(status: Int, body: Data, fetchedAt: Date, etag: String? = nil) {
        self.status = status
        self.body = body
        self.fetchedAt = fetchedAt
        self.etag = etag
    }

    var response: HTTPResponse { HTTPResponse(status: status, body: body) }
}
