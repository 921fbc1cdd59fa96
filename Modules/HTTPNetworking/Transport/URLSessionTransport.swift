import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests with the platform's `URLSession`: no cookies, no cache on disk, no stored credentials. The proxy
/// variables of the environment hold (`http_proxy`, `https_proxy`, `no_proxy`).
///
/// Limits are kept here because `URLSession` does not keep them on every platform: the time for the whole exchange, by
/// cancelling; the size of the answer, while it streams in.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let exchanges: ExchangeDelegate
    private let userAgent: String
    private let clock: any Clock<Duration>

    /// A transport with a session of its own.
    ///
    /// - Parameters:
    ///   - userAgent: sent with requests that name none; some servers refuse requests without.
    ///   - clock: measures the time allowed.
    public init(userAgent: String = "CryptoSavingsTracker", clock: any Clock<Duration> = ContinuousClock()) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The number at a time is the client's business; a second, lower limit here would make requests wait unseen.
        configuration.httpMaximumConnectionsPerHost = 64
        exchanges = ExchangeDelegate()
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        self.userAgent = userAgent
        self.clock = clock
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Sends a request, following redirects as far as its credentials allow, and gives the answer, whatever its status.
    ///
    /// - Throws: `HTTPError`, or `CancellationError` at once when the task is cancelled.
    public func send(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
        guard let scheme = request.url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            request.url.host()?.isEmpty == false
        else { throw HTTPError.unusableURL(request.redactor.url(request.url)) }
        return try await withTimeLimit(limit, clock: clock, expired: .timedOut(host: request.host)) {
            var current = request
            for _ in 0...Redirect.limit {
                let response = try await self.exchange(current)
                guard let next = try Redirect.next(after: response, to: current) else { return response }
                current = next
            }
            throw HTTPError.redirectRefused(host: request.host, target: current.redactor.url(current.url))
        }
    }

    private func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
        var message = URLRequest(url: request.url)
        message.httpMethod = request.method.rawValue
        message.httpBody = request.body
        message.setValue(userAgent, forHTTPHeaderField: "User-Agent")
        for field in request.headers.fields {
            message.setValue(field.value, forHTTPHeaderField: field.name)
        }
        // The session's own limit is one of idle time. It must not come before ours: a time-out that it reports is then
        // known to be a broken connection.
        message.timeoutInterval = 3600
        let task = session.dataTask(with: message)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchanges.begin(task, for: request, continuation)
                task.resume()
                // A cancellation before `begin` found nothing to end.
                if Task.isCancelled { exchanges.cancel(task) }
            }
        } onCancel: {
            exchanges.cancel(task)
        }
    }
}
