import Blockchain
import PluginKit

/// What both versions of Tatum's interface have in common: the key, and their words for chains.
enum TatumChains {
    static let key = SettingDefinition(
        "blockchain.tatum.apiKey", .string, secret: true, "A key of Tatum; one is good for all its chains.")

    /// The word for a chain in version 4; nil where Tatum does not know it.
    static func name(of chain: Chain) -> String? {
        switch chain {
        case .bitcoin: "bitcoin-mainnet"
        case .litecoin: "litecoin-mainnet"
        case .dogecoin: "doge-mainnet"
        case .bitcoinCash: "bitcoin-cash-mainnet"
        case .ethereum: "ethereum-mainnet"
        case .polygon: "polygon-mainnet"
        case .bnb: "bsc-mainnet"
        case .avalanche: "avax-mainnet"
        case .arbitrum: "arb-one-mainnet"
        case .optimism: "optimism-mainnet"
        case .base: "base-mainnet"
        case .solana: "solana-mainnet"
        case .xrp: "ripple-mainnet"
        case .cardano: "cardano-mainnet"
        case .tron: "tron-mainnet"
        default: nil
        }
    }

    /// The word for a chain in the paths of version 3; nil where it has none.
    static func path(of chain: Chain) -> String? {
        switch chain {
        case .bitcoin: "bitcoin"
        case .litecoin: "litecoin"
        case .dogecoin: "dogecoin"
        case .bitcoinCash: "bcash"
        case .ethereum: "ethereum"
        case .polygon: "polygon"
        case .bnb: "bsc"
        case .solana: "solana"
        case .xrp: "xrp"
        case .cardano: "ada"
        case .tron: "tron"
        default: nil
        }
    }

    /// Whether a chain counts coins that were not spent, as Bitcoin does.
    static func countsOutputs(_ chain: Chain) -> Bool {
        [.bitcoin, .litecoin, .dogecoin, .bitcoinCash].contains(chain)
    }
}
