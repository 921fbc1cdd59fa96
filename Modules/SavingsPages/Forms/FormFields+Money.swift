import Blockchain
import Presentation
import Values
import WebPages

extension FormFields {
    /// Currencies that people look for by name; any other code can be typed.
    private static let currencies = [
        "EUR", "USD", "GBP", "CHF", "JPY", "AUD", "BRL", "BGN", "CAD", "CNY", "CZK", "DKK", "EGP", "HKD", "HUF", "ISK",
        "INR", "IDR", "ILS", "MYR", "MXN", "MAD", "NZD", "NGN", "NOK", "PHP", "PLN", "RON", "SAR", "SGD", "ZAR", "KRW",
        "SEK", "THB", "TRY", "UAH", "AED", "BTC", "ETH", "SOL", "XRP", "ADA", "LTC", "DOGE", "USDT", "USDC", "DAI",
    ]

    /// A field for a currency, which is found by its name or its code.
    ///
    /// - Parameter otherwise: what it shows before anything was typed.
    func currency(_ name: String, _ label: String, otherwise: String = "", hint: String) -> HTML {
        let list = "\(id(name))-list"
        return .group([
            input(
                name, label, otherwise: otherwise, hint: hint,
                [.init("autocapitalize", "characters"), .init("autocomplete", "off"), .init("list", list)]),
            HTML(
                "datalist", [.id(list)],
                Self.currencies.map { code in
                    HTML("option", [.init("value", code)], text: (try? Currency(code: code))?.name ?? code)
                }),
        ])
    }

    /// A field for a chain among those that are known.
    ///
    /// - Parameter otherwise: the id of the chain that is there; empty for none.
    func chain(_ name: String, _ label: String, otherwise: String = "") -> HTML {
        let known = Chain.known.map { (value: $0.id, text: $0.name) }.sorted { $0.text < $1.text }
        let all =
            known.contains { $0.value == otherwise } || otherwise.isEmpty ? known : known + [(otherwise, otherwise)]
        return choice(name, label, otherwise: otherwise, [("", "None")] + all)
    }
}
