import Allocation
public import PluginKit

/// Lets any program fund assets: the source `exec` of balances.
public struct ExecBalancesPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides the source ``Models/FundingSource`` named `exec`.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "exec-balances", summary: "Balances of assets from a program of yours.",
            provides: [PluginManifest.Provision(.fundingSources, providers: [ExecBalances.sourceName])],
            settings: [ExecBalances.command])
    }

    /// Registers the source.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.fundingSources, name: ExecBalances.sourceName) { try ExecBalances($0.settings) }
    }
}
