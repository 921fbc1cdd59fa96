import Models
import Persistence

import struct Foundation.Date
import struct Foundation.UUID

/// Makes a transaction of a request, with everything that is wrong with it at once.
struct TransactionDraft {
    let request: TransactionRequest
    let kind: PortfolioTransaction.Kind
    let call: Call
    let reader: any StoreReader
    let portfolio: InvestmentPortfolio?
    let instrument: Instrument?

    init(
        _ request: TransactionRequest, _ kind: PortfolioTransaction.Kind, _ call: Call, in reader: any StoreReader,
        old: PortfolioTransaction? = nil
    ) throws {
        (self.request, self.kind, self.call, self.reader) = (request, kind, call, reader)
        if let old {
            portfolio = try old.portfolioID.flatMap { try reader.find(InvestmentPortfolio.self, $0) }
            instrument = try old.instrumentID.flatMap { try reader.find(Instrument.self, $0) }
            return
        }
        portfolio = kind.isCorporateAction ? nil : try reader.portfolio(named: request.portfolio)
        instrument = try request.instrument.map { try reader.instrument(named: $0) }
    }

    /// A draft for a portfolio and an instrument that are known.
    init(
        _ request: TransactionRequest, _ kind: PortfolioTransaction.Kind, _ call: Call, in reader: any StoreReader,
        _ portfolio: InvestmentPortfolio?, _ instrument: Instrument?
    ) {
        (self.request, self.kind, self.call, self.reader) = (request, kind, call, reader)
        (self.portfolio, self.instrument) = (portfolio, instrument)
    }

    /// The transaction, new or with the old one's texts changed.
    ///
    /// - Throws: ``RequestError`` with everything that cannot be read, ``LookupError``, ``PortfolioError``.
    func transaction(replacing old: PortfolioTransaction? = nil, id: UUID = UUID(), entered: Date) throws
        -> PortfolioTransaction
    {
        var fields = RequestReader()
        if old != nil { try refuseForeignFields(&fields) }
        let day = try fields.read("date") { try request.date.map { try CalendarDay($0) } ?? old?.day ?? call.today }
        if let day, day > call.day { _ = try fields.read("date") { throw PortfolioError.futureDay(day) } }
        let base = portfolio?.currency ?? instrument?.currency ?? .usd
        let quote = instrument?.currency ?? base
        var draft =
            old
            ?? PortfolioTransaction(
                id: id, kind: kind, portfolioID: portfolio?.id, instrumentID: instrument?.id,
                day: day ?? call.today, entered: entered)
        draft.day = day ?? call.today
        if let text = request.units { draft.units = try fields.read("units") { try UnitsText.read(text) } ?? .one }
        if let text = request.received {
            draft.received = try fields.read("received") { try UnitsText.read(text) } ?? draft.units
        }
        func read(_ text: String?, _ field: String, _ usual: Currency, _ fields: inout RequestReader) throws -> Money? {
            guard let text else { return nil }
            return try fields.read(field) { try MoneyText.read(text, usual, isExact: request.isExact) }
        }
        if let amount = try read(request.amount, "amount", quote, &fields) { draft.gross = amount }
        if let fees = try read(request.fees, "fees", quote, &fields) { draft.fees = fees.isZero ? nil : fees }
        if let text = request.taxes {
            // Tax that came back has a minus.
            let isSigned = [.sell, .dividend, .interest].contains(kind)
            let taxes = try fields.read("taxes") {
                try MoneyText.read(text, quote, isExact: request.isExact, isSigned: isSigned)
            }
            if let taxes { draft.taxes = taxes.isZero ? nil : taxes }
        }
        if let settled = try read(request.settled, "settled", base, &fields) {
            (draft.settled, draft.rate) = (settled, nil)
        }
        if let text = request.rate {
            if request.settled == nil { draft.settled = nil }
            draft.rate = try fields.read("rate") { KeptRate(rate: try UnitsText.read(text)) }
        }
        if let text = request.acquired { draft.acquired = try fields.read("acquired") { try CalendarDay(text) } }
        if let acquired = draft.acquired, acquired > draft.day {
            _ = try fields.read("acquired") { throw PortfolioError.futureDay(acquired) }
        }
        if let note = request.note { draft.note = note.isEmpty ? nil : note }
        if let text = request.price, let price = try read(text, "price", quote, &fields) {
            draft.gross = try fields.read("price") { try gross(price, draft.units ?? .one) } ?? draft.gross
        } else if request.units != nil, request.amount == nil, let old, let gross = old.gross, let units = old.units,
            let price = gross.ratio.divided(by: units), [.buy, .sell].contains(kind)
        {
            // A corrected number of units keeps the price.
            let value = price * (draft.units ?? units)
            draft.gross = try fields.read("units") {
                try Money(rounding: value, places: max(gross.grain, gross.currency.minorUnit), gross.currency)
            }
        }
        if let text = request.cost, text != "unknown" {
            draft.gross = try read(text, "cost", quote, &fields) ?? draft.gross
        } else if request.cost == "unknown" {
            draft.gross = nil
        }
        try readAction(&draft, &fields)
        fields.add(draft.issues(portfolio, instrument))
        try fields.check()
        try checkSettled(draft, quote, base)
        return draft
    }

