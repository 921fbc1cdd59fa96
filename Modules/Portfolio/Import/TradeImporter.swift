import FileFormats
import Models
import Persistence

import struct Foundation.Date
import struct Foundation.UUID

/// Turns rows of a file into transactions, inside a write.
struct TradeImporter {
    let request: PortfolioImportRequest
    let call: Call
    let writer: any StoreWriter
    let answers: PortfolioService.RateAnswers
    private(set) var known: KnownTrades
    private let portfolios: [UUID: InvestmentPortfolio]
    private(set) var instruments: TradeInstruments
    private var accounts: Set<String> = []
    /// The portfolio of all rows, where a person named one.
    private var usual: InvestmentPortfolio?
    private var ownWarnings: [Warning] = []
    /// The codes whose amounts were hundredths.
    private var hundredths: Set<String> = []
    /// The lines with fees or taxes of which nothing says the currency.
    private var assumedCharges: [Int] = []
    /// The lines whose settled amount is in the portfolio's currency, since it contradicts the trade in that of the instrument.
    private var assumedSettled: [Int] = []
    private let instants: EntryInstants
    private var stored: StoredHalves
    /// Transactions that were there and become others of the same id: halves of transfers that the file completes.
    private(set) var replaced: [UUID: PortfolioTransaction] = [:]

    /// Remarks on what was read.
    var warnings: [Warning] {
        ownWarnings + instruments.warnings + known.warnings
            + [
                Warning(hundredths: hundredths), Warning(assumedCharges: assumedCharges),
                Warning(assumedSettled: assumedSettled),
            ]
            .compactMap(\.self)
    }

    init(
        _ request: PortfolioImportRequest, _ call: Call, _ writer: any StoreWriter,
        _ answers: PortfolioService.RateAnswers
    ) throws {
        (self.request, self.call, self.writer, self.answers) = (request, call, writer, answers)
        portfolios = Dictionary(uniqueKeysWithValues: try writer.all(InvestmentPortfolio.self).map { ($0.id, $0) })
        instruments = try TradeInstruments(writer)
        let transactions = try writer.all(PortfolioTransaction.self)
        instants = EntryInstants(after: transactions, call.now)
        known = KnownTrades(transactions)
        stored = StoredHalves(transactions)
    }

    /// The new transactions of rows.
    ///
    /// - Throws: ``ImportError/rows(_:count:)`` with all that cannot be entered.
    mutating func transactions(_ rows: [ImportedTrade]) throws -> [PortfolioTransaction] {
        var (found, issues) = ([PortfolioTransaction](), RowIssues())
        var lines: [UUID: Int] = [:]
        var transfers = TransferHalves()
        accounts = Set(rows.compactMap { $0.portfolio?.foldedName })
        let signs = TradeSigns(rows, negativeTaxes: request.negativeTaxes)
        if let first = signs.ofTaxes.unclear.first {
            throw PortfolioError.unclearTaxes(amount: first.amount, lines: signs.ofTaxes.unclear.map(\.line))
        }
        let ordered = rows.inOrder { issues.add($1.description, line: $0.line) }
        let counts = Dictionary(ordered.map { ($0.day, 1) }, uniquingKeysWith: +)
        var (day, position): (CalendarDay?, Int) = (nil, 0)
        for row in ordered {
            (day, position) = (row.day, row.day == day ? position + 1 : 0)
            do {
                var transaction = try transaction(
                    row, signs, instants.instant(row.day, position, of: counts[row.day] ?? 1))
                let goesOut = TradeWords.goesOut(row.type ?? "")
                if goesOut != nil, known.containsHalf(transaction) { continue }
                if known.contains(transaction, line: row.line) { continue }
                lines[transaction.id] = row.line
                if let goesOut {
                    transaction.importedRow = RowContent(transaction).textOfHalf
                    transfers.add(transaction, line: row.line, goesOut: goesOut)
                } else {
                    found.append(transaction)
                }
            } catch { try issues.note(error, line: row.line) }
        }
        try issues.check()
        found += transfers.joined(with: &stored, beside: found)
        replaced = transfers.replaced
        let names = try PortfolioNames(in: writer)
        ownWarnings += transfers.warnings(names)
        var duplicates = LikelyDuplicates(known.unrecognised)
        ownWarnings += duplicates.warnings(found, lines, names)
        return found.map(withRate)
    }

