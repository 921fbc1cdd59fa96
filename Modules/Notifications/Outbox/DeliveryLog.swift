public import Models
public import Persistence
public import PluginKit

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
        let all = try await store.read { try $0.all(Delivery.self) }.reversed()
        return Array(limit.map { all.prefix($0) } ?? all.prefix(all.count))
    }

    /// Failed when something could not be delivered however often it was tried.
    public func health(_ call: Call) async -> HealthStatus {
        do {
            let dead = try await store.read {
                try $0.all(Delivery.self, where: "state", is: .text(Delivery.State.undeliverable.rawValue))
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

extension ServiceKey where Service == DeliveryLog {
    /// What the outbox holds.
    public static var reminderOutbox: ServiceKey<DeliveryLog> {
        ServiceKey<DeliveryLog>("reminderOutbox", selection: .every)
    }
}
