package import FileFormats
import Models

/// A row of a file of trades, as text.
struct ImportedTrade: Sendable {
    let line: Int
    var day: CalendarDay
    var time: String?
    var type: String?
    var portfolio: String?
    var instrument: String?
    var symbol: String?
    var isin: String?
    var units: String?
    var price: String?
    var total: String?
    var currency: String?
    var fees: String?
    var feesCurrency: String?
    var taxes: String?
    var taxesCurrency: String?
    var rate: String?
    var settled: String?
    var settledCurrency: String?
    var proportion: String?
    /// The type of the instrument, where the file tells it.
    var instrumentType: InstrumentType?
    var note: String?
    var id: String?
    /// The currencies that titles of columns name, and those beside amounts.
    var titled: [ColumnRole: String] = [:]
    /// Whether fees and taxes without a currency are in that of the money that moved.
    var chargesAreSettled = false

    init(line: Int, day: CalendarDay) {
        self.line = line
        self.day = day
    }
}

extension ColumnRole {
    static let tradeTime = ColumnRole("time", titles: ["time", "uhrzeit", "zeit", "heure", "hora"])
    static let tradeType = ColumnRole(
        "type",
        titles: ["type", "typ", "transaction type", "activity", "action", "side", "kind", "art", "vorgang", "tipo"],
        isRequired: true)
    static let tradePortfolio = ColumnRole(
        "portfolio", titles: ["portfolio", "account", "depot", "broker", "securities account", "konto", "cuenta"])
    static let tradeInstrument = ColumnRole(
        "instrument",
        titles: [
            "instrument", "security name", "security", "name", "product", "wertpapier", "wertpapiername", "asset",
            "description", "stock",
        ])
    static let tradeSymbol = ColumnRole("symbol", titles: ["symbol", "ticker symbol", "ticker", "ticker-symbol"])
    static let tradeISIN = ColumnRole("isin", titles: ["isin"])
    static let tradeUnits = ColumnRole(
        "units", .number,
        titles: ["units", "shares", "quantity", "qty", "stück", "stücke", "anteile", "anzahl", "volume", "number"])
    static let tradePrice = ColumnRole(
        "price", .number, titles: ["price", "unit price", "unitprice", "quote", "kurs", "preis", "cours", "precio"],
        isAmount: true)
    static let tradeTotal = ColumnRole(
        "total", .number, titles: ["total", "gross amount", "gross", "amount", "bruttobetrag", "betrag", "importe"],
        isAmount: true)
    static let tradeFees = ColumnRole(
        "fees", .number, titles: ["fees", "fee", "commission", "gebühren", "gebühr", "provision", "frais"],
        isAmount: true)
    static let tradeTaxes = ColumnRole(
        "taxes", .number, titles: ["taxes", "tax", "withholding tax", "steuern", "steuer", "impôts", "impuestos"],
        isAmount: true)
    static let tradeFeesCurrency = ColumnRole(
        "feescurrency", titles: ["fees currency", "fee currency", "commission currency", "währung gebühren"])
    static let tradeTaxesCurrency = ColumnRole(
        "taxescurrency", titles: ["taxes currency", "tax currency", "währung steuern"])
    static let tradeRate = ColumnRole("rate", .number, titles: ["rate", "exchange rate to base"])
    static let tradeSettled = ColumnRole(
        "settled", .number,
        titles: [
            "settled", "net amount", "net transaction value", "value", "wert", "netto", "gesamtpreis",
            "abrechnungsbetrag", "ausmachender betrag", "endbetrag", "settlement amount",
        ],
        isAmount: true)
    static let tradeSettledCurrency = ColumnRole(
        "settledcurrency", titles: ["settled currency"] + titlesOfBookings)
    /// The titles of Portfolio Performance.
    static let titlesOfBookings = ["transaction currency", "buchungswährung"]
    static let tradeProportion = ColumnRole(
        "proportion", titles: ["proportion", "ratio", "split ratio", "split", "verhältnis"])
    static let tradeCurrency = ColumnRole(
        "currency", titles: ["currency", "currency gross amount", "währung", "währung bruttobetrag", "ccy"])
    static let tradeID = ColumnRole("id", titles: ["id", "transaction id", "reference", "referenz"])
}

extension ImportTarget {
    /// The columns of a file of trades.
    package static let trades = ImportTarget([
        .date, .tradeTime, .tradeType, .tradePortfolio, .tradeInstrument, .tradeSymbol, .tradeISIN, .tradeUnits,
        .tradePrice, .tradeTotal, .tradeFees, .tradeFeesCurrency, .tradeTaxes, .tradeTaxesCurrency, .tradeRate,
        .tradeSettled, .tradeSettledCurrency, .tradeCurrency, .tradeProportion, .tradeID, .state, .note,
    ])
}

extension ImportedTrade {
    /// The row of a table.
    init(_ row: ImportedRow) {
        self.init(line: row.line, day: row.day)
        (time, type, portfolio) = (row[.tradeTime], row[.tradeType], row[.tradePortfolio])
        (instrument, symbol, isin) = (row[.tradeInstrument], row[.tradeSymbol], row[.tradeISIN])
        (units, price, total) = (row[.tradeUnits], row[.tradePrice], row[.tradeTotal])
        (fees, taxes, rate) = (row[.tradeFees], row[.tradeTaxes], row[.tradeRate])
        (feesCurrency, taxesCurrency) = (row[.tradeFeesCurrency], row[.tradeTaxesCurrency])
        (settled, settledCurrency) = (row[.tradeSettled], row[.tradeSettledCurrency])
        currency = row[.tradeCurrency] ?? row.currency
        (note, id, proportion) = (row.note, row[.tradeID], row[.tradeProportion])
        time = time ?? row.time
        titled = row.fieldCurrencies
    }