    /// A transaction with the rate of its day, where it was found.
    private func withRate(_ transaction: PortfolioTransaction) -> PortfolioTransaction {
        guard
            let question = RateQuestion(
                transaction, transaction.portfolioID.flatMap { portfolios[$0] },
                transaction.instrumentID.flatMap { instruments.all[$0] }),
            case .success(let rate)? = answers[question]
        else { return transaction }
        var transaction = transaction
        transaction.rate = rate
        return transaction
    }

    private mutating func transaction(
        _ row: ImportedTrade, _ signs: TradeSigns, _ entered: Date
    ) throws -> PortfolioTransaction {
        if TradeWords.namesTwoInstruments(row.type ?? "") {
            throw RowRefusal(
                "A merger or a spin-off is of two instruments, and the row names one. Enter the rows before it, then it by hand, "
                    + "then the rows after it.")
        }
        guard let kind = TradeWords.kind(row.type ?? "") else {
            throw PortfolioError.unknownKind(row.type ?? "")
        }
        if kind == .split { return try split(row, entered) }
        try signs.check(row, kind)
        if row.assumesCharges { assumedCharges.append(row.line) }
        let saysNoSettledCurrency = row.saysNoSettledCurrency
        let row = try row.inWholeCurrencies(noting: &hundredths)
        let portfolio = try portfolio(row)
        let instrument = try instrument(row, kind, portfolio)
        var fields = TransactionRequest()
        fields.isExact = true
        (fields.portfolio, fields.instrument) = (portfolio.id.uuidString, instrument?.id.uuidString)
        (fields.date, fields.note) = ("\(row.day)", row.note)
        let unit =
            try row.currency.map { try Currency(code: $0).code } ?? instrument?.currency.code ?? portfolio.currency.code
        var paidIn = try row.settledCurrency.map { try Currency(code: $0).code } ?? unit
        var (fees, taxes) = (Self.amount(row.fees), Self.amount(row.taxes))
        if signs.ofTaxes.isRefund(row) { taxes = taxes.map { "-\($0)" } }
        let settled = Self.amount(row.settled)
        var total = Self.amount(row.total)
        if kind == .fee || kind == .tax, total == nil, settled == nil {
            // The amount of a charge may stand in its own column.
            total = kind == .fee ? fees : taxes
            if kind == .fee { fees = nil } else { taxes = nil }
        }
        fields.fees = fees.map { "\($0) \(row.feesCurrency ?? unit)" }
        fields.taxes = taxes.map { "\($0) \(row.taxesCurrency ?? unit)" }
        if [.buy, .sell, .receive, .give, .dividend, .interest].contains(kind) {
            fields.units = Self.amount(row.units)
            // A dividend tells the units that it was paid for.
            if [.dividend, .interest].contains(kind), total != nil || settled != nil { fields.units = nil }
        }
        if saysNoSettledCurrency, let settled, portfolio.currency.code != unit,
            try contradicts(settled, total, row, kind, unit, [fees, taxes])
        {
            paidIn = portfolio.currency.code
            assumedSettled.append(row.line)
            if fees != nil || taxes != nil { assumedCharges.append(row.line) }
        }
        let isAlike =
            [row.feesCurrency, row.taxesCurrency].compactMap(\.self).allSatisfy { $0 == unit } && paidIn == unit
        let stated = try amounts(row, kind, unit, isAlike ? [fees, taxes].compactMap(\.self) : [])
        if let stated, let total {
            fields.amount = try stated.gross(total: total).description
        } else if let stated, let settled, isAlike {
            fields.amount = try stated.gross(settled: settled).description
        } else if let total {
            fields.amount = "\(total) \(unit)"
        } else if let price = Self.amount(row.price), fields.units != nil {
            fields.price = "\(price) \(unit)"
        } else if let settled {
            fields.amount = try Self.gross(settled, kind, fees, taxes, paidIn)
        }
        if [.buy, .sell].contains(kind), fields.amount == nil, fields.price == nil, row.total != nil {
            // Worthless units are sold for 0.
            fields.amount = "0 \(unit)"
        }
        // A total that contradicts what was settled is refused with the transaction.
        if let settled, total != nil || paidIn != unit { fields.settled = "\(settled) \(paidIn)" }
        if kind == .receive {
            fields.cost = fields.amount ?? (fields.price == nil ? "unknown" : nil)
            fields.amount = nil
        }
        if fields.settled == nil, instrument.map({ $0.currency != portfolio.currency }) ?? false {
            fields.rate = Self.amount(row.rate)
        }
        var transaction = try TransactionDraft(fields, kind, call, in: writer, portfolio, instrument).transaction(
            entered: entered)
        transaction.imported = row.id
        transaction.importedRow = RowContent(transaction).text
        return transaction
    }

