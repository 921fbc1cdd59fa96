import Values

extension ColumnRole {
    /// The other side of a movement.
    package static let payee = ColumnRole(
        "payee",
        titles: [
            "payee", "merchant", "counterparty", "counter party", "empfänger", "auftraggeber/empfänger",
            "begünstigter/auftraggeber", "begünstigter / auftraggeber", "auftraggeber/begünstigter",
            "auftraggeber / begünstigter", "auftraggeber / empfänger", "empfänger/auftraggeber",
            "beguenstigter/auftraggeber", "beguenstigter/zahlungspflichtiger", "begünstigter/zahlungspflichtiger",
            "name zahlungsbeteiligter",
            "zahlungsempfänger", "zahlungsempfänger*in", "beneficiary", "partner name", "partner", "bénéficiaire",
            "beneficiario", "naam tegenpartij",
            "naam / omschrijving", "begunstigde", "odbiorca", "nadawca/odbiorca", "mottaker", "mottagare", "saaja",
            "saaja/maksja", "recipient", "sender/recipient", "vendor", "shop",
        ])
    /// The other side of what comes in, in a table that has another column for that of what goes out.
    package static let payer = ColumnRole(
        "payer",
        titles: [
            "payer", "zahlungspflichtige*r", "zahlungspflichtiger", "zahlungspflichtige", "auftraggeber", "absender",
            "donneur d'ordre", "ordenante", "opdrachtgever", "nadawca",
        ])
    /// Titles of columns with the other side of a movement, which is its note where it has no other one.
    static let otherSides = Set(payee.titles + payer.titles).union([
        "payee name", "payer name", "merchant name", "recipient name", "beneficiary name", "counterparty name", "name",
        "sender", "partner neve", "tiers", "destinatario", "tegenpartij",
    ])
}