    /// The same row with the currency of each amount, by the title of its column or the columns of currencies, in whole units: pence
    /// are hundredths of pounds, exactly (I9).
    ///
    /// - Parameter hundredths: the codes whose amounts were hundredths.
    /// - Throws: ``RowRefusal`` where titles and columns disagree, ``NumberError``, ``CurrencyError``.
    func inWholeCurrencies(noting hundredths: inout Set<String>) throws -> ImportedTrade {
        var codes: Set<String> = []
        func read(
            _ text: String?, _ role: ColumnRole, _ column: String?, usual: String? = nil
        ) throws -> (text: String?, currency: Currency?) {
            guard let text, text.contains(where: { ("1"..."9").contains($0) }),
                let code = titled[role] ?? column ?? usual
            else {
                return (text, nil)
            }
            let unit = try ImportCurrency(code)
            if titled[role] != nil, let column, try ImportCurrency(column).currency != unit.currency {
                throw RowRefusal(
                    "The amount of the \(role.name) is in \(code.printable), and the row says \(column.printable).")
            }
            guard unit.isHundredth else { return (text, unit.currency) }
            codes.insert(code)
            return (try Money(text, unit.currency).hundredth().amountText, unit.currency)
        }
        var row = self
        let paid = settledCurrency ?? currency
        let (price, total) = (try read(self.price, .tradePrice, currency), try read(self.total, .tradeTotal, currency))
        let settled = try read(self.settled, .tradeSettled, paid)
        // As in an entry by hand they are in the currency of the trade, where the row tells of one.
        let charged = chargesAreSettled || self.total == nil && self.price == nil ? paid : currency ?? paid
        let (fees, taxes) = (
            try read(self.fees, .tradeFees, feesCurrency, usual: charged),
            try read(self.taxes, .tradeTaxes, taxesCurrency, usual: charged)
        )
        if let first = price.currency, let second = total.currency, first != second {
            throw RowRefusal("The price is in \(first), and the total in \(second).")
        }
        func whole(_ code: String?) throws -> String? { try code.map { try ImportCurrency($0).currency.code } }
        (row.price, row.total, row.settled, row.fees, row.taxes) =
            (price.text, total.text, settled.text, fees.text, taxes.text)
        row.currency = try (price.currency ?? total.currency)?.code ?? whole(currency)
        row.settledCurrency = try settled.currency?.code ?? whole(settledCurrency)
        (row.feesCurrency, row.taxesCurrency) = (fees.currency?.code, taxes.currency?.code)
        if !codes.isEmpty, row.rate != nil {
            throw RowRefusal(
                "A rate beside amounts in \(codes.sorted()[0].printable) may be one of the whole currency or not.")
        }
        hundredths.formUnion(codes)
        return row
    }

    /// Whether the settled amount has no currency of its own, and is read in that of the trade as it stands.
    var saysNoSettledCurrency: Bool {
        settledCurrency == nil && titled[.tradeSettled] == nil
            && (try? currency.map { try !ImportCurrency($0).isHundredth }) ?? true
    }

    /// Whether fees or taxes are read in the currency of the trade, although the money that moved is in another one and nothing says
    /// so.
    var assumesCharges: Bool {
        guard !chargesAreSettled, total != nil || price != nil, let currency, let settledCurrency,
            currency != settledCurrency, settled != nil
        else { return false }
        let charges: [(String?, String?)] = [
            (fees, feesCurrency ?? titled[.tradeFees]), (taxes, taxesCurrency ?? titled[.tradeTaxes]),
        ]
        return charges.contains { text, code in
            code == nil && text.map { $0.contains { ("1"..."9").contains($0) } } ?? false
        }
    }

    /// An activity of Ghostfolio.
    init(_ trade: GhostfolioActivities.Trade) {
        self.init(line: trade.line, day: trade.day)
        (type, portfolio, symbol) = (trade.type, trade.account, trade.symbol)
        (units, price, fees) = (trade.units, trade.price, trade.fee)
        (currency, note, id) = (trade.currency, trade.comment, trade.id)
        time = trade.time
        (instrument, isin) = (trade.name?.orNothing, trade.isin?.orNothing)
        instrumentType = trade.subclass.flatMap { InstrumentType(ghostfolio: $0) }
        if ["DIVIDEND", "INTEREST", "FEE"].contains(trade.type) {
            // Their quantity times price is an amount of money.
            (total, units, price) = (trade.amount, nil, nil)
            if trade.type == "FEE" {
                (total, fees, symbol) = (trade.amount == "0" ? trade.fee : trade.amount, nil, nil)
                (instrument, isin) = (nil, nil)
            }
        }
    }
}

extension InstrumentType {
    /// The type that Ghostfolio's class or subclass means; nil for any other.
    fileprivate init?(ghostfolio word: String) {
        switch word {
        case "STOCK", "EQUITY": self = .stock
        case "ETF": self = .etf
        case "MUTUALFUND": self = .mutualFund
        case "BOND", "FIXED_INCOME": self = .bond
        case "CRYPTOCURRENCY": self = .crypto
        case "COMMODITY", "PRECIOUS_METAL": self = .commodity
        case "REAL_ESTATE": self = .realEstate
        default: return nil
        }
    }
}
