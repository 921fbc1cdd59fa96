package import Values

extension Currency {
    /// The currencies that are written with a sign that several have, or with an abbreviation that is no code.
    private static let signs: [String: Set<String>] = [
        "$": [
            "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "BBD", "BMD", "BND", "BSD",
            "BZD",
            "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD", "UYU", "XCD",
        ],
        "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"], "円": ["JPY"], "元": ["CNY"],
        "kr": ["SEK", "NOK", "DKK", "ISK"], "zł": ["PLN"], "fr": ["CHF"], "sfr": ["CHF"], "kč": ["CZK"], "ft": ["HUF"],
        "lei": ["RON"], "leu": ["RON"], "лв": ["BGN"], "din": ["RSD"], "kn": ["HRK"], "tl": ["TRY"], "₺": ["TRY"],
        "rs": ["INR", "PKR", "LKR", "NPR", "MUR"], "r$": ["BRL"], "rm": ["MYR"], "rp": ["IDR"], "r": ["ZAR"],
        "руб": ["RUB"], "р": ["RUB"], "₴": ["UAH"], "грн": ["UAH"], "₪": ["ILS"], "฿": ["THB"], "₫": ["VND"],
        "đ": ["VND"], "₱": ["PHP"], "₦": ["NGN"], "₡": ["CRC"], "s/": ["PEN"], "us$": ["USD"], "a$": ["AUD"],
        "c$": ["CAD"], "nz$": ["NZD"], "s$": ["SGD"], "hk$": ["HKD"], "nt$": ["TWD"], "mx$": ["MXN"],
        "euro": ["EUR"], "euros": ["EUR"], "dollar": ["USD", "AUD", "CAD"], "ksh": ["KES"], "pln": ["PLN"],
    ]

    /// Whether a code or a sign beside an amount may stand for it. What is neither may turn its sign or its size, as DR and k do,
    /// and stands for none.
    package func isWritten(_ sign: String) -> Bool {
        // Abbreviations may end with a point: `Fr.`.
        let plain = sign.count > 1 && sign.hasSuffix(".") ? sign.lowercased().dropLast() : sign.lowercased()[...]
        if let codes = Currency.signs[String(plain)] { return isFiat && codes.contains(code) }
        if sign == code { return true }
        return (try? ImportCurrency(sign))?.currency == self
    }
}

/// The sign that a file uses for a currency: a code, a hundredth of a currency such as GBp, or an exchange's own name for it.
package struct ImportCurrency: Hashable {
    package let currency: Currency
    /// Whether amounts are hundredths of it (I9).
    package let isHundredth: Bool

    /// Names that exchanges have of their own.
    private static let names = [
        "XBT": "BTC", "XXBT": "BTC", "XETH": "ETH", "XLTC": "LTC", "XXRP": "XRP", "XXLM": "XLM", "XXMR": "XMR",
        "XZEC": "ZEC", "XETC": "ETC", "XDG": "DOGE", "XXDG": "DOGE", "XREP": "REP", "ZEUR": "EUR", "ZUSD": "USD",
        "ZGBP": "GBP", "ZCAD": "CAD", "ZJPY": "JPY", "ZAUD": "AUD", "ZCHF": "CHF", "XDAO": "DAO", "XICN": "ICN",
    ]

    /// Reads a code.
    ///
    /// - Throws: ``CurrencyError``.
    package init(_ text: String) throws(CurrencyError) {
        if let whole = Currency.whole(ofSubunit: text) {
            (currency, isHundredth) = (whole, true)
            return
        }
        if let known = try? Currency(encoded: text) {
            (currency, isHundredth) = (known, false)
            return
        }
        if let name = Self.names[text.uppercased()], let known = try? Currency(code: name) {
            (currency, isHundredth) = (known, false)
            return
        }
        currency = try Currency(encoded: text)
        isHundredth = false
    }
}