    /// Refuses fields that a transaction of this kind does not have: they would be kept and count for nothing.
    private func refuseForeignFields(_ fields: inout RequestReader) throws {
        let trades: Set<PortfolioTransaction.Kind> = [.buy, .sell, .receive]
        let money: Set<PortfolioTransaction.Kind> = [
            .dividend, .interest, .fee, .tax, .deposit, .withdrawal, .exchange,
        ]
        let foreign: [(given: Bool, field: String, kinds: Set<PortfolioTransaction.Kind>)] = [
            (request.cost != nil, "cost", [.receive]), (request.acquired != nil, "acquired", [.receive]),
            (request.received != nil, "received", [.transfer]), (request.price != nil, "price", trades),
            (!request.lots.isEmpty, "lots", [.sell, .give, .transfer]),
            (request.share != nil, "share", [.spinOff]),
            (request.units != nil, "units", trades.union([.give, .transfer, .dividend, .interest])),
            (request.amount != nil, "amount", trades.union(money)),
            (request.settled != nil, "settled", trades.union(money)),
            (request.rate != nil, "rate", trades.union(money)),
            (request.fees != nil, "fees", trades.union(money).union([.give]).subtracting([.fee, .tax])),
            (request.taxes != nil, "taxes", trades.union(money).union([.give]).subtracting([.fee, .tax])),
        ]
        for (given, field, kinds) in foreign where given && !kinds.contains(kind) {
            _ = try fields.read(field) { throw PortfolioError.fieldNotHere(field: field, kind: kind.rawValue) }
        }
    }

    private func gross(_ price: Money, _ units: Ratio) throws -> Money {
        let value = price.ratio * units
        let gross = try Money(rounding: value, places: price.currency.minorUnit, price.currency)
        if gross.isZero, !value.isZero { throw PortfolioError.roundsToNothing(price.currency) }
        return gross
    }

    private func readAction(_ draft: inout PortfolioTransaction, _ fields: inout RequestReader) throws {
        if let text = request.proportion {
            draft.units =
                try fields.read("units") {
                    do { return try UnitsText.readProportion(text) } catch { throw PortfolioError.badProportion(text) }
                } ?? Ratio(2)
        }
        if let text = request.share { draft.share = try fields.read("share") { try Share(text).ratio } ?? .one }
        guard let to = request.to else { return }
        switch kind {
        case .transfer: draft.toPortfolioID = try reader.find(InvestmentPortfolio.self, named: to).id
        case .merger, .spinOff: draft.toInstrumentID = try reader.instrument(named: to).id
        default: break
        }
    }

    /// The settled amount has to agree with the amounts in the same currency, and leave a rate above 0.
    private func checkSettled(_ draft: PortfolioTransaction, _ quote: Currency, _ base: Currency) throws {
        if quote == base, draft.rate != nil, draft.gross?.currency == quote {
            throw PortfolioError.rateNotNeeded(quote)
        }
        guard let settled = draft.settled, let gross = draft.gross, kind != .exchange, gross.currency == quote else {
            return
        }
        let isIn = kind == .buy || kind == .receive
        let charges = [draft.fees, draft.taxes].compactMap(\.self)
        guard settled.currency == quote else {
            let charged = charges.filter { $0.currency == settled.currency }.reduce(Ratio.zero) { $0 + $1.ratio }
            let rest = charges.filter { $0.currency == quote }.reduce(Ratio.zero) { $0 + $1.ratio }
            let total = isIn ? gross.ratio + rest : gross.ratio - rest
            let moved = isIn ? settled.ratio - charged : settled.ratio + charged
            if !total.isPositive || !moved.isPositive { throw PortfolioError.settledTooSmall(settled) }
            return
        }
        guard charges.allSatisfy({ $0.currency == quote }) else { return }
        var total = gross
        for charge in charges { total = isIn ? try total.adding(charge) : try total.subtracting(charge) }
        if total != settled { throw PortfolioError.settledDiffers(settled: settled, total: total) }
    }
}

extension StoreReader {
    /// The portfolio that a text means, or the only one.
    ///
    /// - Throws: ``LookupError``, ``PortfolioError``, ``StoreError``.
    package func portfolio(named text: String?) throws -> InvestmentPortfolio {
        if let text { return try find(InvestmentPortfolio.self, named: text) }
        let all = try all(InvestmentPortfolio.self)
        let open = all.filter { !$0.isArchived }
        let candidates = open.isEmpty ? all : open
        guard let first = candidates.first else { throw PortfolioError.noPortfolio }
        guard candidates.count == 1 else { throw PortfolioError.choosePortfolio(candidates.map(\.name)) }
        return first
    }
}
