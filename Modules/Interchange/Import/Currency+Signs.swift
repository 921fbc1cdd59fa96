import Models

extension Currency {
    /// The currencies that are written with a sign that several have.
    private static let signs: [String: Set<String>] = [
        "$": [
            "USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "BBD", "BMD", "BND", "BSD",
            "BZD",
            "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD", "UYU", "XCD",
        ],
        "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"],
    ]

    /// Whether a code or a sign beside an amount may stand for it.
    func isWritten(_ sign: String) -> Bool {
        if let codes = Currency.signs[sign] { return isFiat && codes.contains(code) }
        // What is the code of no currency, such as "kr", says nothing against the currency that the row names.
        return (try? Currency(code: sign)).map { $0 == self || sign == code } ?? true
    }
}
