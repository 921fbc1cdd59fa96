import Foundation
import Logging
import LoopbackServer
import Models
import Testing

@testable import HTTPNetworking

@Suite("HTTP client: repeated requests and their time")
struct HTTPClientRetryTests {
    let parts = ClientParts()

    @Test("500 and a broken connection are tried again after growing waits")
    func retry() async throws {
        let client = parts.client(
            .answer("", status: 500), .failure(.connectionFailed(host: "api.test", reason: "r")), .answer("1"))
        let call = Task { try await parts.fetch(client) }
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
        let call = Task { try await parts.fetch(client) }
        // Two seconds, and the first delay as jitter.
        await parts.clock.sleeper(until: .milliseconds(2250))
        parts.clock.advance(by: .milliseconds(2250))
        #expect(try await call.value.value == "1")
    }

    @Test("Retry-After beyond the deadline gives up at once, and the next run remembers")
    func retryAfterBeyond() async throws {
        let client = parts.client(.answer("", status: 429, headers: ["Retry-After": "119"]))
        await #expect(throws: HTTPError.rateLimited(host: "api.test", retryAfter: .seconds(119))) {
            try await parts.fetch(client)
        }
        parts.time.advance(by: 19)
        let next = parts.client(.answer("1"))
        await #expect(throws: HTTPError.rateLimited(host: "api.test", retryAfter: .seconds(100))) {
            try await parts.fetch(next, key: "other")
        }
        #expect(await parts.transport.requests.isEmpty)
        parts.time.advance(by: 100)
        #expect(try await parts.fetch(next, key: "other").value == "1")
    }

    @Test("what is refused is never asked twice", arguments: [400, 401, 402, 403, 404, 418, 422])
    func refused(_ status: Int) async throws {
        let client = parts.client(.answer("no", status: status))
        await #expect(throws: HTTPError.status(host: "api.test", code: status, excerpt: "no")) {
            try await parts.fetch(client)
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
        await #expect(throws: HTTPError.self) { try await parts.fetch(broken) }
        #expect(try await parts.fetch(parts.client(.answer("1"))).value == "1")
    }

    // MARK: - Time

    @Test("a question whose deadline has passed is not sent, and the next one has its own")
    func deadline() async throws {
        let client = parts.client(.never, .answer("1"))
        let deadline = parts.deadline()
        let call = Task { try await parts.fetch(client, by: deadline) }
        await parts.transport.firstRequest()
        await parts.clock.sleeper(until: .seconds(4))
        parts.clock.advance(by: .seconds(4))
        await #expect(throws: HTTPError.timedOut(host: "api.test")) { try await call.value }
        await #expect(throws: HTTPError.timedOut(host: "api.test")) { try await parts.fetch(client, by: deadline) }
        #expect(await parts.transport.requests.count == 1)
        #expect(try await parts.fetch(client).value == "1")
    }

    @Test("without a deadline an exchange has a limit of its own, and all its attempts are made")
    func noDeadline() async throws {
        let client = parts.client(
            .answer("", status: 503, headers: ["Retry-After": "90"]), .answer("", status: 500), .answer("1"))
        let call = Task { try await parts.fetch(client, by: Deadline.none) }
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
        let hasty = Task { try await parts.fetch(client, by: parts.deadline(in: .seconds(1))) }
        await parts.transport.firstRequest()
        let patient = Task { try await parts.fetch(client, by: parts.deadline(in: .seconds(9))) }
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
        let hasty = Task { try await parts.fetch(client, by: parts.deadline(in: .milliseconds(260))) }
        await parts.clock.sleeper(until: .milliseconds(250))
        let patient = Task { try await parts.fetch(client, by: parts.deadline(in: .seconds(9))) }
        await parts.clock.sleeper(until: .seconds(9))
        hasty.cancel()
        await #expect(throws: CancellationError.self) { try await hasty.value }
        #expect(try await patient.value.value == "1")
    }

    @Test("cancelling passes through, and the request may be repeated at once")
    func cancellation() async throws {
        let client = parts.client(.never, .answer("1"))
        let call = Task { try await parts.fetch(client) }
        await parts.transport.firstRequest()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(try await parts.fetch(client).value == "1")
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
}
