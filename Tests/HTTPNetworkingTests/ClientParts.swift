import Foundation
import HTTPNetworking
import Logging
import Models
import Synchronization
import Testing

/// What the clients of one test share, as runs of a program share the stored state.
final class ClientParts: Sendable {
    let time = TestTime()
    let clock = ManualClock()
    let cache = MemoryResponseCache()
    let store = MemoryLimiterStateStore()
    let log = LogLines()
    private let current = Mutex(ScriptedTransport([]))

    var transport: ScriptedTransport { current.withLock { $0 } }
    var limiter: RateLimiter { RateLimiter(store: store) }

    /// A client of a new run, whose transport plays these steps; jitter is at its most.
    func client(_ steps: Step..., attempts: Int = 3) -> HTTPClient {
        let transport = ScriptedTransport(steps)
        current.withLock { $0 = transport }
        return client(over: transport, attempts: attempts)
    }

    func client(
        over transport: any HTTPTransport, attempts: Int = 3, requestsPerHost: Int = 4
    ) -> HTTPClient {
        HTTPClient(
            transport: transport, cache: cache, limiter: limiter,
            retry: RetryPolicy(attempts: attempts, random: { 1 }), requestsPerHost: requestsPerHost,
            logger: log.logger, clock: clock)
    }

    /// By when a call that begins now has to be answered.
    func deadline(in limit: Duration = .seconds(4)) -> Deadline { Deadline(in: limit, on: clock) }
}

extension ClientParts {
    func request() throws -> HTTPRequest {
        HTTPRequest(.get, try #require(URL(string: "https://api.test/a")), secrets: ["topsecret"])
    }

    func text(_ response: HTTPResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    func fetch(
        _ client: HTTPClient, key: String = "k", timeToLive: Duration = .seconds(300), by deadline: Deadline? = nil
    ) async throws -> CachedAnswer<String> {
        try await client.fetch(
            try request(), cacheKey: key, timeToLive: timeToLive, now: time.now, deadline: deadline ?? self.deadline()
        ) { self.text($0) }
    }
}

/// What a `ScriptedTransport` does with one request.
enum Step: Sendable {
    case response(HTTPResponse)
    case failure(HTTPError)
    /// Waits until it is cancelled.
    case never

    static func answer(_ body: String, status: Int = 200, headers: HTTPHeaders = [:]) -> Step {
        .response(HTTPResponse(status: status, headers: headers, body: Data(body.utf8)))
    }
}

/// Plays its steps in order, and fails when it is asked more often.
actor ScriptedTransport: HTTPTransport {
    private var steps: [Step]
    private(set) var requests: [HTTPRequest] = []
    private(set) var limits: [Duration] = []
    private var waiter: CheckedContinuation<Void, Never>?

    init(_ steps: [Step]) {
        self.steps = steps
    }

    /// Waits until something was asked.
    func firstRequest() async {
        if requests.isEmpty { await withCheckedContinuation { waiter = $0 } }
    }

    func send(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
        requests.append(request)
        limits.append(limit)
        waiter?.resume()
        waiter = nil
        guard !steps.isEmpty else { throw HTTPError.unusableURL("the script is at its end") }
        switch steps.removeFirst() {
        case .response(let response): return response
        case .failure(let error): throw error
        case .never:
            try await Task.sleep(for: .seconds(3600))
            throw CancellationError()
        }
    }
}

struct BrokenCache: ResponseCache {
    struct Broken: Error {}
    func response(for key: String) async throws -> StoredResponse? { throw Broken() }
    func store(_ response: StoredResponse, for key: String) async throws { throw Broken() }
}

/// Collects what is logged.
final class LogLines: Sendable {
    private let collected = Mutex<[String]>([])

    var lines: [String] { collected.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "tests") { _ in Handler(lines: self) }
        logger.logLevel = .debug
        return logger
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.collected.withLock { $0.append("\(event.message)") }
        }
    }
}

/// Counts the requests that are under way over the network. A server would count too many: it still ends an answer that
/// the client has whole.
actor CountingTransport: HTTPTransport {
    private let network = NetworkTransport()
    private var active = 0
    private(set) var mostAtOnce = 0

    func send(_ request: HTTPRequest, within limit: Duration) async throws -> HTTPResponse {
        active += 1
        mostAtOnce = max(mostAtOnce, active)
        defer { active -= 1 }
        return try await network.send(request, within: limit)
    }
}
