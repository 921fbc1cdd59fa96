import Foundation
import Logging
import LoopbackServer
import Models
import Testing

@testable import HTTPNetworking

@Suite("HTTP client")
struct HTTPClientTests {
    let parts = ClientParts()

    private func request(_ path: String = "a") throws -> HTTPRequest {
        HTTPRequest(.get, try #require(URL(string: "https://api.test/\(path)")), secrets: ["topsecret"])
    }

    private func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    private func fetch(
        _ client: HTTPClient, key: String = "k", timeToLive: Duration = .seconds(300), by deadline: Deadline? = nil,
        at time: TestTime? = nil
    ) async throws -> CachedAnswer<String> {
        try await client.fetch(
            try request(), cacheKey: key, timeToLive: timeToLive, now: (time ?? parts.time).now,
            deadline: deadline ?? parts.deadline()
        ) { text($0) }
    }

    // MARK: - Cache

    @Test("live, then cached until the time to live is over, then live again")
    func cache() async throws {
        let client = parts.client(.answer("1"), .answer("2"))
        let start = parts.time.now
        #expect(try await fetch(client) == CachedAnswer(value: "1", state: .live, fetchedAt: start))
        parts.time.advance(by: 299)
        #expect(try await fetch(client) == CachedAnswer(value: "1", state: .cached, fetchedAt: start))
        parts.time.advance(by: 1)
        #expect(try await fetch(client) == CachedAnswer(value: "2", state: .live, fetchedAt: parts.time.now))
        #expect(await parts.transport.requests.count == 2)
    }

    @Test("a second run within five seconds answers from the cache, whatever the time to live")
    func secondRun() async throws {
        let first = try await fetch(parts.client(.answer("1")), timeToLive: .zero)
        parts.time.advance(by: 2)
        let second = try await fetch(parts.client(.answer("2")), timeToLive: .zero)
        #expect(second.value == "1")
        #expect(second.fetchedAt == first.fetchedAt)
        #expect(second.state == .stale(reason: "api.test gets no further request for 3 s. Try again after that."))
        #expect(await parts.transport.requests.isEmpty)
    }

    static let passing: [HTTPError] = [
        .timedOut(host: "api.test"), .tooLarge(host: "api.test", limit: 1), .offline(host: "api.test"),
        .connectionFailed(host: "api.test", reason: "r"),
    ]

    @Test("a failure is bridged by a stale answer that says why", arguments: passing)
    func staleIfError(_ failure: HTTPError) async throws {
        let fetchedAt = parts.time.now
        _ = try await fetch(parts.client(.answer("1")))
        parts.time.advance(by: 3600)
        let answer = try await fetch(parts.client(.failure(failure), attempts: 1))
        #expect(answer.value == "1")
        #expect(answer.fetchedAt == fetchedAt)
        #expect(answer.state == .stale(reason: failure.description))
    }

    @Test("without a stale answer the failure is thrown", arguments: passing)
    func noStale(_ failure: HTTPError) async throws {
        await #expect(throws: failure) { try await fetch(parts.client(.failure(failure), attempts: 1)) }
    }

    @Test("statuses: trouble is bridged by a stale answer, an answer about the question is not")
    func statuses() async throws {
        for code in [400, 404, 410, 422] {
            let parts = ClientParts()
            _ = try await fetch(parts.client(.answer("1")))
            parts.time.advance(by: 3600)
            await #expect(throws: HTTPError.status(host: "api.test", code: code, excerpt: "no")) {
                try await fetch(parts.client(.answer("no", status: code)), at: parts.time)
            }
        }
        for code in [401, 402, 403, 408, 418, 425, 429, 500, 503] {
            let parts = ClientParts()
            _ = try await fetch(parts.client(.answer("1")))
            parts.time.advance(by: 3600)
            #expect(
                try await fetch(parts.client(.answer("no", status: code), attempts: 1), at: parts.time).value == "1")
        }
    }

    @Test("an answer that cannot be read is not kept, and a stale one stands in")
    func unreadable() async throws {
        let decode: @Sendable (HTTPResponse) throws -> [String: Int] = {
            try JSONDecoder().decode([String: Int].self, from: $0.body)
        }
        let client = parts.client(.answer("<html>"), .answer(#"{"a":1}"#), .answer("<html>"))
        await #expect(throws: DecodingError.self) {
            try await client.fetch(
                try request(), cacheKey: "k", timeToLive: .seconds(9), now: parts.time.now, deadline: .none,
                decode: decode)
        }
        for state in ["live", "stale"] {
            parts.time.advance(by: 60)
            let answer = try await client.fetch(
                try request(), cacheKey: "k", timeToLive: .seconds(9), now: parts.time.now, deadline: .none,
                decode: decode)
            #expect(answer.value == ["a": 1])
            #expect("\(answer.state)".hasPrefix(state))
        }
    }

    @Test("a refusal hidden in a 200 pauses the host")
    func hiddenRefusal() async throws {
        let client = parts.client(.answer("EAPI:Rate limit exceeded"), .answer("1"))
        await #expect(throws: HTTPError.rateLimited(host: "api.test", retryAfter: nil)) {
            try await client.fetch(
                try request(), cacheKey: "k", timeToLive: .seconds(9), now: parts.time.now, deadline: .none
            ) { response -> String in
                throw HTTPError.rateLimited(host: "api.test", retryAfter: nil)
            }
        }
        await #expect(throws: HTTPError.rateLimited(host: "api.test", retryAfter: .seconds(30))) {
            try await fetch(client, key: "other")
        }
    }

    @Test("an answer with a tag is asked about by it, and 304 makes it good again")
    func etag() async throws {
        let client = parts.client(.answer("1", headers: ["ETag": "W/\"x\""]), .answer("", status: 304), .answer("3"))
        _ = try await fetch(client)
        parts.time.advance(by: 301)
        let renewed = try await fetch(client)
        #expect(renewed == CachedAnswer(value: "1", state: .live, fetchedAt: parts.time.now))
        #expect(await parts.transport.requests.map { $0.headers["if-none-match"] } == [nil, "W/\"x\""])
        parts.time.advance(by: 299)
        #expect(try await fetch(client).state == .cached)
        parts.time.advance(by: 2)
        #expect(try await fetch(client).value == "3")
    }

    @Test("a 304 that nobody asked for is bridged by a stale answer")
    func strange304() async throws {
        _ = try await fetch(parts.client(.answer("1")))
        parts.time.advance(by: 3600)
        let answer = try await fetch(parts.client(.answer("", status: 304)))
        #expect(answer.value == "1" && answer.state.staleReason?.contains("status 304") == true)
    }

    @Test("a fresh answer that came from elsewhere while this one failed is not stale")
    func freshMeanwhile() async throws {
        _ = try await fetch(parts.client(.answer("1")))
        parts.time.advance(by: 3600)
        let client = parts.client(.never)
        let call = Task { try await fetch(client) }
        await parts.transport.firstRequest()
        await parts.clock.sleeper(until: .seconds(4))
        let fresh = StoredResponse(status: 200, body: Data("2".utf8), fetchedAt: parts.time.now)
        await parts.cache.store(fresh, for: "k")
        parts.clock.advance(by: .seconds(4))
        #expect(try await call.value == CachedAnswer(value: "2", state: .cached, fetchedAt: parts.time.now))
    }

    @Test("a failure is told again for five seconds, and forgotten when the request is another one")
    func failedBefore() async throws {
        await #expect(throws: HTTPError.status(host: "api.test", code: 500, excerpt: "oops")) {
            try await fetch(parts.client(.answer("oops", status: 500), attempts: 1))
        }
        parts.time.advance(by: 2)
        let again = await #expect(throws: HTTPError.self) { try await fetch(parts.client(.answer("1"))) }
        #expect(again?.description.hasPrefix("Requested 2 s ago: api.test answered with status 500") == true)
        #expect(await parts.transport.requests.isEmpty)
        var mended = try request()
        mended.headers["x-api-key"] = "another"
        let answer = try await parts.client(.answer("1")).fetch(
            mended, cacheKey: "k", timeToLive: .seconds(9), now: parts.time.now, deadline: parts.deadline()
        ) { text($0) }
        #expect(answer.value == "1")
    }

    @Test("an answer that is no longer kept is asked for again at once")
    func lostAnswer() async throws {
        let client = HTTPClient(
            transport: ScriptedTransport([.answer("1"), .answer("2")]), cache: BrokenCache(), limiter: parts.limiter,
            logger: parts.log.logger)
        #expect(try await fetch(client).value == "1")
        #expect(try await fetch(client).value == "2")
    }

    @Test("programs that ask the same at one time share one request")
    func sharedByPrograms() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cst-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try LoopbackServer(always: .dripping(body: Data("12".utf8), pauseMilliseconds: 50))
        let now = parts.time.now
        let values = try await withThrowingTaskGroup(of: CachedAnswer<String>.self) { group in
            for _ in 0..<8 {
                // Each with parts of its own, as programs have them.
                var client = HTTPClient(
                    transport: NetworkTransport(),
                    cache: FileResponseCache(folder: folder.appending(path: "answers")),
                    limiter: RateLimiter(store: FileLimiterStateStore(folder: folder.appending(path: "limits"))),
                    logger: parts.log.logger)
                client.locks = QuestionLocks(folder: folder.appending(path: "questions"))
                group.addTask { [client] in
                    try await client.fetch(
                        HTTPRequest(.get, server.baseURL), cacheKey: "k", timeToLive: .seconds(60), now: now,
                        deadline: Deadline(in: .seconds(600), on: ContinuousClock())
                    ) { text($0) }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(server.requests.count == 1)
        #expect(values.count == 8 && values.allSatisfy { $0.value == "12" && $0.state.staleReason == nil })
    }

    @Test("somebody who holds a question and never asks is not waited for longer than half of the time")
    func stoppedProgram() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cst-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let locks = QuestionLocks(folder: folder)
        let clock = ContinuousClock()
        try await locks.withLock("k", patience: .zero, clock: clock) {
            try await locks.withLock("k", patience: .milliseconds(1), clock: clock) {}
        }
    }

    @Test("an answer dated in the future is asked for again")
    func future() async throws {
        _ = try await fetch(parts.client(.answer("1")))
        parts.time.advance(by: -60)
        let client = parts.client(.answer("2"))
        #expect(try await fetch(client).value == "2")
    }

    @Test("tasks that ask the same at one time share one request")
    func shared() async throws {
        let server = try LoopbackServer(always: .text("1"))
        let client = parts.client(over: NetworkTransport())
        let request = HTTPRequest(.get, server.baseURL)
        let values = try await withThrowingTaskGroup(of: CachedAnswer<String>.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await client.fetch(
                        request, cacheKey: "k", timeToLive: .seconds(60), now: parts.time.now, deadline: .none
                    ) { text($0) }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(server.requests.count == 1)
        #expect(values.count { $0.state == .live } == 1)
        #expect(values.allSatisfy { $0.value == "1" })
    }

    @Test("a cache that fails costs a request, not the answer")
    func brokenCache() async throws {
        let client = HTTPClient(
            transport: ScriptedTransport([.answer("1")]), cache: BrokenCache(), limiter: parts.limiter,
            logger: parts.log.logger)
        #expect(try await fetch(client).state == .live)
    }

    // MARK: - Retry

    @Test("500 and a broken connection are tried again after growing waits")
    func retry() async throws {
        let client = parts.client(
            .answer("", status: 500), .failure(.connectionFailed(host: "api.test", reason: "r")), .answer("1"))
        let call = Task { try await fetch(client) }
        await parts.clock.sleeper(until: .milliseconds(250))
        parts.clock.advance(by: .milliseconds(250))
        await parts.clock.sleeper(until: .milliseconds(750))
        parts.clock.advance(by: .milliseconds(500))
        #expect(try await call.value.value == "1")
        #expect(await parts.transport.limits == [.seconds(4), .milliseconds(3750), .milliseconds(3250)])
    }

    @Test("Retry-After within the deadline is waited for")
    func retryAfter() async throws {
        let client = parts.client(.answer("", status: 429, headers: ["Retry-After": "2"]), .answer("1"))
        let call = Task { try await fetch(client) }
        // Two seconds, and the first delay as jitter.
        await parts.clock.sleeper(until: .milliseconds(2250))
        parts.clock.advance(by: .milliseconds(2250))
        #expect(try await call.value.value == "1")
    }

    @Test("Retry-After beyond the deadline gives up at once, and the next run remembers")
    func retryAfterBeyond() async throws {
        let client = parts.client(.answer("", status: 429, headers: ["Retry-After": "119"]))
        await #expect(throws: HTTPError.rateLimited(host: "api.test", retryAfter: .seconds(119))) {
            try await fetch(client)
        }
        parts.time.advance(by: 19)
        let next = parts.client(.answer("1"))
        await #expect(throws: HTTPError.rateLimited(host: "api.test", retryAfter: .seconds(100))) {
            try await fetch(next, key: "other")
        }
        #expect(await parts.transport.requests.isEmpty)
        parts.time.advance(by: 100)
        #expect(try await fetch(next, key: "other").value == "1")
    }

    @Test("what is refused is never asked twice", arguments: [400, 401, 402, 403, 404, 418, 422])
    func refused(_ status: Int) async throws {
        let client = parts.client(.answer("no", status: status))
        await #expect(throws: HTTPError.status(host: "api.test", code: status, excerpt: "no")) {
            try await fetch(client)
        }
        #expect(await parts.transport.requests.count == 1)
    }

    @Test("a POST is not repeated unless it is said to be harmless")
    func post() async throws {
        let url = try #require(URL(string: "https://api.test/"))
        let client = parts.client(.answer("", status: 500), .answer("1"))
        await #expect(throws: HTTPError.self) {
            try await client.send(HTTPRequest(.post, url), now: parts.time.now, deadline: .none)
        }
        #expect(await parts.transport.requests.count == 1)
    }

    @Test("a status that the request accepts is an answer")
    func accepted() async throws {
        let url = try #require(URL(string: "https://api.test/"))
        let response = try await parts.client(.answer("{}", status: 500)).send(
            HTTPRequest(.post, url, isRepeatable: true, acceptedStatuses: [500]), now: parts.time.now, deadline: .none)
        #expect(response.status == 500)
    }

    @Test("a request that reached no server may be repeated at once by hand")
    func unreached() async throws {
        let broken = parts.client(.failure(.connectionFailed(host: "api.test", reason: "r")), attempts: 1)
        await #expect(throws: HTTPError.self) { try await fetch(broken) }
        #expect(try await fetch(parts.client(.answer("1"))).value == "1")
    }

    // MARK: - Time

    @Test("a question whose deadline has passed is not sent, and the next one has its own")
    func deadline() async throws {
        let client = parts.client(.never, .answer("1"))
        let deadline = parts.deadline()
        let call = Task { try await fetch(client, by: deadline) }
        await parts.transport.firstRequest()
        await parts.clock.sleeper(until: .seconds(4))
        parts.clock.advance(by: .seconds(4))
        await #expect(throws: HTTPError.timedOut(host: "api.test")) { try await call.value }
        await #expect(throws: HTTPError.timedOut(host: "api.test")) { try await fetch(client, by: deadline) }
        #expect(await parts.transport.requests.count == 1)
        #expect(try await fetch(client).value == "1")
    }

    @Test("without a deadline an exchange has a limit of its own, and all its attempts are made")
    func noDeadline() async throws {
        let client = parts.client(
            .answer("", status: 503, headers: ["Retry-After": "90"]), .answer("", status: 500), .answer("1"))
        let call = Task { try await fetch(client, by: Deadline.none) }
        await parts.clock.sleeper(until: .milliseconds(90_250))
        parts.clock.advance(by: .milliseconds(90_250))
        await parts.clock.sleeper(until: .milliseconds(90_750))
        parts.clock.advance(by: .milliseconds(500))
        #expect(try await call.value.value == "1")
        #expect(await parts.transport.limits == [.seconds(60), .seconds(60), .seconds(60)])
    }

    @Test("who shares a question with one of less time gets the answer all the same")
    func sharedByTwoDeadlines() async throws {
        let client = parts.client(.never, .answer("1"))
        let hasty = Task { try await fetch(client, by: parts.deadline(in: .seconds(1))) }
        await parts.transport.firstRequest()
        let patient = Task { try await fetch(client, by: parts.deadline(in: .seconds(9))) }
        // Both limits run; the second question waits for the first one's answer.
        await parts.clock.sleeper(until: .seconds(1))
        await parts.clock.sleeper(until: .seconds(9))
        parts.clock.advance(by: .seconds(1))
        // The other one's answer may come in the very moment in which this one gives up.
        switch await hasty.result {
        case .success(let answer): #expect(answer.value == "1" && answer.state == .cached)
        case .failure(let error): #expect(error as? HTTPError == .timedOut(host: "api.test"))
        }
        #expect(try await patient.value.state == .live)
        #expect(await parts.transport.limits == [.seconds(1), .seconds(8)])
    }

    @Test("a question given up between two attempts does not keep another one from asking")
    func sharedWhileWaitingToRepeat() async throws {
        let client = parts.client(.answer("", status: 500), .answer("1"))
        let hasty = Task { try await fetch(client, by: parts.deadline(in: .milliseconds(260))) }
        await parts.clock.sleeper(until: .milliseconds(250))
        let patient = Task { try await fetch(client, by: parts.deadline(in: .seconds(9))) }
        await parts.clock.sleeper(until: .seconds(9))
        hasty.cancel()
        await #expect(throws: CancellationError.self) { try await hasty.value }
        #expect(try await patient.value.value == "1")
    }

    @Test("cancelling passes through, and the request may be repeated at once")
    func cancellation() async throws {
        let client = parts.client(.never, .answer("1"))
        let call = Task { try await fetch(client) }
        await parts.transport.firstRequest()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(try await fetch(client).value == "1")
    }

    @Test("a host gets no more requests at a time than allowed")
    func concurrency() async throws {
        let server = try LoopbackServer(always: .dripping(body: Data("ab".utf8), pauseMilliseconds: 5))
        let transport = CountingTransport()
        let client = parts.client(over: transport, requestsPerHost: 3)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<30 {
                group.addTask {
                    _ = try await client.send(
                        HTTPRequest(.get, server.url("\(index)")), now: parts.time.now, deadline: .none)
                }
            }
            try await group.waitForAll()
        }
        #expect(server.requests.count == 30)
        #expect(await transport.mostAtOnce == 3)
    }

    // MARK: - Texts

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
