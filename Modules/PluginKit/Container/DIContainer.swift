/// The finished services of a program. Only the composition root sees it; everything else gets what it needs passed.
public struct DIContainer: Sendable {
    private let plan: CompositionPlan
    /// In order of creation.
    private let made: [Instance]
    private let store: InstanceStore
    private let monitor: HealthMonitor
    /// What could not be made.
    private let failures: [CompositionIssue]

    init(plan: CompositionPlan, store: InstanceStore, failures: [CompositionIssue]) {
        self.failures = failures
        self.plan = plan
        self.store = store
        made = store.all
        monitor = HealthMonitor(time: plan.time)
    }

    /// The services that another container uses as they are: those of which a second one would lose what is written to the first.
    var stores: [Instance] {
        store.all.filter { plan.registrations[$0.id]?.service.neverFallsBack == true }
    }

    /// Takes over the stores that the container was built with from the earlier one: they are closed with this one from now on.
    package func takeStores(from earlier: DIContainer) {
        for instance in earlier.store.remove(where: { plan.registrations[$0.id]?.service.neverFallsBack == true }) {
            store.replace(instance)
        }
    }

    /// The provider of a service that has one. Throws when there is none, or when the service has a list.
    public func resolve<Service>(_ key: ServiceKey<Service>) throws(ContainerError) -> Service {
        guard !key.selection.isList else { throw ContainerError([.severalProviders(service: key.name)]) }
        guard let only = try resolveAll(key).first else {
            throw ContainerError([plan.gap(key.name, neededBy: nil)])
        }
        return only
    }

    /// The providers of a service in the configured order, its fallback last. Throws a gap when nothing provides the service.
    public func resolveAll<Service>(_ key: ServiceKey<Service>) throws(ContainerError) -> [Service] {
        guard let chosen = plan.chosen[key.name] else {
            if key.selection == .every { return [] }
            throw ContainerError([plan.gap(key.name, neededBy: nil)])
        }
        let services = chosen.compactMap { id in made.first { $0.id == id }?.service(as: Service.self) }
        guard services.count == chosen.count else {
            throw ContainerError(failures.isEmpty ? [.conflictingKeys(service: key.name)] : failures)
        }
        return services
    }

    /// The providers that could not be made when the container was built and have a fallback, to be said once.
    public var degradations: [Degradation] { made.compactMap(\.degradation) }

    /// Checks all services side by side. A check that does not answer within the limit has failed; it is cancelled, and
    /// not waited for.
    public func health(limit: Duration) async -> HealthReport {
        // What settings do not choose is shown only when it has something to say.
        let listed = made.filter { instance in
            instance.health != nil || plan.registrations[instance.id]?.service.isListed == true
        }
        let report = await monitor.report(on: listed, limit: limit)
        let now = plan.time.now()
        return HealthReport(
            rows: failures.map { failure in
                let (service, provider) = failure.place
                return HealthReport.Row(
                    key: service, provider: provider, status: .failed(detail: failure.reason, since: now),
                    latencyMs: nil)
            } + report.rows)
    }

    /// Closes all services in reverse order of creation, each once however often this is called.
    ///
    /// Throws `ShutdownError` with every failure, after all have been tried.
    public func shutdown() async throws {
        let failures = await store.removeAll().close()
        if !failures.isEmpty { throw ShutdownError(failures: failures) }
    }
}

/// The services that could not be closed.
public struct ShutdownError: Error, Equatable, Sendable, CustomStringConvertible {
    /// One service that could not be closed.
    public struct Failure: Equatable, Sendable, CustomStringConvertible {
        /// The provider: `persistence(sqlite)`.
        public let provider: String
        /// Why.
        public let reason: String

        /// A sentence for the log.
        public var description: String { "\(provider) could not be closed: \(reason.asSentence)" }
    }

    /// Every failure, in the order of closing.
    public let failures: [Failure]

    /// One line for each failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}
