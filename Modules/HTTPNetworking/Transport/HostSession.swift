import Dispatch
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A `URLSession` for one server.
///
/// Calls that stop tasks go through a queue of their own: on Linux they wait for the session's queue, which a fast and
/// endless answer can keep busy, and no caller shall wait for that.
final class HostSession: Sendable {
    private let session: URLSession
    private let exchanges = ExchangeDelegate()

    init() {
        let strays = StrayFolders()
        defer { strays.remove() }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // The number at a time is the client's business; a second, lower limit here would make requests wait unseen.
        configuration.httpMaximumConnectionsPerHost = 64
        #if canImport(FoundationNetworking)
            let queue: OperationQueue? = DirectQueue()
        #else
            let queue: OperationQueue? = nil
        #endif
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
    }

    /// Carries out one exchange, whatever its status.
    ///
    /// - Throws: `HTTPError`, or `CancellationError` at once when the task is cancelled.
    func exchange(_ message: URLRequest, for request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
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

    /// Takes no more requests; those under way go on.
    func retire() {
        DispatchQueue.global().async { [session] in session.finishTasksAndInvalidate() }
    }
}
