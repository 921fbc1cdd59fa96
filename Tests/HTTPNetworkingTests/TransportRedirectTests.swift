import Foundation
import HTTPNetworking
import LoopbackServer
import Testing

@Suite("Redirects over the network", .timeLimit(.minutes(2)))
struct TransportRedirectTests {
    let transport = NetworkTransport(userAgent: "tests")
    let host = "127.0.0.1"

    @Test("a redirect without a usable address is an answer with its status", arguments: [301, 302, 303, 307, 308])
    func redirectNowhere(_ status: Int) async throws {
        for headers in [[:], ["Location": ""]] {
            let server = try LoopbackServer(always: .answer(status: status, headers: headers))
            let response = try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
            #expect(response.status == status)
            #expect(server.requests.count == 1)
        }
    }

    @Test("a long address of a redirect is shown shortened")
    func longRedirect() async throws {
        let server = try LoopbackServer(always: .redirect(to: "ftp://a/" + String(repeating: "b", count: 30_000)))
        let error = await #expect(throws: HTTPError.self) {
            try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
        }
        #expect(try #require(error).description.count < 400)
    }

    @Test("a redirect within the host is followed with all headers")
    func redirectAtHome() async throws {
        let server = try LoopbackServer { request, _ in
            request.target == "/new" ? .text("{}") : .redirect(to: "/new")
        }
        let request = HTTPRequest(.get, server.url("old"), headers: ["x-api-key": "0123456789"])
        #expect(try await transport.send(request, within: .seconds(600)).status == 200)
        #expect(server.requests.map(\.target) == ["/old", "/new"])
        #expect(server.requests.last?.headers["x-api-key"] == "0123456789")
    }

    @Test("a redirect to another host gets no credentials: the request does not go")
    func redirectAbroad() async throws {
        let other = try LoopbackServer(always: .text("{}"))
        let server = try LoopbackServer(always: .redirect(to: other.url("steal?q=topsecret").absoluteString))
        for request in [
            HTTPRequest(.get, server.baseURL, headers: ["X-API-Key": "topsecret"]),
            HTTPRequest(.get, server.url("v2/topsecret"), secrets: ["topsecret"]),
            HTTPRequest(.get, server.url("a?apikey=topsecret")),
        ] {
            await #expect(
                throws: HTTPError.redirectRefused(
                    host: "\(host):\(server.port)", target: "\(other.baseURL)steal?q=***")
            ) {
                try await transport.send(request, within: .seconds(600))
            }
        }
        #expect(other.requests.isEmpty)
    }

    @Test("a redirect to another host is followed without credentials to protect, and without headers")
    func redirectOpen() async throws {
        let other = try LoopbackServer(always: .text("{}"))
        let server = try LoopbackServer(always: .redirect(to: other.url("new").absoluteString))
        let request = HTTPRequest(.get, server.baseURL, headers: ["X-Thing": "a", "Accept": "text/csv"])
        #expect(try await transport.send(request, within: .seconds(600)).status == 200)
        #expect(other.requests.first?.headers["x-thing"] == nil)
        #expect(other.requests.first?.headers["accept"] == "text/csv")
    }

    @Test("redirects in a circle end")
    func redirectCircle() async throws {
        let server = try LoopbackServer(always: .redirect(to: "/again"))
        await #expect(
            throws: HTTPError.redirectRefused(host: "\(host):\(server.port)", target: "\(server.baseURL)again")
        ) {
            try await transport.send(HTTPRequest(.get, server.baseURL), within: .seconds(600))
        }
        #expect(server.requests.count == 6)
    }

    @Test("a POST is not sent on by a redirect that would turn it into another request")
    func redirectPost() async throws {
        let server = try LoopbackServer(always: .redirect(to: "/new"))
        await #expect(throws: HTTPError.redirectRefused(host: "\(host):\(server.port)", target: "/new")) {
            try await transport.send(HTTPRequest(.post, server.baseURL, body: Data("x".utf8)), within: .seconds(600))
        }
        #expect(server.requests.count == 1)
    }
}
