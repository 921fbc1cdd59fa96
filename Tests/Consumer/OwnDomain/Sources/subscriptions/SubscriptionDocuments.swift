import CommandSupport
import Models
import Notifications
import Presentation

/// The documents that other programs may rely on.
enum SubscriptionDocuments {
    private static let shape = Shape<Subscription>(.value("name", \.name), .value("cost", \.cost))
    static let one = DocumentShape<Subscription>(
        "subscription", "A subscription that was added.", main: "subscription",
        Shape(.object("subscription", shape, { $0 }, named: "subscription")))
    static let all = DocumentShape<[Subscription]>(
        "subscriptions", "All subscriptions.", main: "subscriptions",
        Shape(.list("subscriptions", shape, { $0 }, named: "subscription")))
    private static let paymentShape = Shape<SubscriptionPayment>(.value("day", \.day), .value("amount", \.amount))
    static let payments = DocumentShape<[SubscriptionPayment]>(
        "subscriptionPayments", "Payments of a subscription.", main: "payments",
        Shape(.list("payments", paymentShape, { $0 }, named: "subscriptionPayment")))
    static let reminders = DocumentShape<[Reminder]>(
        "subscriptionReminders", "Reminders of subscriptions.", main: "reminders",
        Shape(.list("reminders", Shape<Reminder>(.value("day", \.day), .value("title", \.title)), { $0 })))
    static let conformance = DocumentShape<Bool>(
        "conformance", "Whether the store keeps what it is given.", main: "kept", Shape(.value("kept", { $0 })))

    private static let yearShape = Shape<YearTotal>(.value("year", \.year), .value("paid", \.paid))
    static let years = DocumentShape<[YearTotal]>(
        "subscriptionYears", "What was paid in each year.", main: "years", Shape(.list("years", yearShape, { $0 })))

    static let published = [one.description, all.description, payments.description, years.description]

    /// The answer with some subscriptions and the assets that pay them.
    static func answer(all: [(Subscription, Asset?)], asOf day: CalendarDay) -> Answer {
        Answer(
            Document(Self.all, all.map(\.0), asOf: day),
            lines: all.map { "\($0.name): \($0.cost) from \($1?.name ?? "nowhere"), next on \($0.dates[0])" })
    }
}
