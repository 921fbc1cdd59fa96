import Foundation
import Models
import WebPages

extension Page {
    /// The address of a subscription's page.
    static func path(_ subscription: Subscription) -> String {
        "/subscriptions/\(subscription.id.uuidString.lowercased())"
    }

    /// Subscriptions with their prices and the assets that pay them.
    static func table(of rows: [(Subscription, Asset?)], _ style: PageStyle) -> HTML {
        var table = DataTable("Subscriptions", [.text("Name"), .number("Each month"), .text("Paid by")])
        for (subscription, asset) in rows {
            table.add(
                [
                    .link(subscription.name, to: path(subscription)), style.amount(subscription.cost),
                    .name(asset?.name ?? ""),
                ], key: subscription.id.uuidString)
        }
        return table.html
    }

    /// All subscriptions.
    static func subscriptions(_ rows: [(Subscription, Asset?)], _ style: PageStyle) -> Page {
        Page(
            "Subscriptions", in: "Subscriptions",
            [
                HTML("h1", text: "Subscriptions"),
                style.writing == nil
                    ? .nothing
                    : HTML("p", [.class("actions")], [.button("New subscription", to: "/subscriptions/new")]),
                rows.isEmpty ? .paragraph("No subscriptions yet.", "empty") : table(of: rows, style),
            ])
    }

    /// One subscription with its payments, and a form for another one.
    static func subscription(
        _ subscription: Subscription, _ payments: [SubscriptionPayment], _ fields: FormFields, _ style: PageStyle
    ) -> Page {
        var table = DataTable("Payments", [.text("Date"), .number("Amount")])
        for payment in payments { table.add([style.day(payment.day), style.amount(payment.amount)]) }
        return Page(
            subscription.name, in: "Subscriptions",
            [
                HTML("h1", [], [.name(subscription.name)]),
                HTML("p", [], [.link("All subscriptions", to: "/subscriptions")]), fields.summary,
                .cards([
                    .card(
                        "Payments", id: "payments",
                        [
                            .facts([(name: "Each month", value: style.amount(subscription.cost))]),
                            payments.isEmpty ? .paragraph("Never paid.", "empty") : table.html,
                        ]),
                    .card(
                        "Paid it?", id: "pay",
                        [
                            style.form(
                                "\(path(subscription))/payments",
                                [fields.input("date", "Date", type: "date", otherwise: "\(style.today)")],
                                save: "Note the payment")
                        ]),
                ]),
            ])
    }

    /// A new subscription.
    static func newSubscription(_ assets: [Asset], _ fields: FormFields, _ style: PageStyle) -> Page {
        Page(
            "New subscription", in: "Subscriptions",
            [
                HTML("h1", text: "New subscription"), fields.summary,
                .card(
                    "About it", id: "new",
                    [
                        style.form(
                            "/subscriptions/new",
                            [
                                fields.input("name", "Name", [.init("dir", "auto")]),
                                fields.number("cost", "Price for each month", style),
                                fields.choice(
                                    "asset", "Paid by", otherwise: assets.first?.id.uuidString ?? "",
                                    assets.map { ($0.id.uuidString, "\($0.name), in \($0.currency)") }),
                            ], save: "Add the subscription")
                    ]),
            ])
    }
}
