import Persistence
public import PluginKit
public import Values

/// Brings the settings of reminders and the outbox that they are sent from.
public struct NotificationsPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides ``PluginKit/ServiceKey/reminderSettings``, ``PluginKit/ServiceKey/reminders``,
    /// ``PluginKit/ServiceKey/channelList`` and ``PluginKit/ServiceKey/reminderOutbox``.
    public let manifest = PluginManifest(
        id: "notifications", summary: "Reminders of all sources, and the outbox they are sent from.",
        provides: [
            PluginManifest.Provision(.reminderSettings, providers: ["settings"]),
            PluginManifest.Provision(.reminders, providers: ["all"]),
            PluginManifest.Provision(.channelList, providers: ["chosen"]),
            PluginManifest.Provision(.reminderOutbox, providers: ["outbox"]),
        ],
        settings: ReminderSettings.all, kinds: NotificationsPlugin.kinds)

    /// The kinds of things that this module keeps.
    public static let kinds = [
        EntityKind(Delivery.self, upgrades: [1: Delivery.upgradedToSubjects]), EntityKind(ReminderCursor.self),
        EntityKind(QuietHoursChoice.self),
    ]

    /// Registers them.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.reminderSettings, name: "settings") { try ReminderSettings($0.settings) }
        builder.register(.reminders, name: "all") { try ReminderSources(try await $0.resolveAll(.reminderSources)) }
        builder.register(.channelList, name: "chosen") { ChannelList(try await $0.resolveAll(.notifications)) }
        builder.register(.reminderOutbox, name: "outbox") { DeliveryLog(store: try await $0.resolve(.store)) }
    }
}
