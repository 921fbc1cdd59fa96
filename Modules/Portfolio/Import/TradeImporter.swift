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
    private(set) var added: [Instrument] = []
    private(set) var known = 0
    private var portfolios: [InvestmentPortfolio] = []
    private var instruments: [Instrument] = []
    private var numbers: Set<[String]> = []
    private var contents: [Content: Int] = [:]

    /// A transaction as its row tells it, by which it is known again.
    private struct Content: Hashable {
        let kind: PortfolioTransaction.Kind
        let portfolio: UUID?
        let instrument: UUID?
        let day: CalendarDay
        let units: Ratio?
        let gross: Money?
        let fees: Money?

        init(_ transaction: PortfolioTransaction) {
            (kind, portfolio, instrument) = (transaction.kind, transaction.portfolioID, transaction.instrumentID)
            (day, units, gross, fees) = (transaction.day, transaction.units, transaction.gross, transaction.fees)
        }
    }

    init(
        _ request: PortfolioImportRequest, _ call: Call, _ writer: any StoreWriter,
        _ answers: PortfolioService.RateAnswers
    ) throws {
        (self.request, self.call, self.writer, self.answers) = (request, call, writer, answers)
        portfolios = try writer.all(InvestmentPortfolio.self)
        instruments = try writer.all(Instrument.self)
        for transaction in try writer.all(PortfolioTransaction.self) {
            if let number = transaction.imported {
                numbers.insert([transaction.portfolioID?.uuidString ?? "", number])
            } else {
                contents[Content(transaction), default: 0] += 1
            }
        }
    }

    /// The new transactions of rows.
    ///
    /// - Throws: ``ImportError/rows(_:count:)`` with all that cannot be entered.
    mutating func transactions(_ rows: [ImportedTrade]) throws -> [PortfolioTransaction] {
        var (found, issues): ([PortfolioTransaction], [ImportError.RowIssue]) = ([], [])
        let issueLimit = 20
        var issueCount = 0
        let isBackwards = (rows.first?.day ?? call.day) > (rows.last?.day ?? call.day)
        let ordered = (isBackwards ? rows.reversed() : rows).enumerated().sorted { left, right in
            if left.element.day != right.element.day { return left.element.day < right.element.day }
            let (a, b) = (left.element.time ?? "", right.element.time ?? "")
            return a == b ? left.offset < right.offset : a < b
        }
        var (day, position): (CalendarDay?, Int) = (nil, 0)
        for row in ordered.map(\.element) {
            // Only the order within a day matters, and instants must not run ahead of what is entered next.
            (day, position) = (row.day, row.day == day ? position + 1 : 0)
            do {
                var transaction = try transaction(row, position)
                if try isKnown(transaction) {
                    known += 1
                    continue
                }
                if let question = RateQuestion(
                    transaction, portfolios.first { $0.id == transaction.portfolioID },
                    instruments.first { $0.id == transaction.instrumentID }),
                    case .success(let rate)? = answers[question]
                {
                    transaction.rate = rate
                }
                found.append(transaction)
            } catch let problem as any Problem {
                issueCount += 1
                if issues.count < issueLimit {
                    issues.append(ImportError.RowIssue(line: row.line, message: problem.description))
                }
            }
        }
        guard issues.isEmpty else {
            throw ImportError.rows(issues.sorted { $0.line < $1.line }, count: issueCount)
        }
        return found
    }

    private mutating func isKnown(_ transaction: PortfolioTransaction) throws -> Bool {
        if let number = transaction.imported {
            return !numbers.insert([transaction.portfolioID?.uuidString ?? "", number]).inserted
        }
        // The k-th of equal rows is the k-th of equal transactions.
        let content = Content(transaction)
        guard let count = contents[content], count > 0 else { return false }
        contents[content] = count - 1
        return true
    }

    private mutating func transaction(_ row: ImportedTrade, _ position: Int) throws -> PortfolioTransaction {
        guard let kind = TradeWords.kind(row.type ?? "") else {
            throw PortfolioError.unknownKind(row.type ?? "")
        }
        let portfolio = try portfolio(row)
        let instrument = try instrument(row, kind, portfolio)
        var fields = TransactionRequest()
        fields.isExact = true
        (fields.portfolio, fields.instrument) = (portfolio.id.uuidString, instrument?.id.uuidString)
        (fields.date, fields.note) = ("\(row.day)", row.note)
        let unit =
            try row.currency.map { try Currency(code: $0).code } ?? instrument?.currency.code ?? portfolio.currency.code
        let paidIn = try row.settledCurrency.map { try Currency(code: $0).code } ?? unit
        let (fees, taxes) = (Self.amount(row.fees), Self.amount(row.taxes))
        fields.fees = fees.map { "\($0) \(paidIn)" }
        fields.taxes = taxes.map { "\($0) \(paidIn)" }
        if [.buy, .sell, .receive, .give, .dividend, .interest].contains(kind) {
            fields.units = Self.amount(row.units)
            // A dividend tells the units that it was paid for.
            if [.dividend, .interest].contains(kind), row.total != nil || row.settled != nil { fields.units = nil }
        }
        let settled = Self.amount(row.settled)
        if let total = Self.amount(row.total) {
            fields.amount = "\(total) \(unit)"
        } else if let price = Self.amount(row.price), fields.units != nil {
            fields.price = "\(price) \(unit)"
        } else if let settled {
            fields.amount = try Self.gross(settled, kind, fees, taxes, paidIn)
        }
        if kind == .receive {
            fields.cost = fields.amount ?? (fields.price == nil ? "unknown" : nil)
            fields.amount = nil
        }
        if let settled, paidIn != unit, paidIn == portfolio.currency.code { fields.settled = "\(settled) \(paidIn)" }
        if fields.settled == nil, instrument.map({ $0.currency != portfolio.currency }) ?? false {
            fields.rate = Self.amount(row.rate)
        }
        var transaction = try TransactionDraft(fields, kind, call, in: writer, portfolio, instrument).transaction(
            entered: call.now.addingTimeInterval(Double(position) / 1000))
        if transaction.gross == nil, [.buy, .sell].contains(kind) { throw PortfolioError.priceOrTotal }
        transaction.imported = row.id
        return transaction
    }

    /// Digits without a sign; nil for 0 and for an empty cell.
    private static func amount(_ text: String?) -> String? {
        guard var text, let first = text.first else { return nil }
        if first == "-" { text.removeFirst() }
        return text.contains { ("1"..."9").contains($0) } ? text : nil
    }

    /// The amount before fees and taxes of what was settled in one currency with them.
    private static func gross(
        _ settled: String, _ kind: PortfolioTransaction.Kind, _ fees: String?, _ taxes: String?, _ code: String
    ) throws -> String {
        let currency = try Currency(code: code)
        var gross = try Money(settled, currency)
        for charge in [fees, taxes].compactMap(\.self) {
            let amount = try Money(charge, currency)
            gross = kind == .buy || kind == .receive ? try gross.subtracting(amount) : try gross.adding(amount)
        }
        return gross.description
    }

    private func portfolio(_ row: ImportedTrade) throws -> InvestmentPortfolio {
        if let name = request.portfolio { return try portfolios.find(named: name) }
        if let name = row.portfolio {
            if let found = portfolios.first(where: { $0.name.foldedName == name.foldedName }) { return found }
            let open = portfolios.filter { !$0.isArchived }
            if open.count == 1 { return open[0] }
            return try portfolios.find(named: name)
        }
        return try writer.portfolio(named: nil)
    }

    /// The instrument of a row, which is added where there is none.
    private mutating func instrument(
        _ row: ImportedTrade, _ kind: PortfolioTransaction.Kind, _ portfolio: InvestmentPortfolio
    ) throws -> Instrument? {
        if let isin = row.isin, let found = instruments.first(where: { $0.isin == isin }) { return found }
        if let symbol = row.symbol, let found = instruments.first(where: { $0.symbol == symbol }) { return found }
        let title = row.instrument ?? row.symbol ?? row.isin
        if let title, let found = instruments.first(where: { $0.name.foldedName == title.foldedName }) { return found }
        guard let title, !title.trimmedName.isEmpty else { return nil }
        guard ![.deposit, .withdrawal].contains(kind) else { return nil }
        let currency = try row.currency.map { try Currency(code: $0) } ?? portfolio.currency
        let instrument = Instrument(
            id: UUID(), name: title.trimmedName, type: request.type, currency: currency, symbol: row.symbol,
            isin: row.isin)
        try writer.insert(instrument)
        instruments.append(instrument)
        added.append(instrument)
        return instrument
    }
}
