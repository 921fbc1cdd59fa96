import Foundation
import Models
import Persistence

/// What can be done with subscriptions: the use case of this package, above any store.
struct SubscriptionService {
    enum Refusal: Error, CustomStringConvertible {
        case noAsset(String)

        var description: String {
            switch self {
            case .noAsset(let name): "There is no asset '\(name)'."
            }
        }
    }

    let store: any Store

    /// Adds a subscription that is paid out of the asset with a name, on the same day of the next three months.
    func add(
        _ name: String, cost: String, from assetName: String, today: CalendarDay, _ origin: ChangeOrigin
    ) async throws -> Subscription {
        try await store.write(origin) { writer in
            guard let asset = try writer.all(Asset.self).first(where: { $0.name == assetName }) else {
                throw Refusal.noAsset(assetName)
            }
            let subscription = Subscription(
                id: UUID(), name: name, cost: try Money(cost, asset.currency),
                dates: (0..<3).map { today.adding(months: $0) }, assetID: asset.id)
            try writer.insert(subscription)
            return subscription
        }
    }

    /// All subscriptions, with the assets that pay them.
    func all() async throws -> [(Subscription, Asset?)] {
        try await store.read { reader in
            try reader.all(Subscription.self).map { ($0, try reader.find(Asset.self, $0.assetID)) }
        }
    }
}
