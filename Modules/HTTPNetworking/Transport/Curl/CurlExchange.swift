#if !canImport(Darwin)
    import CCurl
    import Foundation
    import Synchronization

    /// One request and what has come of its answer so far, filled by libcurl on the thread of the exchange.
    final class CurlExchange: Sendable {
        private struct State {
            /// Nil before the exchange begins, and once it is known how it ends.
            var continuation: CheckedContinuation<HTTPResponse, any Error>?
            var isOver = false
            /// The address of the connection that is used, as long as it is.
            var connection: UInt?
            var head: HTTPResponse?
            /// Whether what comes of a head belongs to a new one.
            var isHeadComplete = true
            var fields: [(key: String, value: String)] = []
            /// Apart from the head, so that nothing else holds it while it grows: each piece would copy all before it.
            var body = Data()
        }

        let request: HTTPRequest
        private let state = Mutex(State())

        init(_ request: HTTPRequest) {
            self.request = request
        }

        /// Notes who waits for the answer.
        ///
        /// - Returns: whether the exchange is still to be carried out.
        func begin(_ continuation: CheckedContinuation<HTTPResponse, any Error>) -> Bool {
            let isOver = state.withLock { state in
                if !state.isOver { state.continuation = continuation }
                return state.isOver
            }
            // Cancelled before.
            if isOver { continuation.resume(throwing: CancellationError()) }
            return !isOver
        }

        /// Gives up without waiting for libcurl to notice.
        func cancel() { end(.failure(CancellationError())) }

        /// Resumes whoever waits for the answer, once, and lets libcurl go on to other work.
        private func end(_ result: Result<HTTPResponse, any Error>) {
            let continuation = state.withLock { state in
                state.isOver = true
                if let connection = state.connection { ccurl_wake(UnsafeMutableRawPointer(bitPattern: connection)) }
                return state.continuation.take()
            }
            continuation?.resume(with: result)
        }

        // MARK: - On the exchange's thread

        /// Whether nobody waits any more.
        var isOver: Bool { state.withLock { $0.isOver } }

        /// Carries out the exchange over a connection and tells how it ended.
        ///
        /// - Returns: whether the connection can be used again.
        func perform(over connection: UnsafeMutableRawPointer, fields: [String]) -> Bool {
            state.withLock { $0.connection = UInt(bitPattern: connection) }
            let (code, message) = send(over: connection, fields)
            state.withLock { $0.connection = nil }
            end(result(code, message))
            return code == 0
        }

        /// Ends an exchange for which there is no connection.
        func fail() { end(.failure(TransportFailure.describe(Int32(ccurl_no_library), "", request, nil))) }

        private func send(over connection: UnsafeMutableRawPointer, _ fields: [String]) -> (Int32, String) {
            let lines: [UnsafeMutablePointer<CChar>?] = fields.map { strdup($0) }
            defer { for line in lines { free(line) } }
            let pointers = lines.compactMap { $0.map { UnsafePointer($0) } } + [nil]
            // A request to submit nothing submits an empty body.
            let body = request.method == .get ? nil : request.body ?? Data()
            var message = [CChar](repeating: 0, count: 256)
            let code = request.url.absoluteString.withCString { url in
                pointers.withUnsafeBufferPointer { fields in
                    Self.withBytes(of: body) { bytes in
                        var exchange = ccurl_exchange()
                        exchange.url = url
                        exchange.body = bytes
                        exchange.body_size = Int64(body?.count ?? 0)
                        exchange.fields = fields.baseAddress
                        exchange.context = Unmanaged.passUnretained(self).toOpaque()
                        exchange.take_head = { bytes, size, count, context in
                            CurlExchange.of(context)?.takeHead(bytes, size * count) ?? 0
                        }
                        exchange.take_body = { bytes, size, count, context in
                            CurlExchange.of(context)?.takeBody(bytes, size * count) ?? 0
                        }
                        exchange.is_over = { CurlExchange.of($0)?.isOver == false ? 0 : 1 }
                        return ccurl_perform(connection, &exchange, &message)
                    }
                }
            }
            return (code, String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }

        private static func withBytes<Value>(of body: Data?, _ use: (UnsafeRawPointer?) -> Value) -> Value {
            guard let body else { return use(nil) }
            // An address is what tells an empty body from none.
            return (body + [0]).withUnsafeBytes { use($0.baseAddress) }
        }

        /// The exchange that `send` handed to libcurl.
        private static func of(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
            context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Takes a line of a head: of an answer, of an interim one before it, or of a proxy's.
        private func takeHead(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
            let line = Self.text(bytes, count)
            let excess = state.withLock { state -> Bool in
                if state.isHeadComplete, line.hasPrefix("HTTP/") {
                    let status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                    (state.head, state.fields, state.isHeadComplete) = (HTTPResponse(status: status), [], false)
                } else if line.isEmpty, !state.isHeadComplete {
                    state.head?.headers = HTTPHeaders(Self.joined(state.fields))
                    state.isHeadComplete = true
                    let announced = state.head?.headers["content-length"].flatMap { Int($0) } ?? 0
                    return announced > request.sizeLimit
                } else if !state.isHeadComplete, let colon = line.firstIndex(of: ":") {
                    state.fields.append((String(line[..<colon]), String(line[line.index(after: colon)...])))
                }
                return false
            }
            if excess { cutOff() }
            return excess ? 0 : count
        }

        private func takeBody(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> Int {
            guard let bytes else { return count }
            let isTaken = state.withLock { state in
                guard !state.isOver, state.body.count + count <= request.sizeLimit else { return false }
                bytes.withMemoryRebound(to: UInt8.self, capacity: count) { state.body.append($0, count: count) }
                return true
            }
            if !isTaken { cutOff() }
            return isTaken ? count : 0
        }

        private func cutOff() { end(.failure(HTTPError.tooLarge(host: request.host, limit: request.sizeLimit))) }

        private func result(_ code: Int32, _ message: String) -> Result<HTTPResponse, any Error> {
            let (head, body) = state.withLock { ($0.head, $0.body) }
            // A proxy that wants a password before it makes a tunnel is a failure to libcurl, with the proxy's head.
            if var answer = head, code == 0 || Redirect.statuses.contains(answer.status) || answer.status == 407 {
                answer.body = body
                return .success(answer)
            }
            guard code != 0 else {
                return .failure(HTTPError.connectionFailed(host: request.host, reason: TransportFailure.notHTTP))
            }
            return .failure(TransportFailure.describe(code, message, request, head))
        }

        private static func text(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
            let bytes = UnsafeRawBufferPointer(start: bytes, count: count)
            let line = String(decoding: bytes, as: UTF8.self)
            return line.trimmingCharacters(in: .newlines)
        }

        /// Fields with one name as one, as RFC 9110 reads them.
        private static func joined(_ fields: [(key: String, value: String)]) -> [(key: String, value: String)] {
            var values: [String: String] = [:]
            for (key, value) in fields {
                let (name, value) = (key.lowercased(), value.trimmingCharacters(in: .whitespaces))
                values[name] = values[name].map { "\($0), \(value)" } ?? value
            }
            return values.map { ($0.key, $0.value) }
        }
    }
#endif
