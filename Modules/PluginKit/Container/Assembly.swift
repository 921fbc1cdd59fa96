/// Makes the chosen providers, each after what it needs, and collects everything that goes wrong.
final class Assembly {
    let store = InstanceStore()
    private(set) var faults: [ContainerFault] = []
    private let plan: CompositionPlan
    private var failed: Set<ProviderID> = []

    init(plan: CompositionPlan) {
        self.plan = plan
    }

    func report(_ fault: ContainerFault) {
        if !faults.contains(fault) { faults.append(fault) }
    }

    /// Makes everything chosen. Throws only a cancellation; faults are collected.
    func makeAll() async throws {
        for id in plan.order {
            do {
                _ = try await make(id, path: [])
            } catch is UnmetDependency {
                // Already reported where it happened.
            }
            // A factory may answer a cancellation with an error of its own, or not at all.
            try Task.checkCancellation()
        }
    }

    func make(_ id: ProviderID, path: [ProviderID]) async throws -> Instance {
        if let instance = store[id] { return instance }
        if let start = path.firstIndex(of: id) {
            report(.cycle(path: (path[start...] + [id]).map(\.description)))
            throw UnmetDependency(service: id.service)
        }
        guard !failed.contains(id), let registration = plan.registrations[id] else {
            throw UnmetDependency(service: id.service)
        }
        do {
            let resolver = Resolver(plan: plan, store: store, assembly: self, path: path + [id])
            let instance = registration.instance(try await registration.make(resolver))
            store.add(instance)
            return instance
        } catch let error as UnmetDependency {
            failed.insert(id)
            throw error
        } catch {
            try Task.checkCancellation()
            return try await substitute(for: registration, after: error, path: path + [id])
        }
    }

    private func substitute(
        for registration: Registration, after error: any Error, path: [ProviderID]
    ) async throws -> Instance {
        let id = registration.id
        let reason = String(describing: error)
        guard let fallback = registration.fallback, plan.allowsFallback(registration) else {
            failed.insert(id)
            report(.providerFailed(service: id.service, provider: id.provider, reason: reason))
            throw UnmetDependency(service: id.service)
        }
        do {
            let substitute = try await make(ProviderID(service: id.service, provider: fallback), path: path)
            let instance = try registration.recovering(
                Registration.Recovery(
                    substitute: substitute.value,
                    degradation: Degradation(
                        service: id.service, provider: id.provider, substitute: fallback, reason: reason,
                        since: plan.time.now()),
                    backoff: plan.backoff, time: plan.time,
                    resolver: { [plan, store] in
                        Resolver(plan: plan, store: store, assembly: nil, path: [id])
                    }))
            store.add(instance)
            return instance
        } catch {
            try Task.checkCancellation()
            failed.insert(id)
            report(.providerFailed(service: id.service, provider: id.provider, reason: reason))
            throw UnmetDependency(service: id.service)
        }
    }
}
