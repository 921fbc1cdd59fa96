import ExchangeRates
public import Foundation
import Models
public import PluginKit

/// The providers of exchange rates: `fixed`.
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
            id: "rate-providers", summary: "Exchange rates from a table file.",
            provides: [.init(.exchangeRates, providers: [FixedRatesFile.name], defaults: [FixedRatesFile.name])],
            settings: FixedRatesFile.settings)
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
    }
}
