import Models
import Notifications
import Persistence

/// Reminds of subscriptions on the days on which they are paid, unless that month is paid already.
struct SubscriptionReminders: ReminderSource {
    static let renewal = ReminderCategory("SUBSCRIPTION_RENEWAL", idPrefix: "renewal")

    let name = "subscriptions"
    let categories = [renewal]
    let store: any Store

    func occasions(from first: CalendarDay, to last: CalendarDay, _ call: Call) async throws -> [ReminderOccasion] {
        try await store.read { try $0.all(Subscription.self) }.flatMap { subscription in
            subscription.dates.filter { first <= $0 && $0 <= last }.map { date in
                ReminderOccasion(
                    Self.renewal, "\(subscription.id):\(date)", on: date,
                    about: ReminderSubject(Subscription.self, subscription.id))
            }
        }
    }

    func texts(
        of occasions: [ReminderOccasion], _ call: Call
    ) async throws -> Outcome<[ReminderOccasion.ID: ReminderText]> {
        try await store.read { reader in
            var texts: [ReminderOccasion.ID: ReminderText] = [:]
            for occasion in occasions {
                guard let id = occasion.subject?.id(of: Subscription.self),
                    let subscription = try reader.find(Subscription.self, id)
                else { continue }
                let payments = try reader.all(SubscriptionPayment.self, where: "subscriptionID", is: id)
                guard !payments.contains(where: { $0.day.month == occasion.day.month }) else { continue }
                texts[occasion.id] = ReminderText(
                    title: "\(subscription.name) costs \(subscription.cost)", body: "Paid every month.")
            }
            return Outcome(texts)
        }
    }
}
