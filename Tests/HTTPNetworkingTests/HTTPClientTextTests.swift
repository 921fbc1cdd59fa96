import Foundation
import Logging
import LoopbackServer
import Models
import Testing

@testable import HTTPNetworking

@Suite("HTTP client: what is logged and said")
struct HTTPClientTextTests {
    let parts = ClientParts()

    @Test("each attempt is logged in one line without secrets")
    func log() async throws {
        let url = try #require(URL(string: "https://api.test/v2/topsecret/price?apikey=other"))
        let request = HTTPRequest(.get, url, secrets: ["topsecret"])
        _ = try await parts.client(.answer(String(repeating: "x", count: 4123))).send(
            request, now: parts.time.now, deadline: .none)
        #expect(parts.log.lines == ["GET api.test/v2/***/price → 200 in 0 ms, 4.1 kB"])
    }

    @Test("a server that echoes the key leaks it neither into errors nor into the log")
    func echo() async throws {
        let server = try LoopbackServer { request, _ in
            .text(
                "bad key \(request.headers["x-api-key"] ?? ""), \(request.target), "
                    + Data("topsecretkey".utf8).base64EncodedString(), status: 401)
        }
        let client = parts.client(over: NetworkTransport())
        let request = HTTPRequest(
            .get, server.url("a?x=topsecretkey&token=abc"), headers: ["X-API-Key": "topsecretkey"])
        let error = await #expect(throws: HTTPError.self) {
            try await client.send(request, now: parts.time.now, deadline: .none)
        }
        #expect(
            error
                == .status(
                    host: request.host, code: 401, excerpt: "bad key ***, /a?x=***&token=***, ***"))
        #expect(!parts.log.lines.joined().contains("topsecret"))
    }

    @Test("errors are sentences that name the host and say what to do")
    func sentences() {
        let errors: [HTTPError] = [
            .timedOut(host: "h.test"), .tooLarge(host: "h.test", limit: 5),
            .connectionFailed(host: "h.test", reason: "r"),
            .status(host: "h.test", code: 404, excerpt: "e"), .status(host: "h.test", code: 407, excerpt: "auth"),
            .status(host: "h.test", code: 503, excerpt: ""),
            .rateLimited(host: "h.test", retryAfter: .seconds(5)), .rateLimited(host: "h.test", retryAfter: nil),
            .redirectRefused(host: "h.test", target: "t"), .unusableURL("h.test"),
        ]
        for error in errors {
            #expect(error.description.contains("h.test"))
            #expect(error.description.hasSuffix("."))
        }
        #expect(
            HTTPError.status(host: "h", code: 407, excerpt: "auth").description
                == "The proxy before h answered with status 407 (it wants a name and a password): auth. "
                + "Check the proxy variables http_proxy and https_proxy.")
        #expect(
            HTTPError.rateLimited(host: "h", retryAfter: .milliseconds(1500)).description
                == "h gets no further request for 2 s. Try again after that.")
    }
}
