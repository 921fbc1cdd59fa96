import Persistence
public import PluginKit
import Values

/// Brings the service that asks the chosen providers of rates, after the pegs, and the currency for totals.
public struct ExchangeRatesPlugin: Plugin {
    /// How long a provider that did not answer in time is left alone.
    static let rest = SettingDefinition(
        "exchangeRates.rest", .duration, default: "1min",
        "How long a provider that did not answer in time is left alone; what it said before counts meanwhile.")

    /// A plugin.
    public init() {}

    /// Provides ``PluginKit/ServiceKey/rates`` and ``PluginKit/ServiceKey/display``.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "exchange-rates", summary: "Rates of the chosen providers, pegs, and the currency for totals.",
            provides: [
                PluginManifest.Provision(.rates, providers: ["chosen"]),
                PluginManifest.Provision(.display, providers: ["settings"]),
            ],
            settings: [DisplayCurrency.setting, PegRates.setting, Self.rest],
            kinds: [EntityKind(Household.self), EntityKind(GivenRate.self)])
    }

    /// Registers both.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.rates, name: "chosen") { resolver in
            let pegs = try PegRates(resolver.settings)
            // Entered rates are asked for last. A store that cannot be read keeps no other rate away.
            let given = try? await resolver.resolveIfPossible(.store).map { GivenRates(store: $0) }.get()
            return ExchangeRateService(
                providers: [pegs] + (try await resolver.resolveAll(.exchangeRates)) + (given.map { [$0] } ?? []),
                rest: try resolver.settings.duration(Self.rest))
        }
        builder.register(.display, name: "settings") { try DisplayCurrency($0.settings) }
    }
}

extension ServiceKey where Service == ExchangeRateService {
    /// Rates of the chosen providers together.
    public static var rates: ServiceKey<ExchangeRateService> {
        ServiceKey<ExchangeRateService>("rates", selection: .every)
    }
}
