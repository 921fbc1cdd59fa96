/// Carries one request to a server and the answer back; no retries, no cache. What an `HTTPClient` stands on.
public protocol HTTPTransport: Sendable {
    /// Sends a request and gives the answer, whatever its status.
    ///
    /// Returns promptly when the task is cancelled, throwing `CancellationError`.
    ///
    /// - Parameter limit: the time allowed for the whole exchange.
    /// - Throws: `HTTPError` when there is no complete answer.
    func send(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse
}
