/// The transport for `--offline`: it opens no connection and fails with `HTTPError.offline`.
public struct OfflineTransport: HTTPTransport {
    /// A transport that goes nowhere.
    public init() {}

    /// Always fails.
    ///
    /// - Throws: `HTTPError.offline`.
    public func send(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
        throw HTTPError.offline(host: request.host)
    }
}
