import ExchangeRates
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
        builder.register(.funding, name: "all") { resolver in
            let sources = try await resolver.resolveEach(.fundingSources).map { name, source -> any FundingSource in
                switch source {
                case .success(let source): source
                case .failure(let error): UnavailableSource(name: name, reason: error.reason)
                }
            }
            let needsRates = sources.contains { $0.needsRates }
            // Rates that cannot be made are a gap of what needs them, and stop no deposit elsewhere.
            let rates: Result<ExchangeRateService, FundingSources.NoRates> =
                needsRates
                ? try await resolver.resolveIfPossible(.rates).mapError { .init(reason: $0.reason) }
                : .failure(.init(reason: "no source needs them"))
            return FundingSources(
                sources, followers: try await resolver.resolveAll(.fundingFollowers), rates: rates)
        }
    }
}
