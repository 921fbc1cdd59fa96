import Foundation
import Logging
import LoopbackServer
import Models
import Testing

@testable import HTTPNetworking

/// Answers that repeat what lets the user in.
@Suite struct BodyRedactionTests {
    private static let secret = "SECRET1234567890"

    private static func client() -> HTTPClient {
        HTTPClient(
            transport: NetworkTransport(), cache: MemoryResponseCache(),
            limiter: RateLimiter(store: MemoryLimiterStateStore()), logger: Logger(label: "tests"))
    }

    @Test func `no answer brings a secret to its reader, in whatever form it is repeated`() async throws {
        let bytes = Data(Self.secret.utf8)
        let forms = [
            Self.secret, Self.secret.lowercased(), bytes.base64EncodedString(),
            Self.secret.utf8.map { "%" + String($0, radix: 16) }.joined(),
            Self.secret.utf8.map { String(format: #"\u%04x"#, $0) }.joined(),
        ]
        for form in forms {
            let server = try LoopbackServer(always: .text("before \(form) after"))
            let request = HTTPRequest(.get, server.url("x"), secrets: [Self.secret])
            let sent = try await Self.client().send(request, now: Date(timeIntervalSince1970: 0), deadline: .none)
            #expect(String(decoding: sent.body, as: UTF8.self) == "before *** after")
            let fetched = try await Self.client().fetch(
                request, cacheKey: "x", timeToLive: .seconds(1), now: Date(timeIntervalSince1970: 0), deadline: .none
            ) { String(decoding: $0.body, as: UTF8.self) }
            #expect(fetched.value == "before *** after")
        }
    }

    @Test func `a short secret changes no number`() async throws {
        let server = try LoopbackServer(always: .text(#"{"balance":"1234567","id":12}"#))
        let request = HTTPRequest(.get, server.url("x"), secrets: ["1234", "12", "7"])
        let sent = try await Self.client().send(request, now: Date(timeIntervalSince1970: 0), deadline: .none)
        #expect(String(decoding: sent.body, as: UTF8.self) == #"{"balance":"1234567","id":12}"#)
    }

    @Test func `a secret of a few letters goes where it stands alone, and no word is torn`() {
        let redactor = Redactor(secrets: ["a", "xy"])
        #expect(redactor.text("topic a failed at /a/ or xyz, xy.") == "topic *** failed at /***/ or xyz, ***.")
        #expect(Redactor(secrets: ["abcd"]).text("xabcdx") == "x***x")
    }

    @Test func `a long answer with a secret is read in little time`() {
        let body = Data((String(repeating: "{\"balance\":12345}", count: 20_000) + Self.secret).utf8)
        let start = ContinuousClock.now
        let redacted = Redactor(secrets: [Self.secret]).body(body)
        #expect(redacted.count == body.count - Self.secret.count + 3)
        #expect(start.duration(to: .now) < .seconds(20))
    }
}
