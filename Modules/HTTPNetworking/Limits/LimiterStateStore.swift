public import Foundation

/// Keeps what a `RateLimiter` must remember from one run of a program to the next.
///
/// Each name (a request key or a host) has one mark: the instant before which no request may go.
public protocol LimiterStateStore: Sendable {
    /// The mark of a name.
    ///
    /// - Throws: what the storage throws; the limiter then goes by its own memory.
    func load(_ name: String) async throws -> Date?

    /// Sets or removes the mark of a name.
    ///
    /// - Throws: what the storage throws; the limiter then goes by its own memory.
    func save(_ mark: Date?, for name: String) async throws
}

/// Keeps the marks in memory, for programs and tests that store nothing.
public actor MemoryLimiterStateStore: LimiterStateStore {
    private var marks: [String: Date] = [:]

    /// An empty store.
    public init() {}

    /// The mark of a name.
    public func load(_ name: String) -> Date? { marks[name] }

    /// Sets or removes the mark of a name.
    public func save(_ mark: Date?, for name: String) { marks[name] = mark }
}
