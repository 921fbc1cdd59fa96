import Blockchain
import Presentation
import WebPages

extension FormFields {
    /// Currencies that people look for by name; any other code can be typed.
    private static let currencies: [(code: String, name: String)] = [
        ("EUR", "Euro"), ("USD", "US dollar"), ("GBP", "Pound sterling"), ("CHF", "Swiss franc"), ("JPY", "Yen"),
        ("AUD", "Australian dollar"), ("BRL", "Brazilian real"), ("BGN", "Bulgarian lev"), ("CAD", "Canadian dollar"),
        ("CNY", "Chinese yuan"), ("CZK", "Czech koruna"), ("DKK", "Danish krone"), ("EGP", "Egyptian pound"),
        ("HKD", "Hong Kong dollar"), ("HUF", "Hungarian forint"), ("ISK", "Icelandic krona"), ("INR", "Indian rupee"),
        ("IDR", "Indonesian rupiah"), ("ILS", "Israeli shekel"), ("MYR", "Malaysian ringgit"), ("MXN", "Mexican peso"),
        ("MAD", "Moroccan dirham"), ("NZD", "New Zealand dollar"), ("NGN", "Nigerian naira"),
        ("NOK", "Norwegian krone"),
        ("PHP", "Philippine peso"), ("PLN", "Polish zloty"), ("RON", "Romanian leu"), ("SAR", "Saudi riyal"),
        ("SGD", "Singapore dollar"), ("ZAR", "South African rand"), ("KRW", "South Korean won"),
        ("SEK", "Swedish krona"),
        ("THB", "Thai baht"), ("TRY", "Turkish lira"), ("UAH", "Ukrainian hryvnia"), ("AED", "UAE dirham"),
        ("BTC", "Bitcoin"), ("ETH", "Ether"), ("SOL", "Solana"), ("XRP", "XRP"), ("ADA", "Cardano"),
        ("LTC", "Litecoin"),
        ("DOGE", "Dogecoin"), ("USDT", "Tether"), ("USDC", "USD Coin"), ("DAI", "Dai"),
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
                Self.currencies.map { HTML("option", [.init("value", $0.code)], text: $0.name) }),
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
