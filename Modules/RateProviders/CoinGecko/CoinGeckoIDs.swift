import Values

/// Finds CoinGecko's names of currencies. Symbols do not do: dozens of coins share the better known ones.
struct CoinGeckoIDs: Sendable {
    /// What is known about a currency.
    enum Finding: Equatable {
        case coin(id: String)
        case token(platform: String, contract: String)
        /// Several coins go by the code, and the settings choose none.
        case ambiguous([String])
        case unknown
    }

    private let chosen: [String: String]

    /// Names from the settings come before the table's. They are given by code, or by `chain:contract`.
    init(chosen: [String: String]) {
        self.chosen = Dictionary(chosen.map { (Self.key($0.key), $0.value) }) { first, _ in first }
    }

    func find(_ currency: Currency) -> Finding {
        if let id = chosen[Self.key(currency.identity)] { return .coin(id: id) }
        switch currency.kind {
        case .token(let chain, let contract):
            return Self.platforms[chain].map { .token(platform: $0, contract: contract) } ?? .unknown
        case .coin, .fiat:
            let candidates = Self.table[currency.code] ?? []
            if candidates.count > 1 { return .ambiguous(candidates) }
            return candidates.first.map { .coin(id: $0) } ?? .unknown
        }
    }

    private static func key(_ name: String) -> String {
        guard let colon = name.firstIndex(of: ":") else { return name.uppercased() }
        return name[colon...].hasPrefix(":0x") ? name.lowercased() : name
    }

    /// The currencies in which prices are given. VEF is among CoinGecko's, years after its end, and left out.
    static let quoteCodes = Set(
        """
        AED ARS AUD BCH BDT BHD BMD BNB BRL BTC CAD CHF CLP CNY CZK DKK DOT EOS ETH EUR GBP GEL HKD HUF IDR ILS INR
        JPY KRW KWD LINK LKR LTC MMK MXN MYR NGN NOK NZD PHP PKR PLN RUB SAR SEK SGD THB TRY TWD UAH USD VND XAG XAU
        XDR XLM XRP YFI ZAR
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// CoinGecko's names of chains.
    static let platforms = [
        "algorand": "algorand", "arbitrum": "arbitrum-one", "avalanche": "avalanche", "base": "base",
        "bnb": "binance-smart-chain", "bsc": "binance-smart-chain", "cardano": "cardano", "celo": "celo",
        "ethereum": "ethereum", "fantom": "fantom", "gnosis": "xdai", "linea": "linea",
        "optimism": "optimistic-ethereum",
        "polygon": "polygon-pos", "scroll": "scroll", "solana": "solana", "stellar": "stellar", "sui": "sui",
        "ton": "the-open-network", "tron": "tron", "zksync": "zksync",
    ]

    /// Ids by code. Where people mean different coins by one code, all are named and the settings have to choose.
    static let table: [String: [String]] = [
        "AAVE": ["aave"], "ADA": ["cardano"], "ALGO": ["algorand"], "APE": ["apecoin"], "APT": ["aptos"],
        "ARB": ["arbitrum"], "ATOM": ["cosmos"], "AVAX": ["avalanche-2"], "AXS": ["axie-infinity"],
        "BAL": ["balancer"], "BAT": ["basic-attention-token"], "BCH": ["bitcoin-cash"], "BNB": ["binancecoin"],
        "BSV": ["bitcoin-cash-sv"], "BTC": ["bitcoin"], "CAKE": ["pancakeswap-token"], "CELO": ["celo"],
        "CFX": ["conflux-token"], "CHZ": ["chiliz"], "COMP": ["compound-governance-token"],
        "CRO": ["crypto-com-chain"], "CRV": ["curve-dao-token"], "DAI": ["dai"], "DASH": ["dash"],
        "DGB": ["digibyte"], "DOGE": ["dogecoin"], "DOT": ["polkadot"], "DYDX": ["dydx-chain", "dydx"],
        "EGLD": ["elrond-erd-2"], "ENJ": ["enjincoin"], "ENS": ["ethereum-name-service"], "EOS": ["eos"],
        "ETC": ["ethereum-classic"], "ETH": ["ethereum"], "EURC": ["euro-coin"], "FET": ["fetch-ai"],
        "FIL": ["filecoin"], "FLOW": ["flow"], "FRAX": ["frax", "frax-share"], "FTM": ["fantom"],
        "GLMR": ["moonbeam"], "GNO": ["gnosis"], "GRT": ["the-graph"], "HBAR": ["hedera-hashgraph"],
        "ICP": ["internet-computer"], "IMX": ["immutable-x"], "INJ": ["injective-protocol"], "IOTA": ["iota"],
        "KAS": ["kaspa"], "KAVA": ["kava"], "KSM": ["kusama"], "LDO": ["lido-dao"], "LINK": ["chainlink"],
        "LRC": ["loopring"], "LTC": ["litecoin"], "LUNA": ["terra-luna-2", "terra-luna"],
        "MANA": ["decentraland"], "MATIC": ["matic-network"], "MINA": ["mina-protocol"], "MKR": ["maker"],
        "NEAR": ["near"], "NEO": ["neo"], "ONE": ["harmony"], "OP": ["optimism"], "PAXG": ["pax-gold"],
        "PEPE": ["pepe"], "POL": ["polygon-ecosystem-token"], "PYUSD": ["paypal-usd"], "QNT": ["quant-network"],
        "QTUM": ["qtum"], "RETH": ["rocket-pool-eth"], "RPL": ["rocket-pool"], "RUNE": ["thorchain"],
        "RVN": ["ravencoin"], "SAND": ["the-sandbox"], "SHIB": ["shiba-inu"], "SNX": ["havven"],
        "SOL": ["solana"], "STETH": ["staked-ether"], "STX": ["blockstack"], "SUI": ["sui"], "SUSHI": ["sushi"],
        "TIA": ["celestia"], "TON": ["the-open-network"], "TRX": ["tron"], "UNI": ["uniswap"],
        "USDC": ["usd-coin"], "USDE": ["ethena-usde"], "USDT": ["tether"], "VET": ["vechain"],
        "VTC": ["vertcoin"], "WBTC": ["wrapped-bitcoin"], "WETH": ["weth"], "WLD": ["worldcoin-wld"],
        "WSTETH": ["wrapped-steth"], "XDC": ["xdce-crowd-sale"], "XLM": ["stellar"], "XMR": ["monero"],
        "XRP": ["ripple"], "XTZ": ["tezos"], "YFI": ["yearn-finance"], "ZEC": ["zcash"], "ZEN": ["zencash"],
        "ZRX": ["0x"],
    ]
}
