import Values

/// A currency by its sign, as "€" or "$", and amounts with one beside the number.
enum CurrencySign {
    /// The codes of the currencies with a sign, the one that people mean most first.
    private static let codes: [String: [String]] = [
        "€": ["EUR"], "$": ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN"], "£": ["GBP"], "¥": ["JPY", "CNY"],
        "US$": ["USD"], "C$": ["CAD"], "A$": ["AUD"], "R$": ["BRL"], "₹": ["INR"], "₺": ["TRY"], "₽": ["RUB"],
        "₩": ["KRW"], "₪": ["ILS"], "₿": ["BTC"], "zł": ["PLN"], "Kč": ["CZK"], "kr": ["SEK", "NOK", "DKK", "ISK"],
        "Fr.": ["CHF"],
    ]

    /// The currencies that a sign may stand for; nil for a text that is none.
    static func currencies(_ sign: String) -> [Currency]? { codes[sign]?.compactMap { try? Currency(code: $0) } }

    /// A number with a sign or a code of a currency before or after it, as "1,200 €"; nil for any other text.
    static func parts(_ text: String) -> (number: String, sign: String)? {
        func isPartOfNumber(_ character: Character) -> Bool { character.isNumber || character == "-" }
        func trimmed(_ text: some StringProtocol) -> String {
            String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
        guard let first = text.firstIndex(where: isPartOfNumber), let last = text.lastIndex(where: isPartOfNumber)
        else { return nil }
        let (before, after) = (trimmed(text[..<first]), trimmed(text[text.index(after: last)...]))
        let sign = before.isEmpty ? after : before
        let number = text[first...last]
        guard number.allSatisfy({ isPartOfNumber($0) || $0.isWhitespace || ".,'’".contains($0) }),
            before.isEmpty != after.isEmpty, codes[sign] != nil || (try? Currency(code: sign)) != nil
        else { return nil }
        return (String(number), sign)
    }

    /// The code that a sign or a code stands for, beside a field for the currency.
    ///
    /// - Parameter currency: the code of that field.
    /// - Returns: `currency` where that is meant, another code where only that can be meant, nil where several can.
    static func code(_ sign: String, beside currency: String) -> String? {
        guard let meant = currencies(sign) else { return (try? Currency(code: sign))?.code }
        return meant.contains { $0.code == currency } ? currency : meant.count == 1 ? meant[0].code : nil
    }
}
