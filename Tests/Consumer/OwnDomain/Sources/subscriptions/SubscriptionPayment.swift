import Foundation
import Models

/// One payment of a subscription: it is part of it, and goes with it.
struct SubscriptionPayment: Hashable, Sendable {
    let id: UUID
    let subscriptionID: UUID
    let day: CalendarDay
    /// The amount, in the subscription's currency.
    var amount: Money
}

extension SubscriptionPayment: Entity {
    static let declaration = Declaration<SubscriptionPayment>(
        "subscriptionPayment", table: "subscriptionPayments", since: "subscriptions 2.0", order: ["day", "id"],
        indexes: [.index("subscriptionID", "day")],
        fields: Fields(
            .key("id", \.id), .value("subscriptionID", \.subscriptionID, partOf: "subscription"), .value("day", \.day),
            .value("amount", \.amount, currency: "currency")
        ) { SubscriptionPayment(id: $0, subscriptionID: $1, day: $2, amount: $3) })

    var summary: String { "payment of \(amount) on \(day)" }

    func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        guard let subscription = try reader.find(Subscription.self, subscriptionID),
            subscription.cost.currency != amount.currency
        else { return [] }
        return [
            ValidationIssue(
                code: "currencyMismatch", field: "amount",
                message: "'\(subscription.name)' is paid in \(subscription.cost.currency).")
        ]
    }
}
