import Foundation
import Models
import Persistence

/// What can be done with subscriptions: the use case of this package, above any store.
struct SubscriptionService: Sendable {
    let store: any Store

    /// Adds a subscription that is paid out of the asset with a name, on the same day of the next three months.
    func add(
        _ name: String, cost: String, from assetName: String, _ call: Call
    ) async throws -> Outcome<Subscription> {
        let added = try await store.write(call) { writer in
            let asset = try writer.find(Asset.self, named: assetName)
            var request = RequestReader()
            let price = try request.read("cost") { try Money(entered: cost, asset.currency) }
            // A valid value stands in for one that cannot be read, so that the rest is checked too.
            let subscription = Subscription(
                id: UUID(), name: name, cost: price ?? .zero(asset.currency),
                dates: (0..<3).map { call.today.adding(months: $0) }, assetID: asset.id)
            request.add(try subscription.issues(in: writer))
            try request.check()
            try writer.insert(subscription)
            return subscription
        }
        return Outcome(added)
    }

    /// Notes that a subscription was paid on a day; warns of one that is still to come.
    func pay(_ name: String, on day: CalendarDay, _ call: Call) async throws -> Outcome<SubscriptionPayment> {
        let paid = try await store.write(call) { writer in
            let subscription = try writer.find(Subscription.self, named: name)
            let payment = SubscriptionPayment(
                id: UUID(), subscriptionID: subscription.id, day: day, amount: subscription.cost)
            try writer.insert(payment)
            return payment
        }
        guard day > call.today else { return Outcome(paid) }
        return Outcome(paid, warnings: [Warning(code: "notYet", message: "\(day) is still to come.")])
    }

    /// The payments of a subscription since a day, newest first: only these are read.
    func payments(_ name: String, since first: CalendarDay?, limit: Int?) async throws -> [SubscriptionPayment] {
        try await store.read { reader in
            let subscription = try reader.find(Subscription.self, named: name)
            return try reader.all(
                SubscriptionPayment.self,
                Selection(
                    where: "subscriptionID", is: .text(subscription.id.uuidString), by: "day",
                    from: first.map { .text("\($0)") }, isDescending: true, limit: limit))
        }
    }

    /// All subscriptions, with the assets that pay them.
    func all() async throws -> [(Subscription, Asset?)] {
        try await store.read { reader in
            try reader.all(Subscription.self).map { ($0, try reader.find(Asset.self, $0.assetID)) }
        }
    }
}
