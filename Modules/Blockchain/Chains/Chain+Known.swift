import Models

extension Chain {
    /// Bitcoin.
    public static let bitcoin = bitcoinLike(
        "bitcoin", "Bitcoin", .btc, "https://mempool.space/address/", "https://mempool.space/tx/",
        BitcoinAddresses(
            chain: "Bitcoin", versions: [0, 5], testVersions: [111, 196], segwit: "bc", testSegwit: ["tb", "bcrt"],
            expected: "texts that begin with 1, 3 or bc1"))
    /// Litecoin.
    public static let litecoin = bitcoinLike(
        "litecoin", "Litecoin", .ltc, "https://litecoinspace.org/address/", "https://litecoinspace.org/tx/",
        // Its scripts began with 3, as Bitcoin's do, before they began with M.
        BitcoinAddresses(
            chain: "Litecoin", versions: [48, 50, 5], testVersions: [111, 58, 196], segwit: "ltc",
            testSegwit: ["tltc", "rltc"], replaced: [5: 50], expected: "texts that begin with L, M, 3 or ltc1"))
    /// Dogecoin.
    public static let dogecoin = bitcoinLike(
        "dogecoin", "Dogecoin", .doge, "https://blockchair.com/dogecoin/address/",
        "https://blockchair.com/dogecoin/transaction/",
        BitcoinAddresses(
            chain: "Dogecoin", versions: [30, 22], testVersions: [113, 196], expected: "texts that begin with D, 9 or A"
        ))
    /// Bitcoin Cash.
    public static let bitcoinCash = bitcoinLike(
        "bitcoin-cash", "Bitcoin Cash", .bch, "https://blockchair.com/bitcoin-cash/address/",
        "https://blockchair.com/bitcoin-cash/transaction/",
        BitcoinAddresses(
            chain: "Bitcoin Cash", versions: [0, 5], testVersions: [111, 196], cash: "bitcoincash",
            expected: "texts that begin with bitcoincash:, q, p, 1 or 3"))
    /// Ethereum.
    public static let ethereum = ethereumLike("ethereum", "Ethereum", .eth, 1, "https://etherscan.io")
    /// Polygon, with its native coin POL.
    public static let polygon = ethereumLike("polygon", "Polygon", .pol, 137, "https://polygonscan.com")
    /// BNB Chain.
    public static let bnb = ethereumLike("bnb", "BNB Chain", .bnb, 56, "https://bscscan.com")
    /// Avalanche's C-Chain.
    public static let avalanche = ethereumLike("avalanche", "Avalanche C-Chain", .avax, 43_114, "https://snowtrace.io")
    /// Arbitrum One.
    public static let arbitrum = ethereumLike("arbitrum", "Arbitrum One", .eth, 42_161, "https://arbiscan.io")
    /// OP Mainnet.
    public static let optimism = ethereumLike("optimism", "Optimism", .eth, 10, "https://optimistic.etherscan.io")
    /// Base.
    public static let base = ethereumLike("base", "Base", .eth, 8453, "https://basescan.org")
    /// Solana.
    public static let solana = Chain(
        id: "solana", name: "Solana", currency: .sol, addressPage: "https://solscan.io/account/",
        transactionPage: "https://solscan.io/tx/"
    ) { text throws(AddressError) in try SolanaAddresses.check(text, chain: "Solana") }
    /// The XRP Ledger.
    public static let xrp = Chain(
        id: "xrp", name: "XRP Ledger", currency: .xrp, addressPage: "https://livenet.xrpl.org/accounts/",
        transactionPage: "https://livenet.xrpl.org/transactions/"
    ) { text throws(AddressError) in try XRPAddresses.check(text, chain: "XRP Ledger") }
    /// Cardano.
    public static let cardano = Chain(
        id: "cardano", name: "Cardano", currency: .ada, addressPage: "https://cardanoscan.io/address/",
        transactionPage: "https://cardanoscan.io/transaction/"
    ) { text throws(AddressError) in try CardanoAddresses.check(text, chain: "Cardano") }
    /// Tron.
    public static let tron = Chain(
        id: "tron", name: "Tron", currency: .trx, addressPage: "https://tronscan.org/#/address/",
        transactionPage: "https://tronscan.org/#/transaction/"
    ) { text throws(AddressError) in try TronAddresses.check(text, chain: "Tron") }

    /// The chains that are known here, those with coins of their own first.
    public static let known: [Chain] = [
        .bitcoin, .litecoin, .dogecoin, .bitcoinCash, .ethereum, .polygon, .bnb, .avalanche, .solana, .xrp, .cardano,
        .tron, .arbitrum, .optimism, .base,
    ]

    /// The chain with an id, in any case; nil when it is not known here.
    public init?(id: String) {
        guard let chain = Chain.known.first(where: { $0.id == id.lowercased() }) else { return nil }
        self = chain
    }

    /// The chain whose native coin has a symbol; nil when there is none. Ether is Ethereum's, though other chains use it too.
    public static func predicted(forSymbol symbol: String) -> Chain? {
        known.first { $0.currency.code == symbol.uppercased() }
    }

    private static func bitcoinLike(
        _ id: String, _ name: String, _ currency: Currency, _ address: String, _ transaction: String,
        _ addresses: BitcoinAddresses
    ) -> Chain {
        Chain(id: id, name: name, currency: currency, addressPage: address, transactionPage: transaction) {
            text throws(AddressError) in try addresses.check(text)
        }
    }

    private static func ethereumLike(
        _ id: String, _ name: String, _ currency: Currency, _ number: Int, _ explorer: String
    ) -> Chain {
        Chain(
            id: id, name: name, currency: currency, ethereumID: number, addressPage: explorer + "/address/",
            transactionPage: explorer + "/tx/"
        ) { text throws(AddressError) in try EthereumAddresses.check(text, chain: name) }
    }
}
