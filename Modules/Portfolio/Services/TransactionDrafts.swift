import Models
import Persistence

import struct Foundation.Date
import struct Foundation.UUID

/// Makes new transactions inside a write.
struct TransactionDrafts {
    let reader: any StoreReader
    let call: Call
    let method: CostMethod
    let answers: [RateQuestion: Result<KeptRate, RateQuestion.Gap>]
    /// The instant of entry, if nothing was entered of that day later.
    let entered: Date
    /// The number of transactions of the same entry before it.
    var position = 0

    func new(_ kind: PortfolioTransaction.Kind, _ request: TransactionRequest) throws -> PortfolioTransaction {
        let draft = try TransactionDraft(request, kind, call, in: reader)
        var filled = request
        if request.takesAll {
            let day = try request.date.map { try CalendarDay($0) } ?? call.today
            filled.units = try held(request, through: day).encoded
        }
        var transaction = try TransactionDraft(filled, kind, call, in: reader).transaction(
            entered: try instant(draft.portfolio, request))
        if let question = RateQuestion(transaction, draft.portfolio, draft.instrument),
            case .success(let rate)? = answers[question]
        {
            transaction.rate = rate
        }
        if kind.isCorporateAction {
            try checkNew(transaction, draft.instrument)
            try checkHeld(transaction, draft.instrument)
        }
        if kind == .sell || kind == .give || kind == .transfer, !request.lots.isEmpty {
            transaction.lots = try LotNames(request.lots).lots(for: transaction, method, in: reader)
        }
        return transaction
    }

    /// The same for what is entered next.
    var later: TransactionDrafts {
        var next = self
        next.position += 1
        return next
    }

    /// An instant after all that was entered of the portfolio and the day (P1).
    private func instant(_ portfolio: InvestmentPortfolio?, _ request: TransactionRequest) throws -> Date {
        var instant = entered
        if let portfolio, let day = try? request.date.map({ try CalendarDay($0) }) ?? call.today {
            let ofDay = Selection(
                where: "portfolioID", is: .text(portfolio.id.uuidString), by: "day", from: .text("\(day)"),
                through: .text("\(day)"))
            let newest = try reader.all(PortfolioTransaction.self, ofDay).map(\.entered).max()
            if let newest, newest >= instant { instant = newest.addingTimeInterval(0.001) }
        }
        return instant.addingTimeInterval(Double(position) / 1000)
    }

    /// The units of the position at the end of a day.
    func held(_ request: TransactionRequest, through day: CalendarDay) throws -> Ratio {
        let portfolio = try reader.portfolio(named: request.portfolio)
        let instrument = try reader.instrument(named: request.instrument ?? "")
        let units = try UnitBook(reader.transactions(touching: [instrument.id])).units(on: day)
        return units[PositionKey(portfolioID: portfolio.id, instrumentID: instrument.id)] ?? .zero
    }

    /// Sets the amount of one side of a swap: in the instrument's currency, or by what was settled.
    func setValue(
        _ value: Money, of instrument: Instrument, in portfolio: InvestmentPortfolio,
        on request: inout TransactionRequest
    ) throws {
        if value.currency == instrument.currency {
            request.amount = value.description
            return
        }
        let question = RateQuestion(
            from: instrument.currency, to: value.currency,
            day: try request.date.map {
                try CalendarDay($0)
            } ?? call.today)
        guard let answer = answers[question] else { throw PortfolioService.UnansweredRates(questions: [question]) }
        guard case .success(let rate) = answer, let inverse = rate.rate.reciprocal else {
            throw PortfolioError.swapNeedsRate(instrument.currency, value.currency)
        }
        let amount = try Money(
            rounding: value.ratio * inverse, places: instrument.currency.minorUnit, instrument.currency)
        request.amount = amount.description
        if value.currency == portfolio.currency { request.settled = value.description }
    }

    /// An instrument has no two equal corporate actions on one day.
    private func checkNew(_ transaction: PortfolioTransaction, _ instrument: Instrument?) throws {
        guard let instrument else { return }
        let isThere = try reader.all(PortfolioTransaction.self, where: "instrumentID", is: instrument.id).contains {
            $0.kind == transaction.kind && $0.day == transaction.day && $0.units == transaction.units
                && $0.toInstrumentID == transaction.toInstrumentID
        }
        guard isThere else { return }
        throw PortfolioError.actionExists(
            kind: transaction.kind.rawValue, instrument: instrument.name, day: transaction.day)
    }

    private func checkHeld(_ transaction: PortfolioTransaction, _ instrument: Instrument?) throws {
        guard let instrument else { return }
        // It acts at the start of the day, after the other corporate actions of that day (P7).
        let before = try reader.transactions(touching: [instrument.id]).filter {
            $0.day < transaction.day || $0.day == transaction.day && $0.kind.isCorporateAction
        }
        // A split may be entered before the transactions of a file, which it changes.
        if transaction.kind == .split, before.isEmpty { return }
        let units = try UnitBook(before).units()
        guard units.contains(where: { $0.key.instrumentID == instrument.id }) else {
            throw PortfolioError.nobodyHolds(instrument: instrument.name, day: transaction.day)
        }
    }
}
