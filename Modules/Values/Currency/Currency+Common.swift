extension Currency {
    /// The US dollar.
    public static let usd = Currency(common: "USD")
    /// The euro.
    public static let eur = Currency(common: "EUR")
    /// The pound sterling.
    public static let gbp = Currency(common: "GBP")
    /// The yen.
    public static let jpy = Currency(common: "JPY")
    /// Bitcoin.
    public static let btc = Currency(common: "BTC")
    /// Ether.
    public static let eth = Currency(common: "ETH")
    /// Litecoin.
    public static let ltc = Currency(common: "LTC")
    /// Dogecoin.
    public static let doge = Currency(common: "DOGE")
    /// Bitcoin Cash.
    public static let bch = Currency(common: "BCH")
    /// Polygon's coin.
    public static let pol = Currency(common: "POL")
    /// BNB Chain's coin.
    public static let bnb = Currency(common: "BNB")
    /// Avalanche's coin.
    public static let avax = Currency(common: "AVAX")
    /// Solana's coin.
    public static let sol = Currency(common: "SOL")
    /// The XRP Ledger's coin.
    public static let xrp = Currency(common: "XRP")
    /// Cardano's coin.
    public static let ada = Currency(common: "ADA")
    /// Tron's coin.
    public static let trx = Currency(common: "TRX")
    /// Tether's dollar, by code.
    public static let usdt = Currency(common: "USDT")
}
