import Foundation
import HTTPNetworking
import LoopbackServer
import Testing

@Suite("Transport over the network", .timeLimit(.minutes(2)))
struct NetworkTransportTests {
    let transport = NetworkTransport(userAgent: "tests")
    let host = "127.0.0.1"

    @Test("an answer arrives with status, headers and body")
    func answer() async throws {
        let server = try LoopbackServer(always: .text(#"{"a":1}"#, status: 201, headers: ["X-Thing": "yes"]))
        let response = try await transport.send(
            HTTPRequest(
                .post, server.url("a/b?c=d%20e"), headers: ["X-API-Key": "k"], body: Data("body".utf8)),
            within: .seconds(600))
        #expect(response.status == 201)
        #expect(response.headers["x-thing"] == "yes")
        #expect(response.headers["CONTENT-TYPE"] == "application/json")
        #expect(response.body == Data(#"{"a":1}"#.utf8))
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.target == "/a/b?c=d%20e")
        #expect(request.headers["x-api-key"] == "k")
        #expect(request.headers["user-agent"] == "tests")
        #expect(request.body == Data("body".utf8))
    }

    @Test("a status that is no success is an answer too", arguments: [400, 404, 418, 429, 500, 503])
    func statuses(_ status: Int) async throws {
        let server = try LoopbackServer(always: .text("<html>sorry</html>", status: status, type: "text/html"))
        let response = try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
        #expect(response.status == status)
        #expect(response.body == Data("<html>sorry</html>".utf8))
    }

    @Test("a dripping answer ends with the time allowed, and the connection with it")
    func dripping() async throws {
        let server = try LoopbackServer(
            always: .dripping(body: Data(repeating: 0x20, count: 10_000), pauseMilliseconds: 20))
        let clock = ContinuousClock()
        let time = await clock.measure {
            await #expect(throws: HTTPError.timedOut(host: "\(host):\(server.port)")) {
                try await transport.send(HTTPRequest(.get, server.baseURL), within: .milliseconds(300))
            }
        }
        #expect(time >= .milliseconds(300) && time < .seconds(60))
        await server.waitUntilIdle()
    }

