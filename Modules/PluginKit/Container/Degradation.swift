public import Foundation

/// A provider that failed and what stands in for it.
public struct Degradation: Hashable, Sendable, CustomStringConvertible {
    /// The service: `exchangeRates`.
    public let service: String
    /// The provider that failed.
    public let provider: String
    /// The provider that stands in.
    public let substitute: String
    /// Why the last attempt failed.
    public let reason: String
    /// When the provider failed first.
    public let since: Date

    /// Records a failure and its substitute.
    public init(service: String, provider: String, substitute: String, reason: String, since: Date) {
        self.service = service
        self.provider = provider
        self.substitute = substitute
        self.reason = reason
        self.since = since
    }

    /// A sentence for logs and reports.
    public var description: String {
        "The provider `\(provider)` of \(service) failed and `\(substitute)` stands in: \(reason.asSentence)"
    }

    func with(reason: String) -> Self {
        Self(service: service, provider: provider, substitute: substitute, reason: reason, since: since)
    }
}

/// How long to wait between attempts: the first wait, doubled after each failure, up to a limit.
public struct Backoff: Hashable, Sendable {
    /// The wait after the first failure.
    public let first: Duration
    /// The longest wait.
    public let limit: Duration

    /// Declares the waits.
    public init(first: Duration = .seconds(5), limit: Duration = .seconds(300)) {
        self.first = first
        self.limit = limit
    }

    /// The wait after this many failures in a row, from 1.
    func wait(afterFailures failures: Int) -> Duration {
        var wait = first
        for _ in 1..<max(failures, 1) where wait < limit { wait *= 2 }
        return min(wait, limit)
    }
}

/// Names the provider that stands in for one that fails, and the decorator that lets the real one take over.
public struct Fallback<Service: Sendable>: Sendable {
    let provider: String
    let decorate: @Sendable (Recoverable<Service>) -> Service

    /// Declares a fallback.
    ///
    /// - Parameters:
    ///   - provider: another provider of the same service.
    ///   - decorate: makes the service that asks the handle for the current provider on each use.
    public init(to provider: String, decorate: @escaping @Sendable (Recoverable<Service>) -> Service) {
        self.provider = provider
        self.decorate = decorate
    }
}
