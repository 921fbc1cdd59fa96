import ExchangeRates
import HTTPNetworking
public import PluginKit
import Portfolio

/// The sources of prices of instruments: `fixed`, `http`, `rates`, `exec`, and `mock` with made-up ones. `http` needs the network's
/// plugin.
public struct PriceProvidersPlugin: Plugin {
    /// The plugin.
    public init() {}

    /// The plugin's providers and settings.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "price-providers",
            summary: "Prices of instruments from a table file, addresses, exchange rates, a program, or made up.",
            provides: [
                PluginManifest.Provision(
                    .prices,
                    providers: [
                        FixedPrices.providerName, HTTPPrices.providerName, RatePrices.providerName,
                        ExecPrices.providerName, MockPrices().name,
                    ],
                    defaults: [
                        FixedPrices.providerName, HTTPPrices.providerName, RatePrices.providerName,
                        ExecPrices.providerName,
                    ])
            ],
            settings: [FixedPrices.file, HTTPPrices.file, HTTPPrices.timeToLive, ExecPrices.command])
    }

    /// Registers the providers.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.prices, name: FixedPrices.providerName) { try FixedPrices($0.settings) }
        builder.register(.prices, name: HTTPPrices.providerName) {
            try HTTPPrices($0.settings, client: try await $0.resolve(.httpClient))
        }
        builder.register(.prices, name: RatePrices.providerName) {
            RatePrices(rates: try await $0.resolve(.portfolioRates))
        }
        builder.register(.prices, name: ExecPrices.providerName) { try ExecPrices($0.settings) }
        builder.register(.prices, name: MockPrices().name) { _ in MockPrices() }
    }
}