    @Test("a silent server ends with the time allowed, and the connection with it")
    func silence() async throws {
        let server = try LoopbackServer(always: .silence)
        let time = await ContinuousClock().measure {
            await #expect(throws: HTTPError.timedOut(host: "\(host):\(server.port)")) {
                try await transport.send(HTTPRequest(.get, server.baseURL), within: .milliseconds(300))
            }
        }
        #expect(time < .seconds(60))
        await server.waitUntilIdle()
    }

    @Test("cancelling ends the call at once, and the connection with it")
    func cancellation() async throws {
        let asked = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { _, _ in
            asked.continuation.yield()
            return .silence
        }
        let url = server.baseURL
        let call = Task { try await transport.send(HTTPRequest(.get, url), within: .seconds(600)) }
        for await _ in asked.stream { break }
        let time = await ContinuousClock().measure {
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
        }
        #expect(time < .seconds(60))
        await server.waitUntilIdle()
    }

    @Test("calls cancelled while their answers arrive, by transports that end with them, harm nothing")
    func cancelledOnArrival() async throws {
        let server = try LoopbackServer(always: .text("{}"))
        for round in 0..<150 {
            await withTaskGroup { group in
                let transport = NetworkTransport(userAgent: "tests")
                for place in 0..<8 {
                    group.addTask {
                        let call = Task {
                            try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
                        }
                        // About as long as an answer takes, so that some are late and some early.
                        for _ in 0..<(round * 4 + place) { await Task.yield() }
                        call.cancel()
                        // Whether the answer or the cancellation came first is left open.
                        _ = await call.result
                    }
                }
            }
        }
        let response = try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
        #expect(response.status == 200)
    }

    @Test("a call in a cancelled task sends nothing")
    func cancelledBefore() async throws {
        let server = try LoopbackServer(always: .text("{}"))
        let url = server.baseURL
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await transport.send(HTTPRequest(.get, url), within: .seconds(60))
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(server.requests.isEmpty)
    }

    @Test(
        "a broken connection is noticed at once, long before the time allowed",
        arguments: [
            Reply.reset, .resetAfter(body: Data("{\"a\":".utf8)),
            .truncated(body: Data("{\"a\":".utf8), announced: 1000), .raw(Data("\u{1}\u{2}garbage\r\n\r\n".utf8)),
            .raw(Data()),
        ])
    func broken(_ reply: Reply) async throws {
        let server = try LoopbackServer(always: reply)
        let time = await ContinuousClock().measure {
            let error = await #expect(throws: HTTPError.self) {
                try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
            }
            guard case .connectionFailed(host: "\(host):\(server.port)", _) = error else {
                Issue.record("\(reply) gave \(String(describing: error))")
                return
            }
        }
        #expect(time < .seconds(60))
    }

    @Test(
        "an answer whose head cannot be read is told as such",
        arguments: ["HTTP/1.1 abc OK", "HTTP/7.1 200 OK", "hello"])
    func unreadableHead(_ line: String) async throws {
        let server = try LoopbackServer(always: .raw(Data("\(line)\r\nContent-Length: 2\r\n\r\n{}".utf8)))
        let error = await #expect(throws: HTTPError.self) {
            try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
        }
        #expect(
            error
                == .connectionFailed(
                    host: "\(host):\(server.port)", reason: "the beginning of its answer cannot be read as HTTP"))
    }

    @Test("a status line with nothing behind the status is read", arguments: ["HTTP/1.1 200 ", "HTTP/1.1 200"])
    func emptyReason(_ line: String) async throws {
        let server = try LoopbackServer(always: .raw(Data("\(line)\r\nContent-Length: 2\r\n\r\n{}".utf8)))
        let response = try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
        #expect(response.status == 200 && response.body == Data("{}".utf8))
    }

    @Test("a port where nobody listens, and a host that does not exist, are failed connections")
    func unreachable() async throws {
        let port: UInt16
        do { port = try LoopbackServer(always: .reset).port }
        for address in ["http://127.0.0.1:\(port)/", "http://nowhere.invalid/"] {
            let error = await #expect(throws: HTTPError.self) {
                try await transport.send(HTTPRequest(.get, try #require(URL(string: address))), within: .seconds(20))
            }
            guard case .connectionFailed = error else {
                Issue.record("\(address) gave \(String(describing: error))")
                continue
            }
        }
    }

    @Test(
        "an address that is not http is refused", arguments: ["file:///etc/hostname", "ftp://a.b/c", "http:///x", "x"])
    func scheme(_ address: String) async throws {
        let url = try #require(URL(string: address))
        await #expect(throws: HTTPError.unusableURL(address)) {
            try await transport.send(HTTPRequest(.get, url), within: .seconds(5))
        }
    }

    @Test("a line break in a header value adds no header")
    func headerInjection() async throws {
        let server = try LoopbackServer(always: .text("{}"))
        let request = HTTPRequest(.get, server.baseURL, headers: ["X-API-Key": " key\r\nX-Other: b\n"])
        _ = try await transport.send(request, within: .seconds(600))
        #expect(server.requests.first?.headers["x-api-key"] == "keyX-Other: b")
        #expect(server.requests.first?.headers["x-other"] == nil)
    }

    @Test("cookies are neither kept nor sent, and nothing is answered from a cache")
    func stateless() async throws {
        let server = try LoopbackServer(
            always: .text(
                "{}", headers: ["Set-Cookie": "a=b; Path=/", "Cache-Control": "max-age=600", "ETag": "\"1\""]))
        for _ in 0..<2 {
            _ = try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
        }
        #expect(server.requests.count == 2)
        #expect(server.requests.allSatisfy { $0.headers["cookie"] == nil && $0.headers["if-none-match"] == nil })
    }

    @Test("offline opens no connection")
    func offline() async throws {
        let server = try LoopbackServer(always: .text("{}"))
        await #expect(throws: HTTPError.offline(host: "\(host):\(server.port)")) {
            try await OfflineTransport().send(HTTPRequest(.get, server.baseURL), within: .seconds(5))
        }
        #expect(server.requests.isEmpty)
    }
}
