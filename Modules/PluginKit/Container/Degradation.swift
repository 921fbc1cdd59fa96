public import Foundation

/// A provider that could not be made, and what answers instead.
public struct Degradation: Hashable, Sendable, CustomStringConvertible {
    /// The service: `exchangeRates`.
    public let service: String
    /// The provider that failed.
    public let provider: String
    /// The provider that answers what no other one does.
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
        "The provider `\(provider)` of \(service) cannot be used, so `\(substitute)` answers what no other one does: "
            + reason.asSentence
    }

    func with(reason: String) -> Self {
        Self(service: service, provider: provider, substitute: substitute, reason: reason, since: since)
    }
}
