import ExchangeRates
import HTTPNetworking
public import PluginKit

/// The providers of exchange rates: `fixed`, `ecb`, `coingecko`, `coinbase`, `exec`, and `mock` with made-up ones. Those
/// that contact servers need the network's plugin.
public struct RatesPlugin: Plugin {
    /// The plugin.
    public init() {}

    /// The plugin's providers and settings.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "rate-providers",
            summary: "Exchange rates from a table file, the ECB, CoinGecko, Coinbase, a program, or made up.",
            provides: [
                .init(
                    .exchangeRates,
                    providers: [
                        FixedRatesFile.providerName, ECBRates.providerName, CoinGeckoRates.providerName,
                        CoinbaseRates.providerName, ExecRates.providerName, MockRates().name,
                    ],
                    defaults: [
                        FixedRatesFile.providerName, ECBRates.providerName, CoinGeckoRates.providerName,
                        CoinbaseRates.providerName,
                    ])
            ],
            settings: FixedRatesFile.settings + [RateSettings.timeToLive] + ECBRates.settings
                + CoinGeckoSettings.all + [CoinbaseRates.baseURL, ExecRates.command])
    }

    /// Registers the providers.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.exchangeRates, name: FixedRatesFile.providerName) { resolver in
            try FixedRatesFile.rates(resolver.settings)
        }
        builder.register(.exchangeRates, name: ECBRates.providerName) { resolver in
            ECBRates(
                address: try ServerAddress(ECBRates.baseURL, resolver.settings),
                client: try await resolver.resolve(.httpClient),
                timeToLive: try resolver.settings.duration(ECBRates.timeToLive))
        }
        builder.register(.exchangeRates, name: CoinGeckoRates.providerName) { resolver in
            CoinGeckoRates(
                settings: try CoinGeckoSettings(resolver.settings), client: try await resolver.resolve(.httpClient),
                timeToLive: try resolver.settings.duration(RateSettings.timeToLive))
        }
        builder.register(.exchangeRates, name: CoinbaseRates.providerName) { resolver in
            CoinbaseRates(
                address: try ServerAddress(CoinbaseRates.baseURL, resolver.settings),
                client: try await resolver.resolve(.httpClient),
                timeToLive: try resolver.settings.duration(RateSettings.timeToLive))
        }
        builder.register(.exchangeRates, name: ExecRates.providerName) { resolver in
            try ExecRates(resolver.settings)
        }
        builder.register(.exchangeRates, name: MockRates().name) { _ in MockRates() }
    }
}
