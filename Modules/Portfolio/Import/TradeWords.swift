import Models

/// The words by which programs and banks name kinds of transactions.
enum TradeWords {
    private static let words: [(kind: PortfolioTransaction.Kind, words: Set<String>)] = [
        (.buy, ["buy", "bought", "purchase", "kauf", "achat", "compra", "acquisto", "savings plan", "sparplan"]),
        (.sell, ["sell", "sold", "sale", "verkauf", "vente", "venta", "vendita"]),
        (
            .receive,
            [
                "receive", "received", "delivery (inbound)", "einlieferung", "transfer (inbound)",
                "umbuchung (eingang)", "transfer in", "airdrop", "gift received",
            ]
        ),
        (
            .give,
            [
                "give", "given", "delivery (outbound)", "auslieferung", "transfer (outbound)", "umbuchung (ausgang)",
                "transfer out",
            ]
        ),
        (.dividend, ["dividend", "dividends", "dividende", "dividenden", "dividendo", "distribution", "ausschüttung"]),
        (.interest, ["interest", "zinsen", "intérêts", "interés", "staking", "reward"]),
        (.split, ["split", "stock split", "forward split", "reverse split", "aktiensplit"]),
        (.fee, ["fee", "fees", "gebühr", "gebühren", "frais", "comisión", "commission"]),
        (.tax, ["tax", "taxes", "steuer", "steuern", "impôt", "impuesto"]),
        (.deposit, ["deposit", "einlage", "einzahlung", "dépôt", "depósito"]),
        (.withdrawal, ["withdrawal", "removal", "entnahme", "auszahlung", "retrait", "retirada"]),
    ]

    /// The words for halves of a transfer between portfolios, and whether units go there.
    private static let halves: [String: Bool] = [
        "transfer (outbound)": true, "umbuchung (ausgang)": true, "transfer out": true, "transfer (inbound)": false,
        "umbuchung (eingang)": false, "transfer in": false,
    ]

    private static let ofTwoInstruments: Set<String> = [
        "merger", "merge", "fusion", "spin-off", "spinoff", "spin off", "abspaltung", "scission",
    ]

    /// Whether a word means a corporate action in which one instrument becomes another one, or gives a part to it.
    static func namesTwoInstruments(_ text: String) -> Bool { ofTwoInstruments.contains(text.lowercased().trimmedName) }

    /// Whether units go or come where a word means one half of a transfer; nil for any other.
    static func goesOut(_ text: String) -> Bool? { halves[text.lowercased().trimmedName] }

    /// The kind that a word means; nil for any other.
    static func kind(_ text: String) -> PortfolioTransaction.Kind? {
        let word = text.lowercased().trimmedName
        return words.first { $0.words.contains(word) }?.kind
    }
}
