public import Foundation
public import Values

/// How a service is.
public enum HealthStatus: Equatable, Sendable {
    /// It works.
    case healthy
    /// It works with less than was asked for: a substitute, a stale cache. `since` is when that began.
    case degraded(detail: String, since: Date)
    /// It does not work. `since` is when that began or was first seen.
    case failed(detail: String, since: Date)
}

/// A service that can say how it is.
public protocol HealthCheckable: Sendable {
    /// Checks the service. The caller sets the time limit and cancels the check when it passes.
    ///
    /// - Parameter call: the instant of the check, and by when whoever is asked outside has to answer.
    func health(_ call: Call) async -> HealthStatus
}
