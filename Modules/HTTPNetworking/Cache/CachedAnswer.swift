public import Foundation

/// A value that came over the network, and how it was had.
public struct CachedAnswer<Value: Sendable>: Sendable {
    /// What was read from the answer.
    public let value: Value
    /// How it was had.
    public let state: AnswerState
    /// When the server gave it, or last said that it still holds.
    public let fetchedAt: Date

    /// A value with its origin.
    public init(value: Value, state: AnswerState, fetchedAt: Date) {
        self.value = value
        self.state = state
        self.fetchedAt = fetchedAt
    }
}

extension CachedAnswer: Equatable where Value: Equatable {}

/// How an answer was had.
public enum AnswerState: Sendable, Equatable {
    /// From the server, now.
    case live
    /// From the cache, within its time to live.
    case cached
    /// From the cache, past its time to live, because nothing fresher came; the reason is a sentence without secrets.
    case stale(reason: String)

    /// Why no fresher answer came; nil when there was no need for one.
    public var staleReason: String? { if case .stale(let reason) = self { reason } else { nil } }
}
