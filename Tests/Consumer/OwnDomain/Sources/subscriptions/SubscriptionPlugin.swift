import Models
import Notifications
import Persistence
import PluginKit

/// Brings the kind of thing and its reminders to programs.
struct SubscriptionPlugin: Plugin {
    let manifest = PluginManifest(
        id: "subscriptions", summary: "What is paid for every month.",
        provides: [.init(.reminderSources, providers: ["subscriptions"])],
        settings: [ReminderSettings.categories([SubscriptionReminders.renewal])],
        kinds: [EntityKind(Subscription.self), EntityKind(SubscriptionPayment.self)])

    func register(in builder: inout ContainerBuilder) {
        builder.register(.reminderSources, name: "subscriptions") {
            SubscriptionReminders(store: try await $0.resolve(.store))
        }
    }
}
