import Allocation
import ExchangeRates
import Notifications
import Persistence
import Planning
public import PluginKit

/// Brings the reminders of savings goals.
public struct PlanningRemindersPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides one of the sources of ``PluginKit/ServiceKey/reminderSources``.
    public let manifest = PluginManifest(
        id: "planning-reminders",
        summary: "Reminders of payments, deadlines and months, and of goals that fall behind.",
        provides: [PluginManifest.Provision(.reminderSources, providers: [PlanningReminders.sourceName])],
        settings: [ReminderSettings.categories(PlanningReminders.categories)])

    /// Registers it.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.reminderSources, name: PlanningReminders.sourceName) {
            PlanningReminders(
                store: try await $0.resolve(.store), rates: try await $0.resolve(.rates),
                funding: try await $0.resolve(.funding), planning: try await $0.resolve(.planningSettings))
        }
    }
}
