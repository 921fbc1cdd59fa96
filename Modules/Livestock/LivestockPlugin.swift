import Persistence
public import PluginKit
public import Values

/// Brings holdings, herds, their events and prices, and the settings of their values.
public struct LivestockPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// The kinds of things that this module keeps.
    public static let kinds = [
        EntityKind(Holding.self), EntityKind(Herd.self), EntityKind(HerdEvent.self), EntityKind(LivestockPrice.self),
        EntityKind(Saleyard.self), EntityKind(BreedPremium.self),
    ]

    /// Provides ``PluginKit/ServiceKey/livestockSettings``.
    public let manifest = PluginManifest(
        id: "livestock", summary: "Herds, their events, prices and values.",
        provides: [
            PluginManifest.Provision(.livestockSettings, providers: ["settings"]),
            PluginManifest.Provision(.livestockPriceSources, providers: ["chosen"]),
            PluginManifest.Provision(.changePermissions, providers: ["livestock.role"]),
        ],
        settings: LivestockSettings.all, kinds: LivestockPlugin.kinds)

    /// Registers it.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.livestockSettings, name: "settings") { try LivestockSettings($0.settings) }
        builder.register(.changePermissions, name: "livestock.role") {
            try LivestockRole($0.settings).permission
        }
        builder.register(.livestockPriceSources, name: "chosen") {
            LivestockPriceSources(try await $0.resolveAll(.livestockPrices))
        }
    }
}
