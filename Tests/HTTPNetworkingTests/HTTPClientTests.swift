import Foundation
import Logging
import LoopbackServer
import Testing
import Values

@testable import HTTPNetworking

@Suite("HTTP client: answers that are kept")
struct HTTPClientTests {
    let parts = ClientParts()

    @Test("live, then cached until the time to live is over, then live again")
    func cache() async throws {
        let client = parts.client(.answer("1"), .answer("2"))
        let start = parts.time.now
        #expect(try await parts.fetch(client) == CachedAnswer(value: "1", state: .live, fetchedAt: start))
        parts.time.advance(by: 299)
        #expect(try await parts.fetch(client) == CachedAnswer(value: "1", state: .cached, fetchedAt: start))
        parts.time.advance(by: 1)
        #expect(try await parts.fetch(client) == CachedAnswer(value: "2", state: .live, fetchedAt: parts.time.now))
        #expect(await parts.transport.requests.count == 2)
    }

    @Test("a second run within five seconds answers from the cache, whatever the time to live")
    func secondRun() async throws {
        let first = try await parts.fetch(parts.client(.answer("1")), timeToLive: .zero)
        parts.time.advance(by: 2)
        let second = try await parts.fetch(parts.client(.answer("2")), timeToLive: .zero)
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
        _ = try await parts.fetch(parts.client(.answer("1")))
        parts.time.advance(by: 3600)
        let answer = try await parts.fetch(parts.client(.failure(failure), attempts: 1))
        #expect(answer.value == "1")
        #expect(answer.fetchedAt == fetchedAt)
        #expect(answer.state == .stale(reason: failure.description))
    }

    @Test("without a stale answer the failure is thrown", arguments: passing)
    func noStale(_ failure: HTTPError) async throws {
        await #expect(throws: failure) { try await parts.fetch(parts.client(.failure(failure), attempts: 1)) }
    }

    @Test("statuses: trouble is bridged by a stale answer, an answer about the question is not")
    func statuses() async throws {
        for code in [400, 404, 410, 422] {
            let parts = ClientParts()
            _ = try await parts.fetch(parts.client(.answer("1")))
            parts.time.advance(by: 3600)
            await #expect(throws: HTTPError.status(host: "api.test", code: code, excerpt: "no")) {
                try await parts.fetch(parts.client(.answer("no", status: code)))
            }
        }
        for code in [401, 402, 403, 408, 418, 425, 429, 500, 503] {
            let parts = ClientParts()
            _ = try await parts.fetch(parts.client(.answer("1")))
            parts.time.advance(by: 3600)
            #expect(
                try await parts.fetch(parts.client(.answer("no", status: code), attempts: 1)).value == "1")
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
                try parts.request(), cacheKey: "k", timeToLive: .seconds(9), now: parts.time.now, deadline: .none,
                decode: decode)
        }
        for state in ["live", "stale"] {
            parts.time.advance(by: 60)
            let answer = try await client.fetch(
                try parts.request(), cacheKey: "k", timeToLive: .seconds(9), now: parts.time.now, deadline: .none,
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
                try parts.request(), cacheKey: "k", timeToLive: .seconds(9), now: parts.time.now, deadline: .none
            ) { response -> String in
                throw HTTPError.rateLimited(host: "api.test", retryAfter: nil)
            }
        }
        await #expect(throws: HTTPError.rateLimited(host: "api.test", retryAfter: .seconds(30))) {
            try await parts.fetch(client, key: "other")
        }
    }

    @Test("an answer with a tag is asked about by it, and 304 makes it good again")
    func etag() async throws {
        let client = parts.client(.answer("1", headers: ["ETag": "W/\"x\""]), .answer("", status: 304), .answer("3"))
        _ = try await parts.fetch(client)
        parts.time.advance(by: 301)
        let renewed = try await parts.fetch(client)
        #expect(renewed == CachedAnswer(value: "1", state: .live, fetchedAt: parts.time.now))
        #expect(await parts.transport.requests.map { $0.headers["if-none-match"] } == [nil, "W/\"x\""])
        parts.time.advance(by: 299)
        #expect(try await parts.fetch(client).state == .cached)
        parts.time.advance(by: 2)
        #expect(try await parts.fetch(client).value == "3")
    }

    @Test("a 304 that nobody asked for is bridged by a stale answer")
    func strange304() async throws {
        _ = try await parts.fetch(parts.client(.answer("1")))
        parts.time.advance(by: 3600)
        let answer = try await parts.fetch(parts.client(.answer("", status: 304)))
        #expect(answer.value == "1" && answer.state.staleReason?.contains("status 304") == true)
    }

    @Test("a fresh answer that came from elsewhere while this one failed is not stale")
    func freshMeanwhile() async throws {
        _ = try await parts.fetch(parts.client(.answer("1")))
        parts.time.advance(by: 3600)
        let client = parts.client(.never)
        let call = Task { try await parts.fetch(client) }
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
            try await parts.fetch(parts.client(.answer("oops", status: 500), attempts: 1))
        }
        parts.time.advance(by: 2)
        let again = await #expect(throws: HTTPError.self) { try await parts.fetch(parts.client(.answer("1"))) }
        #expect(again?.description.hasPrefix("Requested 2 s ago: api.test answered with status 500") == true)
        #expect(await parts.transport.requests.isEmpty)
        var mended = try parts.request()
        mended.headers["x-api-key"] = "another"
        let answer = try await parts.client(.answer("1")).fetch(
            mended, cacheKey: "k", timeToLive: .seconds(9), now: parts.time.now, deadline: parts.deadline()
        ) { parts.text($0) }
        #expect(answer.value == "1")
    }

    @Test("an answer that is no longer kept is asked for again at once")
    func lostAnswer() async throws {
        let client = HTTPClient(
            transport: ScriptedTransport([.answer("1"), .answer("2")]), cache: BrokenCache(), limiter: parts.limiter,
            logger: parts.log.logger)
        #expect(try await parts.fetch(client).value == "1")
        #expect(try await parts.fetch(client).value == "2")
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
                    ) { parts.text($0) }
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
        _ = try await parts.fetch(parts.client(.answer("1")))
        parts.time.advance(by: -60)
        let client = parts.client(.answer("2"))
        #expect(try await parts.fetch(client).value == "2")
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
                    ) { parts.text($0) }
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
        #expect(try await parts.fetch(client).state == .live)
    }
}
