import Foundation
import Models

/// Something paid for every month out of an asset.
struct Subscription: Hashable, Sendable {
    let id: UUID
    var name: String
    /// What it costs each month, in the asset's currency.
    var cost: Money
    /// The days on which it is paid.
    var dates: [CalendarDay]
    let assetID: UUID
}

extension Subscription: Entity {
    static let declaration = Declaration<Subscription>(
        "subscription", table: "subscriptions", since: "subscriptions 1.0", order: ["name", "id"], title: "name",
        fields: Fields(
            .key("id", \.id), .value("name", \.name), .value("cost", \.cost, currency: "currency"),
            .value("dates", \.dates), .value("assetID", \.assetID, to: "asset")
        ) { Subscription(id: $0, name: $1, cost: $2, dates: $3, assetID: $4) },
        whole: { try $0.issuesOfPayments(in: $1) })

    var summary: String { "subscription '\(name)' for \(cost) a month" }

    func issues(in reader: any EntityReader) throws -> [ValidationIssue] {
        var issues: [ValidationIssue] = []
        if !cost.isPositive {
            issues.append(
                ValidationIssue(code: "notPositive", field: "cost", message: "'\(name)' has to cost something."))
        }
        if let asset = try reader.find(Asset.self, assetID), asset.currency != cost.currency {
            issues.append(
                ValidationIssue(
                    code: "currencyMismatch", field: "cost",
                    message: "'\(asset.name)' is in \(asset.currency) and cannot pay \(cost)."))
        }
        return issues
    }

    /// A month that is paid twice.
    private func issuesOfPayments(in reader: any EntityReader) throws -> [ValidationIssue] {
        let payments = try reader.all(SubscriptionPayment.self, where: "subscriptionID", is: id)
        for (payment, next) in zip(payments, payments.dropFirst()) where payment.day.month == next.day.month {
            return [
                ValidationIssue(
                    code: "paidTwice", field: "day", message: "'\(name)' would be paid twice in \(next.day.month).")
            ]
        }
        return []
    }
}
