import Blockchain
import HTTPNetworking
import PluginKit

/// A server that can be chosen for one chain: its name, the setting of its address, and how it is made.
struct ChainOffer: Sendable {
    /// How a server is let know who asks.
    enum Key: Sendable {
        /// A field of the header.
        case header(String, SettingDefinition)
        /// A parameter of the address.
        case query(String, SettingDefinition)
    }

    /// How often a server answers.
    enum Pace: Sendable {
        /// So many times a second, counted for all chains of a key together.
        case shared(String, perSecond: Int)
        /// So many times a second without a key.
        case withoutKey(perSecond: Int)
    }

    let name: String
    let setting: SettingDefinition
    /// Whether it is asked when no setting chooses.
    let isUsual: Bool
    /// How often it may be contacted; nil when only the number of open connections counts.
    let pace: Pace?
    private let key: Key?
    private let provider: @Sendable (ChainServer) -> any ChainProvider

    private init(
        _ name: String, _ chain: Chain, _ address: String, isUsual: Bool = true, key: Key? = nil, pace: Pace? = nil,
        provider: @escaping @Sendable (ChainServer) -> any ChainProvider
    ) {
        self.name = name
        setting = SettingDefinition(
            "blockchain.\(chain.id).\(name).baseURL", .url, default: address,
            "The address of \(name) for \(chain.name).", refusal: ServerAddress.refusal())
        self.isUsual = isUsual
        self.key = key
        self.pace = pace
        self.provider = provider
    }

    /// The provider as the settings want it.
    ///
    /// - Throws: `SettingsError`.
    func make(
        _ settings: any SettingsReader, client: HTTPClient, shared: RequestPace?
    ) throws -> any ChainProvider {
        let hasKey =
            switch key {
            case .header(_, let key), .query(_, let key): try settings.hasValue(key)
            case nil: false
            }
        var server = ChainServer(
            name: name, address: try ServerAddress(setting, settings), client: client,
            pace: shared ?? RequestPace(perSecond: hasKey ? nil : countWithoutKey))
        switch key {
        case .header(let field, let key) where try settings.hasValue(key):
            server.secretHeaders[field] = try settings.string(key)
        case .query(let parameter, let key) where try settings.hasValue(key):
            server.secretQuery = (parameter, try settings.string(key))
        default: break
        }
        return RedactedChain(provider: provider(server), redactor: Redactor(secrets: server.secrets))
    }

    private var countWithoutKey: Int? {
        if case .withoutKey(let count) = pace { count } else { nil }
    }

    /// The servers of a chain, those that are asked when no setting chooses first.
    static func all(for chain: Chain) -> [ChainOffer] {
        var offers: [ChainOffer] =
            switch chain {
            case .bitcoin:
                [esplora(chain, "https://blockstream.info/api"), blockbook(chain, "https://btc1.trezor.io")]
            case .litecoin:
                [esplora(chain, "https://litecoinspace.org/api"), blockbook(chain, "https://ltc1.trezor.io")]
            case .dogecoin: [blockbook(chain, "https://doge1.trezor.io")]
            case .bitcoinCash: [blockbook(chain, "https://bch1.trezor.io")]
            case .ethereum: node(chain, "ethereum-rpc.publicnode.com")
            case .polygon: node(chain, "polygon-bor-rpc.publicnode.com")
            case .bnb: node(chain, "bsc-rpc.publicnode.com")
            case .avalanche: node(chain, "avalanche-c-chain-rpc.publicnode.com")
            case .arbitrum: node(chain, "arbitrum-one-rpc.publicnode.com")
            case .optimism: node(chain, "optimism-rpc.publicnode.com")
            case .base: node(chain, "base-rpc.publicnode.com")
            case .solana:
                [
                    ChainOffer(SolanaNode.providerName, chain, "https://api.mainnet-beta.solana.com") {
                        SolanaNode(server: $0)
                    }
                ]
            case .xrp:
                [ChainOffer(XRPLServer.providerName, chain, "https://s1.ripple.com:51234") { XRPLServer(server: $0) }]
            case .cardano:
                [ChainOffer(Koios.providerName, chain, "https://api.koios.rest/api/v1") { Koios(server: $0) }]
            case .tron:
                [
                    ChainOffer(
                        TronGrid.providerName, chain, "https://api.trongrid.io",
                        key: .header("TRON-PRO-API-KEY", TronGrid.key), pace: .withoutKey(perSecond: 3)
                    ) { TronGrid(server: $0) }
                ]
            default: []
            }
        let tatum = Key.header("x-api-key", TatumChains.key)
        if TatumChains.name(of: chain) != nil {
            offers.append(
                ChainOffer(
                    Tatum.providerName, chain, "https://api.tatum.io/v4", isUsual: false, key: tatum,
                    pace: .shared("tatum", perSecond: 3)
                ) { Tatum(server: $0) })
        }
        if TatumChains.path(of: chain) != nil {
            offers.append(
                ChainOffer(
                    TatumV3.providerName, chain, "https://api.tatum.io/v3", isUsual: false, key: tatum,
                    pace: .shared("tatum", perSecond: 3)
                ) { TatumV3(server: $0) })
        }
        return offers
    }

    private static func esplora(_ chain: Chain, _ address: String) -> ChainOffer {
        ChainOffer(Esplora.providerName, chain, address) { Esplora(server: $0) }
    }

    private static func blockbook(_ chain: Chain, _ address: String) -> ChainOffer {
        ChainOffer(Blockbook.providerName, chain, address) { Blockbook(server: $0) }
    }

    private static func node(_ chain: Chain, _ host: String) -> [ChainOffer] {
        [
            ChainOffer(JSONRPCNode.providerName, chain, "https://\(host)") { JSONRPCNode(server: $0) },
            ChainOffer(
                Etherscan.providerName, chain, "https://api.etherscan.io/v2", isUsual: false,
                key: .query("apikey", Etherscan.key), pace: .shared("etherscan", perSecond: 3)
            ) { Etherscan(server: $0) },
        ]
    }
}
