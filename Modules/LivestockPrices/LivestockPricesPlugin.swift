import Livestock
public import PluginKit

/// The sources of livestock prices: `table`, `exec`, and `mock` with made-up ones.
public struct LivestockPricesPlugin: Plugin {
    /// The plugin.
    public init() {}

    /// The plugin's providers and settings.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "livestock-prices", summary: "Livestock prices from a table file, a program, or made up.",
            provides: [
                PluginManifest.Provision(
                    .livestockPrices,
                    providers: [TablePrices.providerName, ExecPrices.providerName, MockPrices().name],
                    defaults: [TablePrices.providerName])
            ],
            settings: [TablePrices.file, ExecPrices.command])
    }

    /// Registers the providers.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.livestockPrices, name: TablePrices.providerName) { try TablePrices($0.settings) }
        builder.register(.livestockPrices, name: ExecPrices.providerName) { try ExecPrices($0.settings) }
        builder.register(.livestockPrices, name: MockPrices().name) { _ in MockPrices() }
    }
}
