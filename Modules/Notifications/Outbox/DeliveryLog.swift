public import Persistence
public import PluginKit
public import Values

/// What the outbox holds.
public struct DeliveryLog: Sendable, HealthCheckable {
    private let store: any Store

    /// The log of a store.
    public init(store: any Store) { self.store = store }

    /// The deliveries, newest first.
    ///
    /// - Parameter limit: at most so many; nil for all.
    /// - Throws: ``StoreError``.
    public func deliveries(limit: Int? = nil) async throws -> [Delivery] {
        let all = try await store.read { try $0.standing($0.all(Delivery.self)) }.reversed()
        return Array(limit.map { all.prefix($0) } ?? all.prefix(all.count))
    }

    /// Failed when something could not be delivered however often it was tried.
    public func health(_ call: Call) async -> HealthStatus {
        do {
            let dead = try await store.read {
                try $0.deliveries(.undeliverable)
            }
            guard let last = dead.last else { return .healthy }
            let channels = Set(dead.map(\.channel)).sorted().joined(separator: ", ")
            return .failed(
                detail: "\(dead.count) \(dead.count == 1 ? "reminder" : "reminders") not delivered by \(channels). "
                    + "The last one: \(last.reason ?? last.title)", since: dead[0].due)
        } catch {
            return .failed(detail: "\(error)", since: call.now)
        }
    }
}

extension StoreReader {
    /// The deliveries in a state, in order of time.
    func deliveries(_ state: Delivery.State) throws -> [Delivery] {
        try standing(all(Delivery.self, where: "state", is: .text(state.rawValue)))
    }

    /// Those of some deliveries that are about a thing that is still there, or about no single one. The others are in the
    /// store until the outbox is next written to.
    func standing(_ deliveries: [Delivery]) throws -> [Delivery] {
        let subjects = Set(deliveries.compactMap(\.subject))
        let gone = try subjects.filter { try record($0.key) == nil }
        return deliveries.filter { delivery in delivery.subject.map { !gone.contains($0) } ?? true }
    }
}

extension ServiceKey where Service == DeliveryLog {
    /// What the outbox holds.
    public static var reminderOutbox: ServiceKey<DeliveryLog> {
        ServiceKey<DeliveryLog>("reminderOutbox", selection: .every)
    }
}
