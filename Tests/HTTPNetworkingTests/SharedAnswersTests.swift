import Foundation
import Models
import Persistence
import Synchronization
import Testing

@testable import HTTPNetworking

@Suite("Answers, marks and locks beside a household")
struct SharedAnswersTests {
    /// Notes of a server that fails, and counts how often it was reached for.
    private final class BrokenNotes: SharedNotes {
        struct Broken: Error {}

        let isShared = true
        let tries = Mutex(0)

        private func fail() -> Broken {
            tries.withLock { $0 += 1 }
            return Broken()
        }

        func read(_ prefixes: [String], at now: Date) async throws -> [String: String] { throw fail() }

        func change<Result: Sendable>(
            _ prefixes: [String], at now: Date, _ body: @Sendable (inout [String: SharedNote]) throws -> Result
        ) async throws -> Result { throw fail() }

        func take(_ name: String, for holder: String, lasting: Duration) async throws -> Bool { throw fail() }

        func giveBack(_ name: String, by holder: String) async throws { throw fail() }
    }

    private func client(_ parts: ClientParts, _ answers: SharedAnswers, _ transport: ScriptedTransport) -> HTTPClient {
        var client = HTTPClient(
            transport: transport, cache: answers, limiter: RateLimiter(store: answers), logger: parts.log.logger,
            clock: ContinuousClock())
        client.locks = answers
        return client
    }

    private func fetch(_ client: HTTPClient, at now: Date) async throws -> CachedAnswer<String> {
        try await client.fetch(
            HTTPRequest(.get, try #require(URL(string: "https://rates.test/SECRET1"))), cacheKey: "GET SECRET1",
            timeToLive: .seconds(60), now: now, deadline: Deadline(in: .seconds(30), on: ContinuousClock())
        ) { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test(arguments: [Data("{\"ä\":\u{0}1}".utf8), Data([0, 10, 13, 255, 10]), Data()])
    func `an answer and a mark come back as they were, and their keys are not kept`(_ body: Data) async throws {
        let notes = MemoryNotes()
        let answer = StoredResponse(
            status: 200, body: body, fetchedAt: Date(timeIntervalSince1970: 1_779_278_400.123), etag: "W/\"x\ny\"")
        let mark = LimiterMark(
            until: answer.fetchedAt.addingTimeInterval(5),
            failure: .init(request: "1f", reason: "It said no.", allowsStale: false))
        try await SharedAnswers(notes).store(answer, for: "GET SECRET1")
        try await SharedAnswers(notes).save(mark, for: "host SECRET1.test")
        let other = SharedAnswers(notes)
        #expect(try await other.response(for: "GET SECRET1") == answer)
        #expect(try await other.response(for: "GET else") == nil)
        #expect(try await other.load("host SECRET1.test") == mark)
        for (name, text) in await notes.read([""], at: .distantPast) { #expect(!"\(name) \(text)".contains("SECRET1")) }
        try await other.save(nil, for: "host SECRET1.test")
        #expect(try await SharedAnswers(notes).load("host SECRET1.test") == nil)
        // One that is too large takes the place of the one before, and is not kept.
        var large = answer
        large.body = Data(count: 9 << 20)
        try await other.store(large, for: "GET SECRET1")
        #expect(try await other.response(for: "GET SECRET1") == nil)
    }

    @Test func `two programs that want the same at once send one request`() async throws {
        let (notes, parts) = (MemoryNotes(), ClientParts())
        let transports = (0..<2).map { _ in ScriptedTransport([.answer("1.25")]) }
        let clients = transports.map { client(parts, SharedAnswers(notes), $0) }
        let now = Date(timeIntervalSince1970: 1_779_278_400)
        let values = try await withThrowingTaskGroup(of: String.self) { group in
            for client in clients + clients { group.addTask { try await fetch(client, at: now).value } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: "1.25", count: 4))
        #expect(await transports[0].requests.count + transports[1].requests.count == 1)
    }

    @Test func `a program that ended while it asked keeps the others for as long as they wait, and no longer`()
        async throws
    {
        let (notes, parts) = (MemoryNotes(), ClientParts())
        let key = "question/" + Checksum.text(Data("GET SECRET1".utf8))
        #expect(await notes.take(key, for: "ended", lasting: .seconds(3600)))
        let answers = SharedAnswers(notes)
        let value = try await answers.withLock("GET SECRET1", patience: .milliseconds(250), clock: ContinuousClock()) {
            7
        }
        #expect(value == 7)
        // What was not had is not given back either.
        #expect(await !notes.take(key, for: "another", lasting: .seconds(1)))
        _ = parts
    }

    @Test func `where the server fails requests go out, and it is left alone`() async throws {
        let (notes, parts) = (BrokenNotes(), ClientParts())
        let client = client(parts, SharedAnswers(notes), ScriptedTransport([.answer("1"), .answer("2")]))
        let now = Date(timeIntervalSince1970: 1_779_278_400)
        #expect(try await fetch(client, at: now).value == "1")
        #expect(try await fetch(client, at: now.addingTimeInterval(61)).value == "2")
        #expect(notes.tries.withLock { $0 } == 1)
    }
}
