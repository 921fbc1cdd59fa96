import ExchangeRates
public import Models
import Persistence
public import PluginKit

/// Brings the kinds of things that portfolios are kept as, their settings and their rates.
public struct PortfolioPlugin: Plugin {
    /// A plugin.
    public init() {}

    /// The kinds of things that this module keeps.
    public static let kinds = [
        EntityKind(InvestmentPortfolio.self), EntityKind(Instrument.self), EntityKind(PortfolioTransaction.self),
        EntityKind(InstrumentPrice.self), EntityKind(FetchedPrice.self),
    ]

    /// Provides ``PluginKit/ServiceKey/portfolioSettings``, ``PluginKit/ServiceKey/portfolioRates`` and
    /// ``PluginKit/ServiceKey/priceSources``.
    public var manifest: PluginManifest {
        PluginManifest(
            id: "portfolio", summary: "Portfolios: units, costs, gains and prices of instruments.",
            provides: [
                PluginManifest.Provision(.portfolioSettings, providers: ["settings"]),
                PluginManifest.Provision(.portfolioRates, providers: ["chosen"]),
                PluginManifest.Provision(.priceSources, providers: ["chosen"]),
            ],
            settings: [PortfolioSettings.method, PortfolioSettings.taxYearStart, PortfolioSettings.longTerm],
            kinds: PortfolioPlugin.kinds)
    }

    /// Registers them.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.portfolioSettings, name: "settings") { try PortfolioSettings($0.settings) }
        builder.register(.priceSources, name: "chosen") { PriceSources(try await $0.resolveAll(.prices)) }
        builder.register(.portfolioRates, name: "chosen") {
            switch try await $0.resolveIfPossible(.rates) {
            case .success(let service): PortfolioRates(service)
            case .failure(let error): PortfolioRates(unavailable: error.reason)
            }
        }
    }
}
