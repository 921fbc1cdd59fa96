#if !canImport(Darwin)
    import CCurl
    import Foundation
    import Synchronization

    /// Exchanges with one server, by libcurl: each on a thread of its own, as libcurl waits for its server, over connections that
    /// are kept for the next ones.
    final class HostSession: Sendable {
        private struct State {
            /// The addresses of connections that nobody uses.
            var idle: [UInt] = []
            var isRetired = false
        }

        /// More than that at one time are rare, and each takes a place of the server's.
        private static let mostIdle = 8

        private let state = Mutex(State())

        deinit { retire() }

        /// Carries out one exchange, whatever its status.
        ///
        /// - Throws: `HTTPError`, or `CancellationError` at once when the task is cancelled.
        func exchange(_ request: HTTPRequest, userAgent: String) async throws -> HTTPResponse {
            let exchange = CurlExchange(request)
            let fields = Self.fields(of: request, userAgent: userAgent)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    guard exchange.begin(continuation) else { return }
                    Thread.detachNewThread { self.perform(exchange, fields) }
                }
            } onCancel: {
                exchange.cancel()
            }
        }

        private func perform(_ exchange: CurlExchange, _ fields: [String]) {
            guard let connection = take() else { return exchange.fail() }
            keep(connection, exchange.perform(over: connection, fields: fields))
        }

        /// The lines of the head that are ours to say.
        private static func fields(of request: HTTPRequest, userAgent: String) -> [String] {
            var headers = request.headers
            headers["user-agent"] = headers["user-agent"] ?? userAgent
            // libcurl takes a field without a value for one that is to be left out, unless a semicolon says otherwise.
            let fields = headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
            // It waits a second for permission to send a large body, which few servers give.
            return fields + ["Expect:"]
        }

        private func take() -> UnsafeMutableRawPointer? {
            let idle = state.withLock { $0.idle.popLast() }
            return idle.flatMap { UnsafeMutableRawPointer(bitPattern: $0) } ?? ccurl_open()
        }

        private func keep(_ connection: UnsafeMutableRawPointer, _ isUsable: Bool) {
            let isKept = state.withLock { state in
                guard isUsable, !state.isRetired, state.idle.count < Self.mostIdle else { return false }
                state.idle.append(UInt(bitPattern: connection))
                return true
            }
            if !isKept { ccurl_close(connection) }
        }

        /// Takes no more requests; those under way go on.
        func retire() {
            let idle = state.withLock { state in
                state.isRetired = true
                return state.idle.take()
            }
            for address in idle { ccurl_close(UnsafeMutableRawPointer(bitPattern: address)) }
        }
    }

    extension Array {
        /// Returns its contents and leaves it empty.
        fileprivate mutating func take() -> [Element] {
            defer { self = [] }
            return self
        }
    }
#endif
