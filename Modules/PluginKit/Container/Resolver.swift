public import Values

/// Gives a factory what its provider needs. Nothing new is made through it once the container is built.
public struct Resolver: Sendable {
    /// The program's settings.
    public let settings: any SettingsReader
    /// The kinds of things that the plugins of the program keep, and those that every program has.
    public var kinds: [EntityKind] { plan.kinds }
    private let plan: CompositionPlan
    private let store: InstanceStore
    /// Nil when a provider is tried again after the start: everything else has been made by then.
    private let assembly: Assembly?
    private let requester: ProviderID

    init(plan: CompositionPlan, store: InstanceStore, assembly: Assembly?, requester: ProviderID) {
        settings = plan.settings
        self.plan = plan
        self.store = store
        self.assembly = assembly
        self.requester = requester
    }

    /// The chosen provider of a service that has one. What goes wrong is reported by the container; let it pass.
    public func resolve<Service>(_ key: ServiceKey<Service>) async throws -> Service {
        guard !key.selection.isList else { throw ContainerError([.severalProviders(service: key.name)]) }
        guard let only = try await resolveAll(key).first else { throw UnmetDependency(service: key.name) }
        return only
    }

    /// The chosen providers of a service in their order, the only one for a service that has one.
    public func resolveAll<Service>(_ key: ServiceKey<Service>) async throws -> [Service] {
        for issue in plan.choiceIssues[key.name] ?? [] { await assembly?.report(issue, by: requester) }
        guard let chosen = plan.chosen[key.name] else {
            // Where every provider counts, there may be none.
            if key.selection == .every { return [] }
            guard !plan.undecided.contains(key.name) else { throw UnmetDependency(service: key.name) }
            await assembly?.report(plan.gap(key.name, neededBy: requester.description), by: requester)
            throw UnmetDependency(service: key.name)
        }
        var services: [Service] = []
        for id in chosen {
            let instance = if let assembly { try await assembly.make(id, for: requester) } else { store[id] }
            guard let instance else { throw UnmetDependency(service: key.name) }
            guard let service = instance.service(as: Service.self) else { throw WrongServiceType(service: key.name) }
            services.append(service)
        }
        return services
    }

    /// Every provider of a service in its order, each made or with the reason why it could not be. A provider that could not be made
    /// stops neither those that are made here nor the container.
    public func resolveEach<Service>(
        _ key: ServiceKey<Service>
    ) async throws -> [(provider: String, result: Result<Service, ProviderUnavailable>)] {
        var found: [(provider: String, result: Result<Service, ProviderUnavailable>)] = []
        for id in plan.chosen[key.name] ?? [] {
            found.append((id.provider, try await attempt(id, as: Service.self)))
        }
        return found
    }

    /// The provider of a service that has one, or the reason why there is none. A provider that could not be made does not stop the
    /// container.
    public func resolveIfPossible<Service>(
        _ key: ServiceKey<Service>
    ) async throws -> Result<Service, ProviderUnavailable> {
        guard let id = plan.chosen[key.name]?.first else {
            return .failure(ProviderUnavailable(reason: plan.gap(key.name, neededBy: requester.description).reason))
        }
        return try await attempt(id, as: Service.self)
    }

    private func attempt<Service: Sendable>(
        _ id: ProviderID, as type: Service.Type
    ) async throws -> Result<Service, ProviderUnavailable> {
        do {
            let instance =
                if let assembly { try await assembly.make(id, for: requester, isNeeded: false) } else { store[id] }
            if let service = instance?.service(as: Service.self) { return .success(service) }
        } catch is UnmetDependency {
            // The reason is with the provider.
        }
        return .failure(ProviderUnavailable(reason: await assembly?.reason(of: id) ?? "it could not be made"))
    }
}

/// Thrown into a factory whose dependency failed. The cause is reported with the dependency, not with the factory.
struct UnmetDependency: Error, CustomStringConvertible {
    let service: String

    var description: String { "The service `\(service)`, which it needs, could not be made." }
}
