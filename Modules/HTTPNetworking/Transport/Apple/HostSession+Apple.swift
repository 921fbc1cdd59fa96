#if canImport(Darwin)
    import Dispatch
    import Foundation

    /// Exchanges with one server, by a `URLSession`.
    final class HostSession: Sendable {
        private let session: URLSession
        private let exchanges = ExchangeDelegate()

        init() {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpCookieAcceptPolicy = .never
            configuration.httpShouldSetCookies = false
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            // The number at a time is the client's business; a second, lower limit here would make requests wait unseen.
            configuration.httpMaximumConnectionsPerHost = 64
            session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        }

        /// Carries out one exchange, whatever its status.
        ///
        /// - Throws: `HTTPError`, or `CancellationError` at once when the task is cancelled.
        func exchange(_ request: HTTPRequest, userAgent: String) async throws -> HTTPResponse {
            try Task.checkCancellation()
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

        /// Takes no more requests; those under way go on.
        func retire() {
            DispatchQueue.global().async { [session] in session.finishTasksAndInvalidate() }
        }
    }
#endif
