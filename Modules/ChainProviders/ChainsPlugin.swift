import Allocation
import Blockchain
import HTTPNetworking
import Models
import Persistence
public import PluginKit

/// Balances on chains: a source of funding that knows what was last read, and the providers that read it.
public struct ChainsPlugin: Plugin {
    /// The plugin.
    public init() {}

    /// The plugin's providers and settings.
    public var manifest: PluginManifest { Self.manifest }

    private static let manifest: PluginManifest = {
        let chains = Chain.known.map { chain in
            let offers = ChainOffer.all(for: chain)
            return PluginManifest.Provision(
                .chain(chain), providers: offers.map(\.name) + [ExecChain.providerName, MockChain.providerName],
                defaults: offers.filter(\.isUsual).map(\.name))
        }
        return PluginManifest(
            id: "chains", summary: "Balances and transactions of addresses on chains.",
            provides: [
                .init(.fundingSources, providers: [ChainFunding.sourceName]),
                .init(.chainProviders, providers: ["chosen"]), .init(.chainSettings, providers: ["settings"]),
                .init(.chains, providers: ["used"]),
            ] + chains,
            settings: Chain.known.flatMap { ChainOffer.all(for: $0).map(\.setting) }
                + [TronGrid.key, Etherscan.key, TatumChains.key, ExecChain.command] + ChainSettings.definitions,
            kinds: [EntityKind(ChainBalance.self), EntityKind(ChainTransaction.self)])
    }()

    /// Registers the source and the providers.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.fundingSources, name: ChainFunding.sourceName) {
            ChainFunding(
                settings: try ChainSettings($0.settings),
                derivation: try await $0.resolveAll(.addressDerivation).first)
        }
        builder.register(.chainSettings, name: "settings") { try ChainSettings($0.settings) }
        builder.register(.chainProviders, name: "chosen") { resolver in
            var providers: [Chain: [any ChainProvider]] = [:]
            for chain in Chain.known { providers[chain] = try await resolver.resolveAll(.chain(chain)) }
            return ChainProviderTable(
                providers, derivation: try await resolver.resolveAll(.addressDerivation).first)
        }
        builder.register(.chains, name: "used") { resolver in
            try await ChainService(store: resolver.resolve(.store), providers: resolver.resolve(.chainProviders))
        }
        var paces: [String: RequestPace] = [:]
        for chain in Chain.known {
            for offer in ChainOffer.all(for: chain) {
                var shared: RequestPace?
                if case .shared(let name, let count) = offer.pace {
                    let pace = paces[name] ?? RequestPace(perSecond: count)
                    (paces[name], shared) = (pace, pace)
                }
                builder.register(.chain(chain), name: offer.name) { [shared] resolver in
                    try offer.make(
                        resolver.settings, client: await resolver.resolve(.httpClient), shared: shared)
                }
            }
            builder.register(.chain(chain), name: ExecChain.providerName) { try ExecChain($0.settings) }
            builder.register(.chain(chain), name: MockChain.providerName) { _ in MockChain() }
        }
    }
}
