import Foundation
import HTTPNetworking
import LoopbackServer
import Testing

/// What is made of the heads of answers, and what of requests goes over the wire.
@Suite("Heads of answers and requests", .timeLimit(.minutes(2)))
struct HeadTests {
    private let transport = NetworkTransport(userAgent: "tests")

    private func answer(to raw: String) async throws -> HTTPResponse {
        let server = try LoopbackServer(always: .raw(Data(raw.replacing("\n", with: "\r\n").utf8)))
        return try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
    }

    @Test("fields with one name are one, in any letter case and with any space around their values")
    func repeatedFields() async throws {
        let response = try await answer(
            to: "HTTP/1.1 200 OK\nX-Limit: 10\nx-limit:20  \nX-Empty:\nX-Colon: a: b\nContent-Length: 2\n\n{}")
        #expect(response.headers["x-limit"] == "10, 20")
        #expect(response.headers["X-EMPTY"] == "")
        #expect(response.headers["x-colon"] == "a: b")
        #expect(response.body == Data("{}".utf8))
    }

    @Test("an interim answer is not the answer, and its fields are not the answer's")
    func interim() async throws {
        let response = try await answer(
            to: "HTTP/1.1 103 Early Hints\nX-Early: 1\n\nHTTP/1.1 201 Created\nX-Late: 2\nContent-Length: 2\n\n{}")
        #expect(response.status == 201)
        #expect(response.headers["x-early"] == nil && response.headers["x-late"] == "2")
    }

    @Test("a body in pieces is put together, whatever follows it")
    func chunks() async throws {
        let response = try await answer(
            to: "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n3\n{\"a\n4\n\":1}\n0\nX-Trailer: HTTP/1.1 500 no\n\n")
        #expect(response.status == 200)
        #expect(response.body == Data("{\"a\":1}".utf8))
        #expect(response.headers["x-trailer"] == nil)
    }

    @Test("an answer without a body is complete", arguments: [204, 304])
    func withoutBody(_ status: Int) async throws {
        let response = try await answer(to: "HTTP/1.1 \(status) Nothing\nETag: \"1\"\n\n")
        #expect(response.status == status && response.body.isEmpty)
        #expect(response.headers["etag"] == "\"1\"")
    }

    @Test("a POST sends its body, also an empty one and a large one, without asking first")
    func bodies() async throws {
        let server = try LoopbackServer(always: .text("{}"))
        for body in [nil, Data(), Data([0, 10, 255]), Data(repeating: 0x41, count: 3 << 20)] {
            let request = HTTPRequest(.post, server.baseURL, headers: ["Content-Type": "text/plain"], body: body)
            #expect(try await transport.send(request, within: .seconds(600)).status == 200)
            let received = try #require(server.requests.last)
            #expect(received.method == "POST" && received.body == body ?? Data())
            #expect(received.headers["expect"] == nil && received.headers["content-type"] == "text/plain")
        }
    }

    @Test("a field without a value and a name of one's own for the program are sent")
    func fields() async throws {
        let server = try LoopbackServer(always: .text("{}"))
        let request = HTTPRequest(.get, server.baseURL, headers: ["X-Empty": "", "User-Agent": "mine"])
        _ = try await transport.send(request, within: .seconds(600))
        #expect(server.requests.first?.headers["x-empty"] == "")
        #expect(server.requests.first?.headers["user-agent"] == "mine")
    }

    @Test("many at once over one transport each get their own answer")
    func many() async throws {
        let server = try LoopbackServer { request, _ in .text(request.target) }
        let answers = try await withThrowingTaskGroup(of: (Int, Data).self) { group in
            for number in 0..<60 {
                group.addTask {
                    let request = HTTPRequest(.get, server.url("\(number)"))
                    return (number, try await transport.send(request, within: .seconds(600)).body)
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers == Dictionary(uniqueKeysWithValues: (0..<60).map { ($0, Data("/\($0)".utf8)) }))
    }
}
