public import Foundation
public import Logging
public import Values

/// Sends the requests of providers to servers, within limits that spare the servers.
///
/// `fetch` answers from the cache while that is fresh, else it sends a request; when that fails, what is in the cache serves
/// as a stale answer. `send` always sends: it waits for a free slot of the host, keeps to the rate limiter and the deadline,
/// repeats what may go away by itself, and logs each attempt at level debug. The instant and the deadline come with each
/// call, so that one client serves many callers at a time, each within its own.
public struct HTTPClient: Sendable {
    private let transport: any HTTPTransport
    private let cache: any ResponseCache
    private let limiter: RateLimiter
    private let retry: RetryPolicy
    private let logger: Logger
    private let clock: any Clock<Duration>
    private let hosts: KeyedSemaphore
    private let questions = KeyedSemaphore(limit: 1)
    /// What keeps programs from sending the same request at once; nil where no two share a cache.
    var locks: (any RequestLocks)?

    /// The pause taken from a host that says 429 without saying for how long.
    private static let usualPause: Duration = .seconds(30)

    /// The longest time one exchange may take, so that a silent server holds nobody for ever who set no deadline.
    private static let longestExchange: Duration = .seconds(60)
    /// How far ahead of a call's instant an answer may be dated: calls that run side by side have different instants.
    private static let skew: TimeInterval = 30

    /// A client. One is shared by all providers of a program.
    ///
    /// - Parameters:
    ///   - requestsPerHost: how many requests a host gets at one time.
    ///   - clock: measures deadlines and the waits between attempts.
    public init(
        transport: any HTTPTransport,
        cache: any ResponseCache,
        limiter: RateLimiter,
        retry: RetryPolicy = RetryPolicy(),
        requestsPerHost: Int = 4,
        logger: Logger,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.transport = transport
        self.cache = cache
        self.limiter = limiter
        self.retry = retry
        self.logger = logger
        self.clock = clock
        hosts = KeyedSemaphore(limit: requestsPerHost)
    }

    // MARK: - With the cache

