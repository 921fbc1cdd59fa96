public import Models
public import PluginKit

/// Brings the settings of reminders.
public struct NotificationsPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides ``PluginKit/ServiceKey/reminderSettings``.
    public let manifest = PluginManifest(
        id: "notifications", summary: "Reminders of payments, deadlines and months, and the outbox they are sent from.",
        provides: [PluginManifest.Provision(.reminderSettings, providers: ["settings"])],
        settings: ReminderSettings.all)

    /// Registers them.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.reminderSettings, name: "settings") { try ReminderSettings($0.settings) }
    }
}
