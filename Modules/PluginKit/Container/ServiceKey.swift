/// Names a service and its protocol, so that a container gives out values of the right type.
///
/// A key is declared beside its protocol:
///
/// ```swift
/// extension ServiceKey where Service == any Greeting {
///     static var greeting: Self { Self("greeting") }
/// }
/// ```
public struct ServiceKey<Service: Sendable>: Hashable, Sendable {
    /// The service's name, which is also the prefix of the setting that chooses its provider: `exchangeRates`.
    public let name: String
    /// Whether the settings choose one provider or an ordered list.
    public let selection: ServiceSelection
    /// True for stores: a substitute for a failed provider would lose what is written to it.
    public let neverFallsBack: Bool
    /// Whether health names its providers although they have no check of their own: not where there are many, and most
    /// are not in use.
    let isListed: Bool
    /// How the service falls back; nil when it does not.
    let fallback: Fallback<Service>?

    /// Declares the key of a service that does not fall back.
    public init(_ name: String, selection: ServiceSelection = .one, neverFallsBack: Bool = false) {
        self.name = name
        self.selection = selection
        self.neverFallsBack = neverFallsBack
        isListed = selection == .one || selection == .several
        fallback = nil
    }

    /// Declares the key of a service with a list of providers, for which the setting `<service>.fallback` may name a last
    /// one that answers what the others do not.
    ///
    /// - Parameter isListed: whether health names its providers although they have no check of their own.
    public init(_ name: String, isListed: Bool = true, fallback: Fallback<Service>) {
        self.name = name
        selection = .several
        neverFallsBack = false
        self.isListed = isListed
        self.fallback = fallback
    }

    /// Whether two keys name the same service under the same rules.
    public static func == (left: Self, right: Self) -> Bool { ServiceIdentity(left) == ServiceIdentity(right) }

    /// Hashes what makes keys equal.
    public func hash(into hasher: inout Hasher) { hasher.combine(ServiceIdentity(self)) }

    /// The key of the setting that chooses the provider: `persistence.provider`, `exchangeRates.providers`; nil when none
    /// does.
    public var selectionSetting: String? { selection.setting(for: name) }
}

/// How many providers of a service the settings choose.
public enum ServiceSelection: Hashable, Sendable {
    /// Exactly one provider, chosen by the setting `<service>.provider`.
    case one
    /// Any number in order of preference, chosen by the setting `<service>.providers`.
    case several
    /// The provider of the same name as that of another service, which the other's setting chooses: what belongs together
    /// is never mixed.
    case along(with: String)
    /// Every provider there is: nothing is chosen.
    case every

    func setting(for service: String) -> String? {
        switch self {
        case .one: "\(service).provider"
        case .several: "\(service).providers"
        case .along(let other): "\(other).provider"
        case .every: nil
        }
    }

    /// Whether settings give a list of names.
    var isList: Bool { self == .several }
}

/// A service key without its type parameter.
struct ServiceIdentity: Hashable {
    let name: String
    let selection: ServiceSelection
    let neverFallsBack: Bool
    let fallsBack: Bool
    let isListed: Bool
    let type: ObjectIdentifier

    init<Service>(_ key: ServiceKey<Service>) {
        name = key.name
        selection = key.selection
        neverFallsBack = key.neverFallsBack
        fallsBack = key.fallback != nil
        isListed = key.isListed
        type = ObjectIdentifier(Service.self)
    }
}

extension ServiceIdentity {
    /// The key of the setting that names the fallback of a service.
    static func fallbackSetting(for service: String) -> String { "\(service).fallback" }
}

/// One named provider of one service.
struct ProviderID: Hashable, CustomStringConvertible {
    let service: String
    let provider: String

    var description: String { "\(service)(\(provider))" }
}
