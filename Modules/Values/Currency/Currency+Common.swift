extension Currency {
    /// The US dollar.
    public static let usd = Currency(code: "USD", kind: .fiat, minorUnit: 2)
    /// The euro.
    public static let eur = Currency(code: "EUR", kind: .fiat, minorUnit: 2)
    /// The pound sterling.
    public static let gbp = Currency(code: "GBP", kind: .fiat, minorUnit: 2)
    /// The yen.
    public static let jpy = Currency(code: "JPY", kind: .fiat, minorUnit: 0)
    /// Bitcoin.
    public static let btc = Currency(code: "BTC", kind: .coin, minorUnit: 8)
    /// Ether.
    public static let eth = Currency(code: "ETH", kind: .coin, minorUnit: 18)
    /// Litecoin.
    public static let ltc = Currency(code: "LTC", kind: .coin, minorUnit: 8)
    /// Dogecoin.
    public static let doge = Currency(code: "DOGE", kind: .coin, minorUnit: 8)
    /// Bitcoin Cash.
    public static let bch = Currency(code: "BCH", kind: .coin, minorUnit: 8)
    /// Polygon's coin.
    public static let pol = Currency(code: "POL", kind: .coin, minorUnit: 18)
    /// BNB Chain's coin.
    public static let bnb = Currency(code: "BNB", kind: .coin, minorUnit: 18)
    /// Avalanche's coin.
    public static let avax = Currency(code: "AVAX", kind: .coin, minorUnit: 18)
    /// Solana's coin.
    public static let sol = Currency(code: "SOL", kind: .coin, minorUnit: 9)
    /// The XRP Ledger's coin.
    public static let xrp = Currency(code: "XRP", kind: .coin, minorUnit: 6)
    /// Cardano's coin.
    public static let ada = Currency(code: "ADA", kind: .coin, minorUnit: 6)
    /// Tron's coin.
    public static let trx = Currency(code: "TRX", kind: .coin, minorUnit: 6)
    /// Tether's dollar, by code.
    public static let usdt = Currency(code: "USDT", kind: .coin, minorUnit: 6)
}
