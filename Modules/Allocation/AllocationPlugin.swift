import Models
public import PluginKit

/// Brings goals, assets, allocations and transactions, and the sources of balances of all plugins together.
public struct AllocationPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides ``PluginKit/ServiceKey/funding``.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "allocation", summary: "Balances of assets from all their sources.",
            provides: [PluginManifest.Provision(.funding, providers: ["all"])], kinds: EntityKind.savings)
    }

    /// Registers it.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.funding, name: "all") {
            FundingSources(
                try await $0.resolveAll(.fundingSources), followers: try await $0.resolveAll(.fundingFollowers))
        }
    }
}
