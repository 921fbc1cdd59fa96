public import Models
import Persistence

import struct Foundation.UUID

// Entering transactions.

extension PortfolioService {
    /// Enters a transaction.
    ///
    /// - Throws: ``RequestError``, ``LookupError``, ``PortfolioError``, ``ValidationError``, ``StoreError``.
    public func enter(
        _ kind: PortfolioTransaction.Kind, _ request: TransactionRequest, _ call: Call
    ) async throws -> Outcome<EnteredTransactions> {
        try await enter(call) { draft in [try draft.new(kind, request)] }
    }

    /// Sets the units of a position: what is missing comes at a cost, what is too many goes without a gain (P9).
    ///
    /// - Throws: ``RequestError``, ``LookupError``, ``PortfolioError``, ``StoreError``.
    public func adjust(_ request: TransactionRequest, _ call: Call) async throws -> Outcome<EnteredTransactions> {
        try await enter(call) { draft in
            var fields = RequestReader()
            let wanted = try fields.read("to") { try UnitsText.read(request.to ?? "") }
            let day = try fields.read("date") { try request.date.map { try CalendarDay($0) } ?? call.today }
            try fields.check()
            guard let wanted, let day else { return [] }
            if wanted.isNegative { throw NumberError.notANumber(request.to ?? "") }
            let held = try draft.held(request, through: day)
            var next = request
            next.to = nil
            if wanted > held {
                guard request.cost != nil else { throw PortfolioError.costNeeded }
                next.units = (wanted - held).encoded
                return [try draft.new(.receive, next)]
            }
            if wanted == held { throw PortfolioError.nothingToAdjust(held: UnitsText.text(held)) }
            (next.units, next.cost) = ((held - wanted).encoded, nil)
            return [try draft.new(.give, next)]
        }
    }

    /// Swaps units of one instrument for units of another: a sale and a purchase at one value, undone as one.
    ///
    /// - Parameters:
    ///   - request: the units that go; its amount is the value.
    ///   - bought: the instrument and the units that come.
    /// - Throws: ``RequestError``, ``LookupError``, ``PortfolioError``, ``StoreError``.
    public func swap(
        _ request: TransactionRequest, for bought: (instrument: String, units: String), _ call: Call
    ) async throws -> Outcome<EnteredTransactions> {
        let id = UUID()
        return try await enter(call) { draft in
            var purchase = request
            (purchase.instrument, purchase.units, purchase.lots) = (bought.instrument, bought.units, [])
            // Fees and taxes belong to the sale.
            (purchase.fees, purchase.taxes, purchase.takesAll) = (nil, nil, false)
            var (out, back) = (request, purchase)
            let portfolio = try draft.reader.portfolio(named: request.portfolio)
            let value = try MoneyText.read(request.amount ?? "", portfolio.currency)
            let (sold, gained) = (
                try draft.reader.instrument(named: request.instrument ?? ""),
                try draft.reader.instrument(named: bought.instrument)
            )
            guard sold.id != gained.id else { throw PortfolioError.sameInstrument(sold.name) }
            try draft.setValue(value, of: sold, in: portfolio, on: &out)
            try draft.setValue(value, of: gained, in: portfolio, on: &back)
            let sale = try draft.new(.sell, out)
            var pair = [sale, try draft.later.new(.buy, back)]
            for index in pair.indices { pair[index].swapID = id }
            return pair
        }
    }

    /// Adds an instrument together with a first purchase.
    ///
    /// - Throws: ``RequestError``, ``LookupError``, ``PortfolioError``, ``StoreError``.
    public func addInstrument(
        _ fields: InstrumentService.Fields, buying request: TransactionRequest, _ call: Call
    ) async throws -> Outcome<(instrument: Instrument, entered: EnteredTransactions)> {
        let id = UUID()
        let outcome = try await enter(call, before: { try fields.add(id: id, to: $0) }) { draft in
            var request = request
            request.instrument = id.uuidString
            return [try draft.new(.buy, request)]
        }
        guard let instrument = outcome.value.names.instruments[id] else { throw PortfolioError.keepsChanging }
        return outcome.map { (instrument, $0) }
    }

    /// Runs a write that makes transactions.
    private func enter(
        _ call: Call, before prepare: @Sendable (any StoreWriter) throws -> Void = { _ in },
        _ make: @Sendable (TransactionDrafts) throws -> [PortfolioTransaction]
    ) async throws -> Outcome<EnteredTransactions> {
        let call = try await store.stamped(call)
        let settings = settings
        return try await asking(call) { known in
            try await store.write(call) { writer in
                try prepare(writer)
                let drafts = TransactionDrafts(
                    reader: writer, call: call, method: settings.method, answers: known,
                    entered: call.now)
                let transactions = try make(drafts)
                let warnings =
                    try writer.rateWarnings(transactions, known)
                    + writer.splitWarnings(transactions) + writer.incomeWarnings(transactions)
                return try writer.write(transactions.map { (nil, $0) }, settings, call, warnings: warnings)
            }
        }
    }
}

extension StoreReader {
    /// Warns of income of instruments of which the portfolio had no units so far.
    fileprivate func incomeWarnings(_ transactions: [PortfolioTransaction]) throws -> [Warning] {
        let income = transactions.filter { [.dividend, .interest].contains($0.kind) && $0.units == nil }
        return try income.compactMap { income in
            guard let instrument = try income.instrumentID.flatMap({ try find(Instrument.self, $0) }),
                let portfolio = try income.portfolioID.flatMap({ try find(InvestmentPortfolio.self, $0) })
            else { return nil }
            let before = try self.transactions(touching: [instrument.id]).filter { $0.day <= income.day }
            // Units also come by transfers, and of other instruments by mergers and spin-offs.
            let hadUnits = before.contains { other in
                other.toInstrumentID == instrument.id
                    || other.instrumentID == instrument.id && other.units != nil
                        && [other.portfolioID, other.toPortfolioID].contains(portfolio.id)
            }
            guard !hadUnits else { return nil }
            return Warning(
                code: "neverHeld",
                message: "'\(portfolio.name)' held no units of '\(instrument.name)' up to \(income.day).")
        }
    }

    /// Warns of splits before everything else that is entered of the instrument.
    fileprivate func splitWarnings(_ transactions: [PortfolioTransaction]) throws -> [Warning] {
        try transactions.filter { $0.kind == .split }.compactMap { split in
            guard let instrument = try split.instrumentID.flatMap({ try find(Instrument.self, $0) }) else { return nil }
            let isFirst = try self.transactions(touching: [instrument.id]).allSatisfy { $0.day >= split.day }
            guard isFirst else { return nil }
            return Warning(
                code: "nobodyHolds",
                message:
                    "Nobody holds '\(instrument.name)' on \(split.day): the split acts on earlier transactions that "
                    + "are entered from now on.")
        }
    }
}
