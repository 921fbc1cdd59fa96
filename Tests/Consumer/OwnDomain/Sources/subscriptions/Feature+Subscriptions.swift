import CommandSupport
import Foundation
import Models

extension Feature {
    /// Subscriptions that assets pay every month.
    static let subscriptions = Feature(
        plugins: { _ in [SubscriptionPlugin()] },
        documents: SubscriptionDocuments.published,
        sample: Sample(
            write: { writer, today, now in
                let account = Asset(id: UUID(), name: "Account", currency: try Currency(code: "EUR"))
                try writer.insert(account)
                for (name, cost) in [("Gym", "29.90"), ("Newspaper", "12.50")] {
                    let cost = try Money(cost, account.currency)
                    let subscription = Subscription(
                        id: UUID(), name: name, cost: cost, dates: [today.adding(months: 1)], assetID: account.id)
                    try writer.insert(subscription)
                    for month in 1...3 {
                        try writer.insert(
                            SubscriptionPayment(
                                id: UUID(), subscriptionID: subscription.id, day: today.adding(months: -month),
                                amount: cost))
                    }
                }
            }))
}
