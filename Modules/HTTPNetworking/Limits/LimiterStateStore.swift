public import Foundation

/// Keeps what a `RateLimiter` must remember from one run of a program to the next.
///
/// Each name (a request key or a host) has one mark.
public protocol LimiterStateStore: Sendable {
    /// The mark of a name.
    ///
    /// - Throws: what the storage throws; the limiter then goes by its own memory.
    func load(_ name: String) async throws -> LimiterMark?

    /// Sets or removes the mark of a name.
    ///
    /// - Throws: what the storage throws; the limiter then goes by its own memory.
    func save(_ mark: LimiterMark?, for name: String) async throws
}

/// That a request was answered, or that a host demanded a pause.
public struct LimiterMark: Codable, Equatable, Sendable {
    /// The instant before which no such request may go.
    public let until: Date
    /// How the answer failed; nil when it was a good one, and for a pause.
    public let failure: Failure?

    /// An answer that was no good.
    public struct Failure: Codable, Equatable, Sendable {
        /// Tells requests for the same thing apart: one with another key has not failed yet.
        public let request: String
        /// The failure as a sentence without secrets.
        public let reason: String
        /// Whether a value fetched earlier may stand in.
        public let allowsStale: Bool

        /// A failure.
        public init(request: String, reason: String, allowsStale: Bool) {
            self.request = request
            self.reason = reason
            self.allowsStale = allowsStale
        }
    }

    /// A mark.
    public init(until: Date, failure: Failure? = nil) {
        self.until = until
        self.failure = failure
    }
}

/// Keeps the marks in memory, for programs and tests that store nothing.
public actor MemoryLimiterStateStore: LimiterStateStore {
    private var marks: [String: LimiterMark] = [:]

    /// An empty store.
    public init() {}

    /// The mark of a name.
    public func load(_ name: String) -> LimiterMark? { marks[name] }

    /// Sets or removes the mark of a name.
    public func save(_ mark: LimiterMark?, for name: String) { marks[name] = mark }
}
