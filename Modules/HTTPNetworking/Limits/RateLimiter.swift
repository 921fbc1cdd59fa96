public import Foundation

/// Says whether a request may go now: the same request once in an interval, and none to a host that asked for a pause.
public actor RateLimiter {
    /// The longest pause that is kept.
    public static let longestPause: Duration = .seconds(600)

    private let interval: Duration
    private let store: any LimiterStateStore
    private var marks: [String: Date] = [:]

    /// A limiter.
    ///
    /// - Parameters:
    ///   - interval: the least time between two requests with one key.
    ///   - store: what is remembered over runs.
    public init(interval: Duration = .seconds(5), store: any LimiterStateStore) {
        self.interval = interval
        self.store = store
    }

    /// Takes note of a request that is about to go.
    ///
    /// - Parameters:
    ///   - key: what is asked; `nil` for a request that is never the same twice. Holds no secret: it is stored.
    ///   - time: the instant of the request.
    /// - Throws: `HTTPError.rateLimited` with the time to wait, and then takes no note.
    public func admit(_ key: String?, host: String, at time: Date) async throws {
        let hostName = Self.name(host: host)
        let keyName = key.map(Self.name(key:))
        let storedHostMark = await storedMark(hostName)
        let storedKeyMark = if let keyName { await storedMark(keyName) } else { nil as Date? }
        // No suspension from here to the note, so that two tasks cannot both be let through.
        let wait = [
            longest([storedHostMark, marks[hostName]], at: time, believedUpTo: Self.longestPause),
            longest([storedKeyMark, keyName.flatMap { marks[$0] }], at: time, believedUpTo: interval),
        ].compactMap { $0 }.max()
        if let wait { throw HTTPError.rateLimited(host: host, retryAfter: wait) }
        guard let keyName else { return }
        await set(time.addingTimeInterval(interval / .seconds(1)), for: keyName)
    }

    /// Forgets the note of a request that never reached its server, so that it may be asked again at once.
    public func forget(_ key: String) async {
        await set(nil, for: Self.name(key: key))
    }

    /// Keeps every request away from a host for a time that begins now, at most `longestPause`.
    public func pause(_ host: String, for duration: Duration, at now: Date) async {
        guard duration > .zero else { return }
        let mark = now.addingTimeInterval(min(duration, Self.longestPause) / .seconds(1))
        await set(mark, for: Self.name(host: host))
    }

    /// The time until the last of the marks. One that is further ahead than was ever set comes from a clock that was
    /// wrong, and is passed over.
    private func longest(_ marks: [Date?], at time: Date, believedUpTo limit: Duration) -> Duration? {
        marks.compactMap { $0.map { Duration.seconds($0.timeIntervalSince(time)) } }
            .filter { $0 > .zero && $0 <= limit }
            .max()
    }

    private func set(_ mark: Date?, for name: String) async {
        marks[name] = mark
        // A store that fails costs the memory of the next run, not this request.
        try? await store.save(mark, for: name)
    }

    private func storedMark(_ name: String) async -> Date? {
        try? await store.load(name)
    }

    private static func name(key: String) -> String { "request " + key }
    private static func name(host: String) -> String { "host " + host }
}
