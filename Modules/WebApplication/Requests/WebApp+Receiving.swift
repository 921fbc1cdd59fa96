package import HTTPTypes
import WebPages

extension WebApp {
    /// The most bytes of the body of a request without a file.
    private static let mostBody = 256 * 1024
    /// The most bytes of the address of a request.
    private static let mostTarget = 8 * 1024

    /// The response to a request as it is received, with the headers that every response has, and the pattern of its address for the log.
    ///
    /// - Parameters:
    ///   - body: its bytes, read only when somebody who may send them sends them, and within the limits.
    ///   - peer: the address of the connection; nil for a socket of files.
    package func respond<Body: AsyncSequence>(
        to head: HTTPRequest, body: Body, peer: String?
    ) async -> (answer: WebResponse, pattern: String) where Body.Element == [UInt8] {
        var (answer, pattern) = await received(head, body, peer)
        SafeHeaders.add(to: &answer.headers)
        if head.method == .head { answer.headers[.contentLength] = "\(answer.body.count)" }
        if head.method == .head || answer.status == .notModified { answer.body = [] }
        return (answer, pattern)
    }

    /// The most bytes of a request's body.
    package func mostBodyBytes(of head: HTTPRequest) -> Int {
        WebRequest(method: head.method, target: policy.place.own(head.path ?? ""), headers: head.headerFields)
            .flatMap(mostUploadBytes) ?? Self.mostBody
    }

    private func received<Body: AsyncSequence>(
        _ head: HTTPRequest, _ body: Body, _ peer: String?
    ) async -> (WebResponse, String) where Body.Element == [UInt8] {
        let headers = head.headerFields
        // Before anything else is read: a name that leads here by somebody else's doing.
        if let refusal = policy.refusal(host: head.authority, headers) {
            return (.text(refusal.status, refusal.message + "\n"), "(refused)")
        }
        let target = policy.place.own(head.path ?? "")
        guard target.utf8.count <= Self.mostTarget else {
            return (.text(.uriTooLong, "The address is too long.\n"), "(refused)")
        }
        guard let bare = WebRequest(method: head.method, target: target, headers: headers, peer: peer) else {
            guard target.hasPrefix("/api/"), let place = WebRequest(method: .get, target: "/api/v1", headers: headers)
            else {
                return (.text(.badRequest, "The address cannot be read.\n"), "(refused)")
            }
            return (await errorPage(WebProblem.query, place), "(refused)")
        }
        let codings = headers[values: .transferEncoding].joined(separator: ", ")
        guard codings.isEmpty || codings.lowercased() == "chunked" else {
            return await refused(.coding(codings), bare)
        }
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > mostBodyBytes(of: head) {
            return await refused(.tooLarge, bare)
        }
        guard [.post, .put, .patch, .delete].contains(head.method) else { return await answer(bare) }
        do {
            if let receiver = try await receiver(bare) {
                return await answer(try await Self.receive(body, receiver))
            }
            let bytes = try await Self.collect(body)
            guard
                let whole = WebRequest(
                    method: head.method, target: target, headers: headers, body: bytes, peer: peer)
            else { return await refused(.query, bare) }
            return await answer(whole)
        } catch {
            // A body that does not follow HTTP cannot be read.
            return await refused(error as? WebProblem ?? .malformed, bare)
        }
    }

    private func refused(_ problem: WebProblem, _ bare: WebRequest) async -> (WebResponse, String) {
        var answer = await errorPage(problem, bare)
        // The rest of the connection belongs to no request.
        answer.headers[.connection] = "close"
        return (answer, "(refused)")
    }

    /// The bytes of a body without a file.
    ///
    /// - Throws: ``WebProblem/tooLarge``, errors of the connection.
    private static func collect<Body: AsyncSequence>(_ body: Body) async throws -> [UInt8]
    where Body.Element == [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in body {
            bytes += piece
            guard bytes.count <= mostBody else { throw WebProblem.tooLarge }
        }
        return bytes
    }

    /// The request with the file that it brings.
    ///
    /// - Throws: ``WebProblem``, errors of the connection.
    private static func receive<Body: AsyncSequence>(
        _ body: Body, _ receiver: UploadReceiver
    ) async throws -> WebRequest where Body.Element == [UInt8] {
        do {
            for try await piece in body { try await receiver.take(piece) }
            return try await receiver.finish()
        } catch {
            await receiver.discard()
            throw error
        }
    }
}
