import Allocation
import Blockchain
import HTTPNetworking
import Models
public import PluginKit

/// Balances on chains: a source of funding that knows what was last read, and the providers that read it.
public struct ChainsPlugin: Plugin {
    /// The plugin.
    public init() {}

    /// The plugin's providers and settings.
    public var manifest: PluginManifest {
        let chains = Chain.known.map { chain in
            PluginManifest.Provision(
                .chain(chain), providers: Self.offers(chain).map(\.name) + [MockChain.providerName],
                defaults: Self.offers(chain).map(\.name))
        }
        return PluginManifest(
            id: "chains", summary: "Balances of addresses on chains.",
            provides: [
                .init(.fundingSources, providers: [ChainFunding.sourceName]),
                .init(.chainProviders, providers: ["chosen"]),
            ] + chains,
            settings: Chain.known.flatMap { Self.offers($0).map(\.setting) } + [TronGridBalances.key],
            kinds: [EntityKind(ChainBalance.self)])
    }

    /// Registers the source and the providers.
    public func register(in builder: inout ContainerBuilder) {
        builder.register(.fundingSources, name: ChainFunding.sourceName) { _ in ChainFunding() }
        builder.register(.chainProviders, name: "chosen") { resolver in
            var providers: [Chain: [any ChainProvider]] = [:]
            for chain in Chain.known { providers[chain] = try await resolver.resolveAll(.chain(chain)) }
            return ChainProviderTable(providers)
        }
        for chain in Chain.known {
            for offer in Self.offers(chain) {
                builder.register(.chain(chain), name: offer.name) { resolver in
                    var server = ChainServer(
                        name: offer.name, address: try ServerAddress(offer.setting, resolver.settings),
                        client: try await resolver.resolve(.httpClient))
                    if offer.name == TronGridBalances.providerName, try resolver.settings.hasValue(TronGridBalances.key)
                    {
                        server.secretHeaders["TRON-PRO-API-KEY"] = try resolver.settings.string(TronGridBalances.key)
                    }
                    return offer.make(server)
                }
            }
            builder.register(.chain(chain), name: MockChain.providerName) { _ in MockChain() }
        }
    }

    /// A provider for one chain: its name, the setting of its address, and how it is made.
    private struct Offer {
        let name: String
        let setting: SettingDefinition
        let make: @Sendable (ChainServer) -> any ChainProvider

        init(
            _ name: String, _ chain: Chain, _ address: String,
            make: @escaping @Sendable (ChainServer) -> any ChainProvider
        ) {
            self.name = name
            setting = SettingDefinition(
                "blockchain.\(chain.id).\(name).baseURL", .url, default: address,
                "The address of \(name) for \(chain.name).", refusal: ServerAddress.refusal())
            self.make = make
        }
    }

    private static func offers(_ chain: Chain) -> [Offer] {
        func esplora(_ address: String) -> Offer {
            Offer(EsploraBalances.providerName, chain, address) { EsploraBalances(server: $0) }
        }
        func blockbook(_ address: String) -> Offer {
            Offer(BlockbookBalances.providerName, chain, address) { BlockbookBalances(server: $0) }
        }
        func node(_ host: String) -> [Offer] {
            [Offer(JSONRPCBalances.providerName, chain, "https://\(host)") { JSONRPCBalances(server: $0) }]
        }
        return switch chain {
        case .bitcoin: [esplora("https://blockstream.info/api"), blockbook("https://btc1.trezor.io")]
        case .litecoin: [esplora("https://litecoinspace.org/api"), blockbook("https://ltc1.trezor.io")]
        case .dogecoin: [blockbook("https://doge1.trezor.io")]
        case .bitcoinCash: [blockbook("https://bch1.trezor.io")]
        case .ethereum: node("ethereum-rpc.publicnode.com")
        case .polygon: node("polygon-bor-rpc.publicnode.com")
        case .bnb: node("bsc-rpc.publicnode.com")
        case .avalanche: node("avalanche-c-chain-rpc.publicnode.com")
        case .arbitrum: node("arbitrum-one-rpc.publicnode.com")
        case .optimism: node("optimism-rpc.publicnode.com")
        case .base: node("base-rpc.publicnode.com")
        case .solana:
            [
                Offer(SolanaBalances.providerName, chain, "https://api.mainnet-beta.solana.com") {
                    SolanaBalances(server: $0)
                }
            ]
        case .xrp: [Offer(XRPLBalances.providerName, chain, "https://s1.ripple.com:51234") { XRPLBalances(server: $0) }]
        case .cardano:
            [Offer(KoiosBalances.providerName, chain, "https://api.koios.rest/api/v1") { KoiosBalances(server: $0) }]
        case .tron:
            [Offer(TronGridBalances.providerName, chain, "https://api.trongrid.io") { TronGridBalances(server: $0) }]
        default: []
        }
    }
}
