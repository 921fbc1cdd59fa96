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
    var taxes: String?
    var rate: String?
    var settled: String?
    var settledCurrency: String?
    var note: String?
    var id: String?

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
        "price", .number, titles: ["price", "unit price", "unitprice", "quote", "kurs", "preis", "cours", "precio"])
    static let tradeTotal = ColumnRole(
        "total", .number, titles: ["total", "gross amount", "gross", "amount", "bruttobetrag", "betrag", "importe"])
    static let tradeFees = ColumnRole(
        "fees", .number, titles: ["fees", "fee", "commission", "gebühren", "gebühr", "provision", "frais"])
    static let tradeTaxes = ColumnRole(
        "taxes", .number, titles: ["taxes", "tax", "withholding tax", "steuern", "steuer", "impôts", "impuestos"])
    static let tradeRate = ColumnRole("rate", .number, titles: ["rate", "exchange rate to base"])
    static let tradeSettled = ColumnRole(
        "settled", .number, titles: ["settled", "net amount", "value", "wert", "netto"])
    static let tradeSettledCurrency = ColumnRole(
        "settledcurrency", titles: ["settled currency", "transaction currency", "buchungswährung"])
    static let tradeCurrency = ColumnRole(
        "currency", titles: ["currency", "currency gross amount", "währung", "währung bruttobetrag", "ccy"])
    static let tradeID = ColumnRole("id", titles: ["id", "transaction id", "order id", "reference", "referenz"])
}

extension ImportTarget {
    /// The columns of a file of trades.
    package static let trades = ImportTarget([
        .date, .tradeTime, .tradeType, .tradePortfolio, .tradeInstrument, .tradeSymbol, .tradeISIN, .tradeUnits,
        .tradePrice, .tradeTotal, .tradeFees, .tradeTaxes, .tradeRate, .tradeSettled, .tradeSettledCurrency,
        .tradeCurrency, .tradeID, .state, .note,
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
        (settled, settledCurrency) = (row[.tradeSettled], row[.tradeSettledCurrency])
        currency = row[.tradeCurrency] ?? row.currency
        (note, id) = (row.note, row[.tradeID])
        time = time ?? row.time
    }

    /// The same row with amounts in pounds where they are in pence: hundredths, exactly.
    ///
    /// - Throws: ``NumberError``.
    func inWholeCurrencies() throws -> ImportedTrade {
        var row = self
        func hundredth(_ text: String?, _ whole: Currency) throws -> String? {
            try text.map { try Money($0, whole).hundredth().amountText }
        }
        let isPaidAlike = settledCurrency == nil || settledCurrency == currency
        if let whole = currency.flatMap(Currency.whole(ofSubunit:)) {
            row.currency = whole.code
            (row.total, row.price) = (try hundredth(total, whole), try hundredth(price, whole))
        }
        if let whole = (isPaidAlike ? currency : settledCurrency).flatMap(Currency.whole(ofSubunit:)) {
            if !isPaidAlike || settledCurrency != nil { row.settledCurrency = whole.code }
            row.settled = try hundredth(settled, whole)
            (row.fees, row.taxes) = (try hundredth(fees, whole), try hundredth(taxes, whole))
        }
        return row
    }

    /// An activity of Ghostfolio.
    init(_ trade: GhostfolioActivities.Trade) {
        self.init(line: trade.line, day: trade.day)
        (type, portfolio, symbol) = (trade.type, trade.account, trade.symbol)
        (units, price, fees) = (trade.units, trade.price, trade.fee)
        (currency, note, id) = (trade.currency, trade.comment, trade.id)
        time = trade.time
        if ["DIVIDEND", "INTEREST", "FEE"].contains(trade.type) {
            // Their quantity times price is an amount of money.
            (total, units, price) = (trade.amount, nil, nil)
            if trade.type == "FEE" {
                (total, fees, symbol) = (trade.amount == "0" ? trade.fee : trade.amount, nil, nil)
            }
        }
    }
}
