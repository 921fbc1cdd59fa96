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
    /// Tether's dollar, by code.
    public static let usdt = Currency(code: "USDT", kind: .coin, minorUnit: 6)
}
