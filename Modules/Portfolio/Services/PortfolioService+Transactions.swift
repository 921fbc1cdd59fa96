public import Models
import Persistence

import struct Foundation.Date
import struct Foundation.UUID

// Entering transactions: the rate is asked before the transaction, which reads everything again.

extension PortfolioService {
    /// How often a request is begun again because it needs another rate.
    private static let rounds = 3

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
            var pair = [try draft.new(.sell, out), try draft.new(.buy, back)]
            for index in pair.indices { pair[index].swapID = id }
            return pair
        }
    }

    /// Makes new transactions inside a write.
    struct Drafts {
        let reader: any StoreReader
        let call: Call
        let method: CostMethod
        let answers: [RateQuestion: Result<KeptRate, RateQuestion.Gap>]
        /// The instant of entry.
        let entered: Date

        func new(_ kind: PortfolioTransaction.Kind, _ request: TransactionRequest) throws -> PortfolioTransaction {
            let draft = try TransactionDraft(request, kind, call, in: reader)
            var filled = request
            if request.takesAll {
                let day = try request.date.map { try CalendarDay($0) } ?? call.today
                filled.units = try held(request, through: day).encoded
            }
            var transaction = try TransactionDraft(filled, kind, call, in: reader).transaction(entered: entered)
            if let question = RateQuestion(transaction, draft.portfolio, draft.instrument),
                case .success(let rate)? = answers[question]
            {
                transaction.rate = rate
            }
            if kind.isCorporateAction { try checkHeld(transaction, draft.instrument) }
            if kind == .sell || kind == .give || kind == .transfer, !request.lots.isEmpty {
                transaction.lots = try LotNames(request.lots).lots(for: transaction, method, in: reader)
            }
            return transaction
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
            let question = RateQuestion(from: instrument.currency, to: value.currency, day: try request.date.map {
                try CalendarDay($0)
            } ?? call.today)
            guard let answer = answers[question] else { throw UnansweredRates(questions: [question]) }
            guard case .success(let rate) = answer, let inverse = rate.rate.reciprocal else {
                throw PortfolioError.swapNeedsRate(instrument.currency, value.currency)
            }
            let amount = try Money(
                rounding: value.ratio * inverse, places: instrument.currency.minorUnit, instrument.currency)
            request.amount = amount.description
            if value.currency == portfolio.currency { request.settled = value.description }
        }

        private func checkHeld(_ transaction: PortfolioTransaction, _ instrument: Instrument?) throws {
            guard let instrument else { return }
            let units = try UnitBook(reader.transactions(touching: [instrument.id])).units(on: transaction.day)
            guard units.contains(where: { $0.key.instrumentID == instrument.id }) else {
                throw PortfolioError.nobodyHolds(instrument: instrument.name, day: transaction.day)
            }
        }
    }

    /// Rates that a write needs before it can decide.
    struct UnansweredRates: Error {
        let questions: Set<RateQuestion>
    }

    /// Runs a write that makes transactions; it begins again where it needs a rate that was not asked for.
    private func enter(
        _ call: Call, before prepare: @Sendable (any StoreWriter) throws -> Void = { _ in },
        _ make: @Sendable (Drafts) throws -> [PortfolioTransaction]
    ) async throws -> Outcome<EnteredTransactions> {
        var answers: [RateQuestion: Result<KeptRate, RateQuestion.Gap>] = [:]
        let call = try await store.stamped(call)
        let method = settings.method
        for _ in 0...Self.rounds {
            do {
                let known = answers
                return try await store.write(call) { writer in
                    try prepare(writer)
                    let drafts = Drafts(
                        reader: writer, call: call, method: method, answers: known, entered: call.now)
                    let transactions = try make(drafts)
                    let gaps = try writer.unanswered(transactions, known)
                    return try writer.write(
                        transactions.map { (nil, $0) }, method, call,
                        warnings: gaps.compactMap { question in
                            guard case .failure(let gap)? = known[question] else { return nil }
                            return question.warning(gap)
                        })
                }
            } catch let unanswered as UnansweredRates {
                let open = unanswered.questions.subtracting(answers.keys)
                guard !open.isEmpty else { break }
                answers.merge(try await RateQuestion.answers(to: open, rates, call)) { first, _ in first }
                // What nobody answered is a gap, too.
                for question in open where answers[question] == nil {
                    answers[question] = .failure(RateQuestion.Gap(reason: "none was found"))
                }
            }
        }
        throw PortfolioError.keepsChanging
    }

    /// Corrects a transaction. It keeps its id and its place among those of its day (P1).
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LookupError``, ``RequestError``, ``PortfolioError``, ``StoreError``.
    public func correct(
        _ id: String, _ request: TransactionRequest, _ call: Call
    ) async throws -> Outcome<EnteredTransactions> {
        var answers: [RateQuestion: Result<KeptRate, RateQuestion.Gap>] = [:]
        let method = settings.method
        for _ in 0...Self.rounds {
            do {
                let known = answers
                return try await store.write(call) { writer in
                    let old = try writer.find(PortfolioTransaction.self, named: id)
                    let draft = try TransactionDraft(request, old.kind, call, in: writer, old: old)
                    var next = try draft.transaction(replacing: old, entered: old.entered)
                    // A rate of another day is another one, unless a person gave it.
                    if next.day != old.day, next.rate == old.rate, next.rate?.state != "given" { next.rate = nil }
                    if let question = RateQuestion(next, draft.portfolio, draft.instrument),
                        case .success(let rate)? = known[question]
                    {
                        next.rate = rate
                    }
                    if !request.lots.isEmpty {
                        next.lots = try LotNames(request.lots).lots(for: next, method, in: writer)
                    }
                    let gaps = try writer.unanswered([next], known)
                    return try writer.write(
                        [(old, next)], method, call,
                        warnings: gaps.map { question in
                            guard case .failure(let gap)? = known[question] else { return question.warning(nil) }
                            return question.warning(gap)
                        })
                }
            } catch let unanswered as UnansweredRates {
                let open = unanswered.questions.subtracting(answers.keys)
                guard !open.isEmpty else { break }
                answers.merge(try await RateQuestion.answers(to: open, rates, call)) { first, _ in first }
                for question in open where answers[question] == nil {
                    answers[question] = .failure(RateQuestion.Gap(reason: "none was found"))
                }
            }
        }
        throw PortfolioError.keepsChanging
    }

    /// Deletes a transaction; both of a swap.
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LookupError``, ``PortfolioError``, ``StoreError``.
    public func deleteTransaction(_ id: String, _ call: Call) async throws -> Outcome<EnteredTransactions> {
        let method = settings.method
        return try await store.write(call) { writer in
            let old = try writer.find(PortfolioTransaction.self, named: id)
            let pair = try old.swapID.map { swap in
                try writer.all(PortfolioTransaction.self).filter { $0.swapID == swap }
            }
            return try writer.write((pair ?? [old]).map { ($0, nil) }, method, call, warnings: [])
        }
    }

    /// A transaction with the position that it is of.
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LookupError``, ``StoreError``.
    public func transaction(_ id: String, _ call: Call) async throws -> Outcome<EnteredTransactions> {
        try await store.read { reader in
            let found = try reader.find(PortfolioTransaction.self, named: id)
            return Outcome(try EnteredTransactions([found], found, in: reader, call))
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

    /// The transactions of an instrument, or all, in a period, in the order in which they act; of another day than the present one only
    /// those up to it.
    ///
    /// - Throws: ``LookupError``, ``StoreError``.
    public func transactions(
        of instrument: String?, in portfolio: String? = nil, from first: CalendarDay? = nil,
        to last: CalendarDay? = nil, _ call: Call
    ) async throws -> Outcome<(transactions: [PortfolioTransaction], names: PortfolioNames)> {
        Outcome(
            try await store.read { reader in
                let wanted = try instrument.map { try reader.instrument(named: $0).id }
                let owner = try portfolio.map { try reader.find(InvestmentPortfolio.self, named: $0).id }
                let all = try reader.all(PortfolioTransaction.self).filter { transaction in
                    (wanted.map { transaction.instrumentID == $0 || transaction.toInstrumentID == $0 } ?? true)
                        && (owner.map { transaction.portfolioID == $0 || transaction.toPortfolioID == $0 } ?? true)
                        && (first.map { $0 <= transaction.day } ?? true) && transaction.day <= (last ?? call.today)
                }
                return (all.inOrder, try PortfolioNames(in: reader))
            })
    }

    /// Asks for the rates of transactions that have none, and keeps them.
    ///
    /// - Throws: ``StoreError``, `CancellationError`.
    public func fillRates(_ call: Call) async throws -> Outcome<(filled: Int, missing: Int)> {
        let questions = try await store.read { try $0.openRates() }
        let answers = try await RateQuestion.answers(to: Set(questions.map(\.1)), rates, call)
        return try await store.write(call) { writer in
            var (filled, missing) = (0, 0)
            var warnings: [Warning] = []
            for (transaction, question) in try writer.openRates() {
                guard case .success(let rate)? = answers[question] else {
                    missing += 1
                    if case .failure(let gap)? = answers[question] {
                        let warning = question.warning(gap)
                        if !warnings.contains(warning) { warnings.append(warning) }
                    }
                    continue
                }
                var next = transaction
                next.rate = rate
                try writer.update(transaction, to: next)
                filled += 1
            }
            return Outcome((filled, missing), warnings: warnings, isComplete: missing == 0)
        }
    }
}

extension RateQuestion {
    init(from: Currency, to: Currency, day: CalendarDay) { (self.from, self.to, self.day) = (from, to, day) }
}

extension StoreReader {
    fileprivate func openRates() throws -> [(PortfolioTransaction, RateQuestion)] {
        let names = try PortfolioNames(in: self)
        return try all(PortfolioTransaction.self).compactMap { transaction in
            RateQuestion(
                transaction, transaction.portfolioID.flatMap { names.portfolios[$0] },
                transaction.instrumentID.flatMap { names.instruments[$0] }
            ).map { (transaction, $0) }
        }
    }

    /// The questions that stay open, all of which were asked.
    fileprivate func unanswered(
        _ transactions: [PortfolioTransaction], _ known: [RateQuestion: Result<KeptRate, RateQuestion.Gap>]
    ) throws -> Set<RateQuestion> {
        let questions = try transactions.compactMap { transaction in
            RateQuestion(
                transaction, try transaction.portfolioID.flatMap { try find(InvestmentPortfolio.self, $0) },
                try transaction.instrumentID.flatMap { try find(Instrument.self, $0) })
        }
        let open = Set(questions)
        guard open.isSubset(of: known.keys) else { throw PortfolioService.UnansweredRates(questions: open) }
        return open
    }
}

