public import Values

/// A currency that somebody calls by its name or its sign, as "Euro", "Swiss Franc" or "€", instead of by its code.
public enum NamedCurrency: Sendable, Equatable {
    /// The code of the only currency of that name.
    case code(String)
    /// A word that ends the names of several, with those that people mean most.
    case several([Currency])

    /// The currencies of a name or a sign, in one or several; nil for a text that is a code, or no name.
    ///
    /// - Parameter usual: the code of the household's own currency, which is meant by a sign that several have.
    public init?(_ text: String, usual: String? = nil) {
        if let currencies = CurrencySign.currencies(text) {
            let own = currencies.first { $0.code == usual } ?? (currencies.count == 1 ? currencies[0] : nil)
            self = own.map { .code($0.code) } ?? .several(Array(currencies.prefix(5)))
            return
        }
        let wanted = text.lowercased()
        guard wanted.utf8.count > 2, (try? Currency(code: text)) == nil else { return nil }
        for name in [wanted, wanted.hasSuffix("s") ? String(wanted.dropLast()) : wanted] {
            let named = Self.all.filter { $0.name == name }
            let found = named.isEmpty ? Self.all.filter { $0.name.hasSuffix(" \(name)") } : named
            if let only = found.first, found.count == 1 {
                self = .code(only.currency.code)
                return
            }
            guard found.isEmpty else {
                let places = found.map { found in
                    (Self.usual.firstIndex(of: found.currency.code) ?? Self.usual.count, found.currency)
                }
                self = .several(
                    places.sorted { ($0.0, $0.1.code) < ($1.0, $1.1.code) }.prefix(5).map(\.1))
                return
            }
        }
        return nil
    }

    /// Why a word of several names is refused, with those that are meant most.
    func refusal(of text: String) -> String? {
        guard case .several(let currencies) = self else { return nil }
        let names = currencies.map { "\($0.code) (\($0.name ?? ""))" }.joined(separator: ", ")
        return "'\(text)' may be several currencies. Write the code of one: \(names), or another."
    }

    private static let usual = ["USD", "EUR", "GBP", "CHF", "CAD", "AUD", "SEK", "NOK", "DKK", "MXN", "CLP", "INR"]
    /// The coins that are called by name: names of others are ordinary words, as "Infinity".
    private static let coins: Set = ["ADA", "BCH", "BTC", "DOGE", "DOT", "ETH", "LTC", "SOL", "XMR", "XRP"]
    /// The codes of ISO 4217 for no currency and for tests.
    private static let without: Set = ["XTS", "XXX"]
    private static let all = Currency.all.filter { !without.contains($0.code) }.compactMap { currency in
        currency.isFiat || coins.contains(currency.code)
            ? currency.name.map { (currency: currency, name: $0.lowercased()) } : nil
    }
}
