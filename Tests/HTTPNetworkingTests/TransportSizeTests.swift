import Foundation
import HTTPNetworking
import LoopbackServer
import Testing

@Suite("Sizes of answers over the network", .timeLimit(.minutes(2)))
struct TransportSizeTests {
    let transport = NetworkTransport(userAgent: "tests")
    let host = "127.0.0.1"

    @Test("an answer of exactly the limit is taken, one byte more is not", arguments: [true, false])
    func sizeLimit(announced: Bool) async throws {
        let server = try LoopbackServer { request, _ in
            .stream(byteCount: request.target == "/fits" ? 100_000 : 100_001, announced: announced)
        }
        let fits = HTTPRequest(.get, server.url("fits"), sizeLimit: 100_000)
        #expect(try await transport.send(fits, within: .seconds(600)).body.count == 100_000)
        await #expect(throws: HTTPError.tooLarge(host: "\(host):\(server.port)", limit: 100_000)) {
            try await transport.send(
                HTTPRequest(.get, server.url("passes"), sizeLimit: 100_000), within: .seconds(600))
        }
    }

    @Test(
        "a body without end or of 1 GB is cut off as it streams, in bounded memory",
        arguments: [(1 << 30, true), (1 << 30, false), (nil, false)] as [(Int?, Bool)])
    func hugeBody(_ count: Int?, announced: Bool) async throws {
        let server = try LoopbackServer(always: .stream(byteCount: count, announced: announced))
        let before = try Memory.peak()
        await #expect(
            throws: HTTPError.tooLarge(host: "\(host):\(server.port)", limit: HTTPRequest.usualSizeLimit)
        ) {
            try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(60))
        }
        // The rest is thrown away, and the transport goes on to serve this server and others.
        let other = try LoopbackServer(always: .text("{}"))
        #expect(try await transport.send(HTTPRequest(.get, other.baseURL), within: .seconds(600)).status == 200)
        await server.waitUntilIdle()
        #expect(try Memory.peak() - before < 200 << 20)
    }

    @Test("the limit counts what a compressed answer becomes")
    func compressed() async throws {
        // 200 000 times the digit 0.
        let zeros =
            "H4sIAAAAAAACA+3BMQEAAADCoErrn84M/kABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAK8BlH0jNkANAwA="
        let body = try #require(Data(base64Encoded: zeros))
        let server = try LoopbackServer(always: .answer(headers: ["Content-Encoding": "gzip"], body: body))
        let fits = HTTPRequest(.get, server.baseURL, sizeLimit: 200_000)
        #expect(try await transport.send(fits, within: .seconds(600)).body == Data(repeating: 0x30, count: 200_000))
        await #expect(throws: HTTPError.tooLarge(host: "\(host):\(server.port)", limit: 199_999)) {
            try await transport.send(HTTPRequest(.get, server.baseURL, sizeLimit: 199_999), within: .seconds(600))
        }
    }
}
