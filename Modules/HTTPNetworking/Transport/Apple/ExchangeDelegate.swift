#if canImport(Darwin)
    import Dispatch
    import Foundation
    import Synchronization

    /// Collects the answers of one session's tasks, and ends a task as soon as its answer is known to be too large.
    final class ExchangeDelegate: NSObject, URLSessionDataDelegate {
        private struct Exchange {
            let request: HTTPRequest
            let continuation: CheckedContinuation<HTTPResponse, any Error>
            var head: HTTPResponse?
            /// Apart from the head, so that nothing else holds it while it grows: each piece would copy all before it.
            var body = Data()
        }

        private let exchanges = Mutex<[Int: Exchange]>([:])

        func begin(
            _ task: URLSessionTask, for request: HTTPRequest,
            _ continuation: CheckedContinuation<HTTPResponse, any Error>
        ) {
            exchanges.withLock {
                $0[task.taskIdentifier] = Exchange(request: request, continuation: continuation)
            }
        }

        /// Gives up an exchange without waiting for the session to notice.
        func cancel(_ task: URLSessionTask) {
            stop(task, CancellationError())
        }

        /// Stops a task whose exchange is not over, and no other.
        private func stop(_ task: URLSessionTask, _ error: any Error) {
            guard end(task, .failure(error)) else { return }
            DispatchQueue.global().async { task.cancel() }
        }

        /// Resumes whoever waits for an exchange, once.
        ///
        /// - Returns: whether somebody still waited.
        @discardableResult
        private func end(_ task: URLSessionTask, _ result: Result<HTTPResponse, any Error>) -> Bool {
            guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
                return false
            }
            exchange.continuation.resume(with: result)
            return true
        }

        private func cutOff(_ task: URLSessionTask, _ request: HTTPRequest) {
            stop(task, HTTPError.tooLarge(host: request.host, limit: request.sizeLimit))
        }

        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
        ) {
            guard let request = note(head: response, of: dataTask) else { return completionHandler(.cancel) }
            if response.expectedContentLength > Int64(request.sizeLimit) { cutOff(dataTask, request) }
            completionHandler(.allow)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let number = dataTask.taskIdentifier
            let excessive = exchanges.withLock { exchanges -> HTTPRequest? in
                guard let request = exchanges[number]?.request, let size = exchanges[number]?.body.count else {
                    return nil
                }
                if size + data.count > request.sizeLimit { return request }
                exchanges[number]?.body.append(data)
                return nil
            }
            if let excessive { cutOff(dataTask, excessive) }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            // The redirect itself is the answer; `Redirect` decides what becomes of it.
            _ = note(head: response, of: task)
            completionHandler(nil)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            // A redirect without a usable address is passed on by nobody; what the task keeps of it is its head.
            if let head = task.response { _ = note(head: head, of: task) }
            guard let exchange = exchanges.withLock({ $0[task.taskIdentifier] }) else { return }
            // A proxy that wants a password before it makes a tunnel is a failure to the session, with the proxy's head.
            if let head = exchange.head, error == nil || Redirect.statuses.contains(head.status) || head.status == 407 {
                end(task, .success(HTTPResponse(status: head.status, headers: head.headers, body: exchange.body)))
            } else if let error {
                end(task, .failure(TransportFailure.describe(error, exchange.request, exchange.head)))
            } else {
                let reason = "the answer is not HTTP"
                end(task, .failure(HTTPError.connectionFailed(host: exchange.request.host, reason: reason)))
            }
        }

        private func note(head: URLResponse, of task: URLSessionTask) -> HTTPRequest? {
            guard let head = head as? HTTPURLResponse else { return nil }
            let fields = head.allHeaderFields.compactMap { name, value -> (key: String, value: String)? in
                guard let name = name as? String else { return nil }
                return (key: name, value: String(describing: value))
            }
            return exchanges.withLock { exchanges in
                exchanges[task.taskIdentifier]?.head = HTTPResponse(
                    status: head.statusCode, headers: HTTPHeaders(fields))
                return exchanges[task.taskIdentifier]?.request
            }
        }
    }
#endif
