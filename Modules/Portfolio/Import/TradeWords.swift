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
                "umbuchung (eingang)",
                "airdrop", "gift received",
            ]
        ),
        (
            .give,
            [
                "give", "given", "delivery (outbound)", "auslieferung", "transfer (outbound)", "umbuchung (ausgang)",
            ]
        ),
        (.dividend, ["dividend", "dividends", "dividende", "dividenden", "dividendo", "distribution", "ausschüttung"]),
        (.interest, ["interest", "zinsen", "intérêts", "interés", "staking", "reward"]),
        (.fee, ["fee", "fees", "gebühr", "gebühren", "frais", "comisión", "commission"]),
        (.tax, ["tax", "taxes", "steuer", "steuern", "impôt", "impuesto"]),
        (.deposit, ["deposit", "einlage", "einzahlung", "dépôt", "depósito"]),
        (.withdrawal, ["withdrawal", "removal", "entnahme", "auszahlung", "retrait", "retirada"]),
    ]

    /// The kind that a word means; nil for any other.
    static func kind(_ text: String) -> PortfolioTransaction.Kind? {
        let word = text.lowercased().trimmedName
        return words.first { $0.words.contains(word) }?.kind
    }
}