    /// The answer to a request, from the cache or the server, and how it was had.
    ///
    /// Tasks that want the same at one time, in this program or another one with the same cache, share one request. When the
    /// deadline of the task that sends it ends first, the next one sends it.
    ///
    /// - Parameters:
    ///   - cacheKey: names what is requested, for the cache and the rate limiter.
    ///   - timeToLive: how long after it was fetched an answer is as good as new.
    ///   - now: the instant of the call, by which the age of answers is judged and new ones are dated.
    ///   - deadline: by when there has to be an answer.
    ///   - decode: reads the answer; what it refuses by throwing is not kept. Its errors are the caller's own: texts
    ///     from the body go through `HTTPResponse.excerpt(_:)`. It throws `HTTPError.rateLimited` for a refusal that
    ///     hides in a 200.
    /// - Throws: `HTTPError`, what `decode` throws, or `CancellationError`, when the cache has nothing to offer instead.
    public func fetch<Value: Sendable>(
        _ request: HTTPRequest,
        cacheKey: String,
        timeToLive: Duration,
        now: Date,
        deadline: Deadline,
        decode: @escaping @Sendable (HTTPResponse) throws -> Value
    ) async throws -> CachedAnswer<Value> {
        if let answer = fresh(await stored(cacheKey), timeToLive, now, decode) { return answer }
        do {
            return try await withTimeLimit(deadline.remaining, clock: clock, expired: .timedOut(host: request.host)) {
                try await alone(cacheKey, deadline) {
                    // Another task or program may have had the answer meanwhile.
                    let stored = await self.stored(cacheKey)
                    if let answer = fresh(stored, timeToLive, now, decode) { return answer }
                    return try await ask(request, cacheKey, stored, now, deadline, decode)
                }
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            let failure = error as? HTTPError
            guard failure?.allowsStale ?? true else { throw error }
            let redactor = request.redactor
            let text =
                failure.map { redactor.text($0.description) }
                ?? "The answer of \(request.host) could not be used: \(redactor.excerpt(Data("\(error)".utf8)))"
            let stored = await stored(cacheKey)
            // Another task may have had the answer in the very moment in which this one ended its wait.
            if let answer = fresh(stored, timeToLive, now, decode) { return answer }
            guard let answer = stale(stored, text, decode) else { throw error }
            logger.debug("\(request.host): stale answer used. \(text)")
            return answer
        }
    }

    /// Runs work alone among all that request the same, or when others have taken half of the time that is left.
    private func alone<Value: Sendable>(
        _ key: String, _ deadline: Deadline, _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await questions.withSlot(key) {
            guard let locks else { return try await work() }
            let patience = (deadline.remaining ?? Self.longestExchange) / 2
            return try await locks.withLock(key, patience: patience, clock: clock, work)
        }
    }

    private func ask<Value: Sendable>(
        _ request: HTTPRequest, _ key: String, _ stored: StoredResponse?, _ time: Date, _ deadline: Deadline,
        _ decode: @Sendable (HTTPResponse) throws -> Value
    ) async throws -> CachedAnswer<Value> {
        try await limiter.admit(
            key, request.fingerprint, host: request.host, hasAnswer: stored != nil, at: time)
        do {
            let answer = try await answer(request, key, stored, time, deadline, decode)
            await limiter.note(key, at: time)
            return answer
        } catch {
            // Without an answer of the server there is nothing to remember: the next request may go at once.
            let failure = error as? HTTPError
            if !(error is CancellationError), failure?.isAnswer ?? true {
                let reason = request.redactor.text("\(error)")
                await limiter.note(
                    key, at: time,
                    LimiterMark.Failure(
                        request: request.fingerprint, reason: reason, allowsStale: failure?.allowsStale ?? true))
            }
            throw error
        }
    }

    private func answer<Value: Sendable>(
        _ request: HTTPRequest, _ key: String, _ stored: StoredResponse?, _ time: Date, _ deadline: Deadline,
        _ decode: @Sendable (HTTPResponse) throws -> Value
    ) async throws -> CachedAnswer<Value> {
        var conditional = request
        if let etag = stored?.etag { conditional.headers["If-None-Match"] = etag }
        let response = try await exchange(conditional, time, deadline)
        let kept: StoredResponse
        let answer: HTTPResponse
        if response.status == 304, let stored {
            kept = StoredResponse(status: stored.status, body: stored.body, fetchedAt: time, etag: stored.etag)
            answer = kept.response
        } else {
            kept = StoredResponse(
                status: response.status, body: response.body, fetchedAt: time, etag: response.headers["etag"])
            answer = response
        }
        let value: Value
        do {
            value = try decode(answer)
        } catch let error as HTTPError {
            if case .rateLimited(_, let wait) = error {
                await limiter.pause(request.host, for: wait ?? Self.usualPause, at: time)
            }
            throw error
        }
        do {
            try await cache.store(kept.redacted(request.redactor), for: key)
        } catch {
            logger.info("An answer of \(request.host) could not be kept: \(request.redactor.text("\(error)"))")
        }
        return CachedAnswer(value: value, state: .live, fetchedAt: time)
    }

    private func stored(_ key: String) async -> StoredResponse? {
        do {
            return try await cache.response(for: key)
        } catch {
            logger.info("The cache of answers could not be read: \(Redactor(secrets: []).text("\(error)"))")
            return nil
        }
    }

    private func fresh<Value>(
        _ stored: StoredResponse?, _ timeToLive: Duration, _ now: Date, _ decode: (HTTPResponse) throws -> Value
    ) -> CachedAnswer<Value>? {
        guard let stored else { return nil }
        let seconds = now.timeIntervalSince(stored.fetchedAt)
        let age = Duration.seconds(max(0, seconds))
        // An answer from further in the future comes from a clock that was wrong: its age is not known.
        guard seconds >= -Self.skew, age < timeToLive, let value = try? decode(stored.response) else { return nil }
        return CachedAnswer(value: value, state: .cached, fetchedAt: stored.fetchedAt)
    }

    private func stale<Value>(
        _ stored: StoredResponse?, _ reason: String, _ decode: (HTTPResponse) throws -> Value
    ) -> CachedAnswer<Value>? {
        guard let stored, let value = try? decode(stored.response) else { return nil }
        return CachedAnswer(value: value, state: .stale(reason: reason), fetchedAt: stored.fetchedAt)
    }

    // MARK: - Without the cache

    /// The server's answer to a request, with a status in 200…299 or among those it accepts.
    ///
    /// - Parameters:
    ///   - now: the instant of the call.
    ///   - deadline: by when there has to be an answer.
    /// - Throws: `HTTPError`, or `CancellationError`.
    public func send(_ request: HTTPRequest, now: Date, deadline: Deadline) async throws -> HTTPResponse {
        try await withTimeLimit(deadline.remaining, clock: clock, expired: .timedOut(host: request.host)) {
            try await exchange(request, now, deadline)
        }
    }

    /// Sends a request to a host that has asked for no pause, until there is an answer or no point in another attempt.
    private func exchange(_ request: HTTPRequest, _ now: Date, _ deadline: Deadline) async throws -> HTTPResponse {
        try await limiter.admit(host: request.host, at: now)
        var attempt = 1
        while true {
            var wait: Duration?
            let failure: HTTPError
            do {
                let response = try await hosts.withSlot(request.host) { try await logged(request, deadline) }
                wait = response.headers["retry-after"].flatMap { RetryAfter.parse($0, now: now) }
                guard let refusal = refusal(response, request, wait) else { return response }
                failure = refusal
            } catch let error as HTTPError {
                failure = error
            }
            let delay = retry.delay(afterAttempt: attempt, retryAfter: wait)
            guard request.isRepeatable, request.isRepeatedWhenLimited || !failure.isLimit, attempt < retry.attempts,
                retry.repeats(after: failure),
                deadline.remaining.map({ delay < $0 }) ?? true
            else {
                await pause(request.host, after: failure, wait, now)
                throw failure
            }
            logger.debug("\(request.host): attempt \(attempt) failed, the next one in \(Self.milliseconds(delay)) ms")
            try await clock.sleep(for: delay)
            attempt += 1
        }
    }

    /// The error that an answer stands for, if it does.
    private func refusal(_ response: HTTPResponse, _ request: HTTPRequest, _ wait: Duration?) -> HTTPError? {
        if response.isSuccess || request.acceptedStatuses.contains(response.status) { return nil }
        if response.status == 304, request.headers["if-none-match"] != nil { return nil }
        if response.status == 429 { return .rateLimited(host: request.host, retryAfter: wait) }
        return .status(host: request.host, code: response.status, excerpt: response.excerpt(request.redactor))
    }

    /// Gives a host the pause that it asked for.
    private func pause(_ host: String, after failure: HTTPError, _ wait: Duration?, _ now: Date) async {
        switch failure {
        case .rateLimited: await limiter.pause(host, for: wait ?? Self.usualPause, at: now)
        case .status: if let wait { await limiter.pause(host, for: wait, at: now) }
        default: break
        }
    }

    private func logged(_ request: HTTPRequest, _ deadline: Deadline) async throws -> HTTPResponse {
        let watch = Stopwatch(clock)
        let limit = deadline.remaining ?? Self.longestExchange
        let name = "\(request.method.rawValue) \(request.redactor.text(request.host + request.url.path()))"
        do {
            var response = try await transport.send(request, within: limit)
            // Whatever is made of the answer from here on, no text of it repeats what lets the user in.
            response.body = request.redactor.body(response.body)
            let size = Self.kilobytes(response.body.count)
            logger.debug("\(name) → \(response.status) in \(Self.milliseconds(watch.elapsed)) ms, \(size) kB")
            return response
        } catch {
            let reason = request.redactor.text("\(error)")
            logger.debug("\(name) → failed in \(Self.milliseconds(watch.elapsed)) ms: \(reason)")
            throw error
        }
    }

    private static func milliseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    /// Thousands of bytes with one decimal place.
    private static func kilobytes(_ count: Int) -> String {
        "\(count / 1000).\(count % 1000 / 100)"
    }
}

extension StoredResponse {
    /// The answer as it may lie in a file: a server that echoes the API key must not put it there.
    fileprivate func redacted(_ redactor: Redactor) -> StoredResponse {
        var copy = self
        copy.body = redactor.body(body)
        copy.etag = etag.flatMap { redactor.text($0) == $0 ? $0 : nil }
        return copy
    }
}