    /// A split, which acts on every portfolio.
    private mutating func split(_ row: ImportedTrade, _ entered: Date) throws -> PortfolioTransaction {
        guard let text = row.proportion else {
            throw RowRefusal("A split needs its proportion, as in 4:1, in a column of its own.")
        }
        let usual = try row.currency.map { try Currency(code: $0) }
        guard let instrument = try instruments.find(row, usual) else {
            throw RowRefusal("There is no instrument of this name: a split cannot come first.")
        }
        var fields = TransactionRequest()
        (fields.instrument, fields.date, fields.note) = (instrument.id.uuidString, "\(row.day)", row.note)
        fields.proportion = ["/", " for ", "-for-"].reduce(text.lowercased()) { $0.replacing($1, with: ":") }
        var transaction = try TransactionDraft(fields, .split, call, in: writer, nil, instrument).transaction(
            entered: entered)
        transaction.imported = row.id
        transaction.importedRow = RowContent(transaction).text
        return transaction
    }

    /// The portfolio of a row. Rows of several accounts are not put together because there is one portfolio.
    private mutating func portfolio(_ row: ImportedTrade) throws -> InvestmentPortfolio {
        if let usual { return usual }
        if let name = request.portfolio {
            let named = try Array(portfolios.values).find(named: name)
            usual = named
            return named
        }
        if let name = row.portfolio {
            if let found = portfolios.values.first(where: { $0.name.foldedName == name.foldedName }) { return found }
            let open = portfolios.values.filter { !$0.isArchived }
            guard let only = open.first, open.count == 1, accounts.count == 1 else {
                throw RowRefusal(
                    "There is no portfolio '\(name.printable)'. Add it, or name one portfolio for all rows.")
            }
            if !ownWarnings.contains(where: { $0.code == "onlyPortfolio" }) {
                ownWarnings.append(
                    Warning(
                        code: "onlyPortfolio",
                        message:
                            "The file is about '\(name.printable)'. Its rows go into '\(only.name)', the only portfolio."
                    ))
            }
            return only
        }
        if !accounts.isEmpty, portfolios.values.count(where: { !$0.isArchived }) > 1 {
            throw RowRefusal("It names no portfolio, as other rows do. Enter it by hand, or name one for all rows.")
        }
        return try writer.portfolio(named: nil)
    }

    /// The instrument of a row, which is added where there is none.
    private mutating func instrument(
        _ row: ImportedTrade, _ kind: PortfolioTransaction.Kind, _ portfolio: InvestmentPortfolio
    ) throws -> Instrument? {
        let currency = try row.currency.map { try Currency(code: $0) }
        if let found = try instruments.find(row, currency) { return found }
        guard ![.deposit, .withdrawal].contains(kind) else { return nil }
        return try instruments.add(
            row, request.type == .other ? row.instrumentType ?? .other : request.type, currency ?? portfolio.currency)
    }
}
