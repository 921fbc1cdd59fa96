import Allocation
import FileFormats
public import PluginKit

/// Lets journals of hledger, ledger and beancount fund assets: the source `journal` of balances.
public struct JournalBalancesPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// Provides the source ``Models/FundingSource`` named `journal`.
    public let manifest = PluginManifest(
        id: "journal-balances", summary: "Balances of assets from journals that you keep.",
        provides: [PluginManifest.Provision(.fundingSources, providers: [JournalPlace.sourceName])])

    /// Registers the source.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.fundingSources, name: JournalPlace.sourceName) { _ in JournalFunding() }
    }
}
