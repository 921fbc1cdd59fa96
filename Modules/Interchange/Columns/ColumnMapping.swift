import Models

/// Which column of a table tells what, and how its dates and numbers are written.
public struct ColumnMapping: Sendable, Hashable {
    /// What a column can tell.
    public enum Role: String, Sendable, CaseIterable {
        /// The day.
        case date
        /// What comes in, or goes out with a sign.
        case amount
        /// What goes out, without a sign.
        case debit
        /// What comes in, in a table that has a column for what goes out.
        case credit
        /// The currency's code.
        case currency
        /// The account, which becomes an asset.
        case account
        /// What it was for; several columns may tell.
        case note
    }

    /// The titles of the columns for each role; a column without a title is known by its number, from 1.
    public var columns: [Role: [String]]
    /// Which mark stands before decimals; nil where no number showed it, and none needed it.
    public var decimalMark: DecimalMark?
    /// The order of day and month; nil where no date showed it, and none needed it.
    public var dateOrder: DateOrder?
    /// What stands between cells.
    public var delimiter: String
    /// The currency of rows that name none: from the title of the amounts' column. Nil where that names none.
    public var titleCurrency: String?

    init(
        columns: [Role: [String]], decimalMark: DecimalMark? = nil, dateOrder: DateOrder? = nil, delimiter: String,
        titleCurrency: String? = nil
    ) {
        self.columns = columns
        self.decimalMark = decimalMark
        self.dateOrder = dateOrder
        self.delimiter = delimiter
        self.titleCurrency = titleCurrency
    }
}

extension ColumnMapping.Role {
    /// The titles by which a column is recognised, the surest first: English, German, French, Spanish, Dutch and Italian.
    var titles: [String] {
        switch self {
        case .date:
            [
                "date", "datum", "booking date", "buchungstag", "buchungsdatum", "buchung", "transaction date",
                "completed date", "date de l'opération", "fecha", "data", "day", "tag", "datetime", "time", "timestamp",
                "utc_time", "valuta", "wertstellung", "value date", "started date",
            ]
        case .amount:
            [
                "amount", "betrag", "umsatz", "montant", "importe", "bedrag", "importo", "value", "wert", "change",
                "quantity", "menge", "saved",
            ]
        case .debit:
            [
                "debit", "soll", "withdrawal", "withdrawals", "paid out", "money out", "ausgang", "ausgabe", "ausgaben",
                "lastschrift", "débit", "out",
            ]
        case .credit:
            [
                "credit", "haben", "deposit", "deposits", "paid in", "money in", "eingang", "einnahme", "einnahmen",
                "gutschrift", "crédit", "in",
            ]
        case .currency: ["currency", "währung", "waehrung", "devise", "moneda", "valuta", "ccy", "coin", "asset"]
        case .account:
            [
                "account", "konto", "account name", "kontoname", "compte", "cuenta", "rekening", "conto", "wallet",
                "sparkonto", "savings account", "sparziel", "pot",
            ]
        case .note:
            [
                "note", "notes", "notiz", "description", "beschreibung", "verwendungszweck", "zweck", "buchungstext",
                "memo",
                "reference", "libellé", "concepto", "omschrijving", "descrizione", "remark", "comment", "kommentar",
                "details", "payee", "empfänger", "name", "text",
            ]
        }
    }
}
