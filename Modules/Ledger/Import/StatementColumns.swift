package import FileFormats

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
    /// The category.
    package static let category = ColumnRole(
        "category", titles: ["category", "kategorie", "catégorie", "categoría", "categoria", "categorie", "kategori"])
}

extension ImportTarget {
    /// Movements of accounts with their payees and categories.
    package static let ledger = ImportTarget(
        ImportTarget.movements.roles.filter { $0 != .note } + [.payee, .payer, .category, .note])
}
