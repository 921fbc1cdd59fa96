import ExchangeRates
public import Foundation
import HTTPNetworking
import Models
public import PluginKit

/// The providers of exchange rates: `fixed`, `ecb`, `coingecko`, `coinbase` and `exec`. Those that ask servers need the
/// network's plugin.
public struct RatesPlugin: Plugin {
    private let now: @Sendable () -> Date
    private let zone: TimeZone

    /// The plugin.
    ///
    /// - Parameters:
    ///   - now: the present instant.
    ///   - zone: the user's zone, in which dates of a table count as today or later.
    public init(now: @escaping @Sendable () -> Date, zone: TimeZone = .gmt) {
        self.now = now
        self.zone = zone
    }

    /// The plugin's providers and settings.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "rate-providers",
            summary: "Exchange rates from a table file, the ECB, CoinGecko, Coinbase, or a program.",
            provides: [
                .init(
                    .exchangeRates,
                    providers: [
                        FixedRatesFile.name, ECBRates.providerName, CoinGeckoRates.providerName,
                        CoinbaseRates.providerName, ExecRates.providerName,
                    ],
                    defaults: [
                        FixedRatesFile.name, ECBRates.providerName, CoinGeckoRates.providerName,
                        CoinbaseRates.providerName,
                    ])
            ],
            settings: FixedRatesFile.settings + [RateSettings.timeToLive] + ECBRates.settings
                + CoinGeckoSettings.all + [CoinbaseRates.baseURL, ExecRates.command])
    }

    /// Registers the providers.
    public func register(in builder: inout ContainerBuilder) {
        let now = now
        let zone = zone
        builder.register(.exchangeRates, name: FixedRatesFile.name) { resolver in
            let instant = now()
            let today = CalendarDay(utc: instant, secondsFromUTC: zone.secondsFromGMT(for: instant))
            return try FixedRatesFile.rates(resolver.settings, today: today)
        }
        builder.register(.exchangeRates, name: ECBRates.providerName) { resolver in
            ECBRates(
                address: try ServerAddress(ECBRates.baseURL, resolver.settings),
                client: try await resolver.resolve(.httpClient),
                timeToLive: try resolver.settings.duration(ECBRates.timeToLive), now: now)
        }
        builder.register(.exchangeRates, name: CoinGeckoRates.providerName) { resolver in
            CoinGeckoRates(
                settings: try CoinGeckoSettings(resolver.settings), client: try await resolver.resolve(.httpClient),
                timeToLive: try resolver.settings.duration(RateSettings.timeToLive), now: now)
        }
        builder.register(.exchangeRates, name: CoinbaseRates.providerName) { resolver in
            CoinbaseRates(
                address: try ServerAddress(CoinbaseRates.baseURL, resolver.settings),
                client: try await resolver.resolve(.httpClient),
                timeToLive: try resolver.settings.duration(RateSettings.timeToLive), now: now)
        }
        builder.register(.exchangeRates, name: ExecRates.providerName) { resolver in
            try ExecRates(resolver.settings, now: now)
        }
    }
}
