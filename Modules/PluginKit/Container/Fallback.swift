/// How a service falls back: two decorators of its protocol, declared with its key.
///
/// The setting `<service>.fallback` names the provider. A chosen provider that cannot be made then keeps nobody from
/// working: it answers with its failure until it can be made. What all of the list do not give is asked of the fallback,
/// whose values are marked.
public struct Fallback<Service: Sendable>: Sendable {
    let recovering: @Sendable (String, Recoverable<Service>) -> Service
    let marking: @Sendable (Service) -> Service

    /// Declares how a service falls back.
    ///
    /// - Parameters:
    ///   - recovering: makes a provider out of its name and the handle of the real one, which it asks on each use.
    ///   - marking: makes a provider that marks each value of another one as that of a substitute. When it is
    ///     `HealthCheckable`, it says whether the substitute is needed.
    public init(
        recovering: @escaping @Sendable (String, Recoverable<Service>) -> Service,
        marking: @escaping @Sendable (Service) -> Service
    ) {
        self.recovering = recovering
        self.marking = marking
    }
}

/// Why a provider cannot be used: it could not be made.
public struct ProviderUnavailable: Error, Equatable, Sendable, CustomStringConvertible {
    /// Why the last attempt failed.
    public let reason: String

    /// The reason.
    public var description: String { reason }
}
