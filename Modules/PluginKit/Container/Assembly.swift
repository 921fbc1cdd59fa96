/// Makes the chosen providers, each once and after what it needs, and collects everything that goes wrong.
actor Assembly {
    nonisolated let store = InstanceStore()
    private let plan: CompositionPlan
    private var failed: Set<ProviderID> = []
    /// The issues that no provider was the cause of, and those of each provider.
    private var general: [CompositionIssue] = []
    private var own: [ProviderID: [CompositionIssue]] = [:]
    /// Who asked for what so far, which is how cycles are found, also between factories that ask concurrently.
    private var needs: [ProviderID: [ProviderID]] = [:]
    /// The part of ``needs`` without which a provider could not be made: others may fail.
    private var strictNeeds: [ProviderID: [ProviderID]] = [:]
    /// Being made now, with those who wait for it.
    private var underway: [ProviderID: [CheckedContinuation<Void, Never>]] = [:]
    private var isFinished = false

    init(plan: CompositionPlan, issues: [CompositionIssue]) {
        self.plan = plan
        for issue in issues where !general.contains(issue) { general.append(issue) }
    }

    func report(_ issue: CompositionIssue, by id: ProviderID) {
        own[id, default: []].append(issue)
    }

    /// Returns everything that is wrong with some providers and with those that they cannot do without, each issue once.
    func issues(of roots: [ProviderID]) -> [CompositionIssue] {
        var found = general
        var seen: Set<ProviderID> = []
        func add(_ id: ProviderID) {
            guard seen.insert(id).inserted else { return }
            for next in strictNeeds[id] ?? [] { add(next) }
            for issue in own[id] ?? [] where !found.contains(issue) { found.append(issue) }
        }
        for id in roots { add(id) }
        return found
    }

    /// Returns the first reason why a provider could not be made.
    func reason(of id: ProviderID) -> String? { issues(of: [id]).dropFirst(general.count).first?.reason }

    /// Makes providers and what they need. Throws only a cancellation; issues are collected.
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

    /// - Parameter isNeeded: whether the requester cannot be made without it.
    func make(_ id: ProviderID, for requester: ProviderID?, isNeeded: Bool = true) async throws -> Instance {
        if let requester {
            if let path = path(from: id, to: requester) {
                report(.cycle(path: (path + [id]).map(\.description)), by: requester)
                throw UnmetDependency(service: id.service)
            }
            needs[requester, default: []].append(id)
            if isNeeded { strictNeeds[requester, default: []].append(id) }
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
        let id = registration.id
        do {
            let resolver = Resolver(plan: plan, store: store, assembly: self, requester: id)
            return try await registration.make(resolver, plan.substitutes.contains(id))
        } catch let error as UnmetDependency {
            throw error
        } catch {
            try Task.checkCancellation()
            let reason = FailureReason(error)
            guard let fallback = plan.fallbacks[id.service], fallback != id, let recovering = registration.recovering
            else {
                report(
                    registration.service.selection == .every
                        ? .notMade(service: id.service, reason: reason)
                        : .providerFailed(service: id.service, provider: id.provider, reason: reason),
                    by: id)
                throw UnmetDependency(service: id.service)
            }
            let degradation = Degradation(
                service: id.service, provider: id.provider, substitute: fallback.provider, reason: reason.description,
                since: plan.time.now())
            return recovering(
                degradation, plan.time, Resolver(plan: plan, store: store, assembly: nil, requester: id))
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
