import Crypto
import Foundation
import LoopbackServer
import Notifications
import PluginKit
import Testing

@testable import NotificationChannels

/// What servers get, byte by byte where it matters.
struct HTTPChannelTests {
    private func sent(_ name: String, _ settings: (URL) -> [String: RawSetting]) async throws -> ReceivedRequest {
        let server = try LoopbackServer(always: .text(#"{"ok":true}"#))
        let channel = try await channel(name, settings(server.baseURL))
        #expect(await failure(of: channel) == nil)
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1 && request.method == "POST")
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["idempotency-key"] == hostileID)
        #expect(!request.headers.values.contains { $0.contains("Car") || $0.contains("eve") })
        return request
    }

    @Test func `ntfy gets a topic, a priority and tags`() async throws {
        let request = try await sent("ntfy") {
            [
                "notifications.ntfy.baseURL": .text($0.absoluteString), "notifications.ntfy.topic": .text("mine"),
                "notifications.ntfy.token": .text("tk_secret"),
            ]
        }
        #expect(request.target == "/" && request.headers["authorization"] == "Bearer tk_secret")
        #expect(
            request.json == [
                "topic": "mine", "title": cleanTitle, "message": hostile.body, "priority": 4,
                "tags": ["monthly_payment"],
            ] as NSDictionary)
    }

    @Test func `gotify gets plain text under its token`() async throws {
        let request = try await sent("gotify") {
            [
                "notifications.gotify.baseURL": .text($0.absoluteString), "notifications.gotify.token": .text("Atoken"),
            ]
        }
        #expect(request.target == "/message" && request.headers["x-gotify-key"] == "Atoken")
        #expect(
            request.json == [
                "title": cleanTitle, "message": hostile.body, "priority": 7,
                "extras": ["client::display": ["contentType": "text/plain"]],
            ] as NSDictionary)
    }

    @Test func `telegram gets text without a parse mode`() async throws {
        let request = try await sent("telegram") {
            [
                "notifications.telegram.baseURL": .text($0.absoluteString),
                "notifications.telegram.token": .text("123:abc"), "notifications.telegram.chat": .text("42"),
            ]
        }
        #expect(request.target == "/bot123:abc/sendMessage")
        #expect(
            request.json == [
                "chat_id": "42", "text": "\(cleanTitle)\n\(hostile.body)", "disable_notification": false,
                "link_preview_options": ["is_disabled": true],
            ] as NSDictionary)
    }

    @Test(arguments: ["key of mine", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
    func `a webhook can check who sent it`(secret: String) async throws {
        let request = try await sent("webhook") {
            [
                "notifications.webhook.url": .text($0.absoluteString + "hooks/7"),
                "notifications.webhook.secret": .text(secret),
            ]
        }
        #expect(request.target == "/hooks/7" && request.headers["webhook-id"] == hostileID)
        #expect(request.headers["webhook-timestamp"] == "1780000000")
        let key =
            secret.hasPrefix("whsec_")
            ? try #require(Data(base64Encoded: String(secret.dropFirst(6)))) : Data(secret.utf8)
        let signed = Data("\(hostileID).1780000000.".utf8) + request.body
        let signature = try #require(request.headers["webhook-signature"])
        let code = try #require(Data(base64Encoded: String(signature.dropFirst(3))))
        #expect(signature.hasPrefix("v1,"))
        #expect(
            HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: SymmetricKey(data: key)))
        #expect((request.json?["data"] as? NSDictionary)?["title"] as? String == cleanTitle)
    }

    @Test func `the published example of a signature is met`() throws {
        // RFC 4231, test case 2.
        let code = try hmacSHA256(key: Data("Jefe".utf8), message: Data("what do ya want for nothing?".utf8))
        #expect(
            code.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    // MARK: - Failures

    private func ntfy(_ address: String, timeout: String = "20s") async throws -> any NotificationChannel {
        try await channel(
            "ntfy",
            [
                "notifications.ntfy.baseURL": .text(address), "notifications.ntfy.topic": .text("secrettopic"),
                "notifications.ntfy.token": .text("tk_topsecret"), "notifications.timeout": .text(timeout),
            ])
    }

    @Test(arguments: [500, 503, 401, 403, 404, 302])
    func `a status that is no success was not taken, and what the server says shows no secret`(status: Int) async throws
    {
        let server = try LoopbackServer(always: .text("no tk_topsecret for secrettopic", status: status))
        let failure = await failure(of: try await ntfy(server.baseURL.absoluteString))
        guard case .notTaken(let reason, nil) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(reason.contains("status \(status)") && !reason.contains("topsecret") && !reason.contains("secrettopic"))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [400, 413, 422])
    func `a message that is refused for what it is says so`(status: Int) async throws {
        let server = try LoopbackServer(always: .text("too long: tk_topsecret", status: status))
        let failure = await failure(of: try await ntfy(server.baseURL.absoluteString))
        guard case .refused(let reason) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(reason.contains("status \(status)") && !reason.contains("topsecret"))
    }

    @Test(arguments: ["ntfy", "gotify", "telegram"])
    func `an address to which nothing can be added is refused`(name: String) async throws {
        await #expect(throws: (any Error).self) {
            let made = try await channel(
                name,
                [
                    "notifications.\(name).baseURL": .text("http://host.invalid?x=y"),
                    "notifications.ntfy.topic": .text("topic"), "notifications.gotify.token": .text("token"),
                    "notifications.telegram.token": .text("123:abc"), "notifications.telegram.chat": .text("1"),
                ])
            try await made.send(hostile, call)
        }
    }

    @Test func `a topic of one letter tears no word apart`() async throws {
        let closed = try LoopbackServer(always: .text("")).baseURL
        let channel = try await channel(
            "ntfy",
            ["notifications.ntfy.baseURL": .text(closed.absoluteString), "notifications.ntfy.topic": .text("a")])
        guard case .notTaken(let reason, nil) = await failure(of: channel) else {
            Issue.record("taken")
            return
        }
        #expect(reason.contains("failed") && !reason.contains("***"), "\(reason)")
    }

    @Test func `429 says how long to wait`() async throws {
        let server = try LoopbackServer(always: .text("", status: 429, headers: ["Retry-After": "540"]))
        let failure = await failure(of: try await ntfy(server.baseURL.absoluteString))
        guard case .notTaken(_, .seconds(540)?) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test func `what is refused or not found was not taken`() async throws {
        let closed = try LoopbackServer(always: .text("")).baseURL
        for address in [closed.absoluteString, "http://no-such-host.invalid/"] {
            let failure = await failure(of: try await ntfy(address))
            guard case .notTaken = failure else {
                Issue.record("\(address): \(String(describing: failure))")
                continue
            }
        }
    }

    @Test(arguments: [
        Reply.reset, .truncated(body: Data("x".utf8), announced: 100), .raw(Data("nonsense\r\n\r\n".utf8)),
    ])
    func `a broken answer leaves open whether it was taken`(reply: Reply) async throws {
        let server = try LoopbackServer(always: reply)
        let failure = await failure(of: try await ntfy(server.baseURL.absoluteString))
        guard case .uncertain = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(server.requests.count == 1)
    }

    @Test func `silence leaves it open too`() async throws {
        let server = try LoopbackServer(always: .silence)
        let failure = await failure(of: try await ntfy(server.baseURL.absoluteString, timeout: "300ms"))
        guard case .uncertain = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    @Test(arguments: [
        ("ntfy", "notifications.ntfy.topic"), ("gotify", "notifications.gotify.baseURL"),
        ("telegram", "notifications.telegram.token"), ("webhook", "notifications.webhook.url"),
        ("email", "notifications.email.from"), ("exec", "notifications.exec.command"),
    ])
    func `a channel without its settings says so, and stops no other`(name: String, setting: String) async throws {
        let channel = try await channel(name, [:])
        guard case .notTaken(let reason, nil) = await failure(of: channel),
            case .failed = await (channel as? any HealthCheckable)?.health(call)
        else {
            Issue.record("\(name)")
            return
        }
        #expect(channel.name == name && reason.contains(setting))
    }
}
