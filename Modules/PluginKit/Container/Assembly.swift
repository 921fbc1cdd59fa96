/// Makes the chosen providers, each once and after what it needs, and collects everything that goes wrong.
actor Assembly {
    nonisolated let store = InstanceStore()
    private(set) var faults: [ContainerFault] = []
    private let plan: CompositionPlan
    private var failed: Set<ProviderID> = []
    /// Who asked for what so far, which is how cycles are found, also between factories that ask concurrently.
    private var needs: [ProviderID: [ProviderID]] = [:]
    /// Being made now, with those who wait for it.
    private var underway: [ProviderID: [CheckedContinuation<Void, Never>]] = [:]
    private var isFinished = false

    init(plan: CompositionPlan, faults: [ContainerFault]) {
        self.plan = plan
        for fault in faults where !self.faults.contains(fault) { self.faults.append(fault) }
    }

    func report(_ fault: ContainerFault) {
        if !faults.contains(fault) { faults.append(fault) }
    }

    /// Makes providers and what they need. Throws only a cancellation; faults are collected.
    func make(_ order: [ProviderID]) async throws {
        defer { isFinished = true }
        for id in order {
            do {
                _ = try await make(id, for: nil)
            } catch is UnmetDependency {
                // Already reported where it happened.
            }
            // A factory may answer a cancellation with an error of its own, or not at all.
            try Task.checkCancellation()
        }
    }

    func make(_ id: ProviderID, for requester: ProviderID?) async throws -> Instance {
        if let requester {
            if let path = path(from: id, to: requester) {
                report(.cycle(path: (path + [id]).map(\.description)))
                throw UnmetDependency(service: id.service)
            }
            needs[requester, default: []].append(id)
        }
        while underway[id] != nil {
            await withCheckedContinuation { underway[id, default: []].append($0) }
        }
        if let instance = store[id] { return instance }
        guard !isFinished, !failed.contains(id), let registration = plan.registrations[id] else {
            throw UnmetDependency(service: id.service)
        }
        underway[id] = []
        defer {
            for waiter in underway.removeValue(forKey: id) ?? [] { waiter.resume() }
        }
        let instance: Instance
        do {
            instance = try await attempt(registration)
        } catch {
            failed.insert(id)
            throw error
        }
        store.add(instance)
        return instance
    }

    private func attempt(_ registration: Registration) async throws -> Instance {
        do {
            let resolver = Resolver(plan: plan, store: store, assembly: self, requester: registration.id)
            return registration.instance(try await registration.make(resolver))
        } catch let error as UnmetDependency {
            throw error
        } catch {
            try Task.checkCancellation()
            return try await substitute(for: registration, after: String(describing: error))
        }
    }

    private func substitute(for registration: Registration, after reason: String) async throws -> Instance {
        let id = registration.id
        let failure = ContainerFault.providerFailed(service: id.service, provider: id.provider, reason: reason)
        guard let fallback = registration.fallback, !registration.service.neverFallsBack else {
            report(failure)
            throw UnmetDependency(service: id.service)
        }
        let degradation = Degradation(
            service: id.service, provider: id.provider, substitute: fallback, reason: reason, since: plan.time.now())
        do {
            let substitute = try await make(ProviderID(service: id.service, provider: fallback), for: id)
            return try registration.recovering(
                Registration.Recovery(
                    substitute: substitute.value, degradation: degradation, backoff: plan.backoff, time: plan.time,
                    resolver: Resolver(plan: plan, store: store, assembly: nil, requester: id)))
        } catch {
            try Task.checkCancellation()
            report(failure)
            throw UnmetDependency(service: id.service)
        }
    }

    /// The way along what was asked for, both ends included, or nil.
    private func path(from start: ProviderID, to end: ProviderID) -> [ProviderID]? {
        var seen: Set<ProviderID> = []
        func search(_ id: ProviderID) -> [ProviderID]? {
            if id == end { return [id] }
            guard seen.insert(id).inserted else { return nil }
            for next in needs[id] ?? [] {
                if let rest = search(next) { return [id] + rest }
            }
            return nil
        }
        return search(start)
    }
}
