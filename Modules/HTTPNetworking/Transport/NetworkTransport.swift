import Foundation
import Synchronization

/// Sends requests over the network: by `URLSession` on Apple's systems, elsewhere by the system's libcurl, which is loaded
/// with the first request. No cookies, no cache on disk, no stored credentials. The proxy variables of the environment hold
/// (`http_proxy`, `https_proxy`, `no_proxy`).
///
/// Limits are kept here: the time for the whole exchange, by cancelling; the size of the answer, while it streams in.
public final class NetworkTransport: HTTPTransport {
    /// One session for each server, so that a connection that keeps its session busy holds up no other server.
    private let sessions = Mutex<[String: HostSession]>([:])
    private let userAgent: String
    private let clock: any Clock<Duration>

    /// A transport with sessions of its own.
    ///
    /// - Parameters:
    ///   - userAgent: sent with requests that name none; some servers refuse requests without.
    ///   - clock: measures the time allowed.
    public init(userAgent: String = "CryptoSavingsTracker", clock: any Clock<Duration> = ContinuousClock()) {
        self.userAgent = userAgent
        self.clock = clock
    }

    deinit {
        // No exchange is under way: each keeps this transport.
        for session in sessions.withLock({ $0.values }) { session.retire() }
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
            throw HTTPError.redirectRefused(
                host: request.host, target: current.redactor.excerpt(Data(current.url.absoluteString.utf8)))
        }
    }

    private func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
        let server = "\(request.url.scheme?.lowercased() ?? "")://\(request.host)"
        let session = sessions.withLock { sessions in
            let session = sessions[server] ?? HostSession()
            sessions[server] = session
            return session
        }
        do {
            return try await session.exchange(request, userAgent: userAgent)
        } catch let error as HTTPError {
            if case .tooLarge = error {
                // The session may be busy with the rest for as long as the server sends; the next request gets another.
                sessions.withLock { sessions in
                    if sessions[server] === session { sessions[server] = nil }
                }
                session.retire()
            }
            throw error
        }
    }
}

/// The former name of ``NetworkTransport``.
@available(*, deprecated, renamed: "NetworkTransport")
public typealias URLSessionTransport = NetworkTransport
