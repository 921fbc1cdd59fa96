public import Models
import Persistence

// Correcting, deleting and listing transactions.

extension PortfolioService {
    /// Corrects a transaction. It keeps its id and its place among those of its day (P1).
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LookupError``, ``RequestError``, ``PortfolioError``, ``StoreError``.
    public func correct(
        _ id: String, _ request: TransactionRequest, _ call: Call
    ) async throws -> Outcome<EnteredTransactions> {
        let settings = settings
        return try await asking(call) { known in
            try await store.write(call) { writer in
                let old = try writer.find(PortfolioTransaction.self, named: id)
                let draft = try TransactionDraft(request, old.kind, call, in: writer, old: old)
                var next = try draft.transaction(replacing: old, entered: old.entered)
                if old.swapID != nil, next.day != old.day || next.gross != old.gross || next.settled != old.settled {
                    throw PortfolioError.sideOfSwap
                }
                // A rate of another day is another one, unless a person gave it.
                if next.rateDay != old.rateDay, next.rate == old.rate, next.rate?.state != "given" { next.rate = nil }
                if let question = RateQuestion(next, draft.portfolio, draft.instrument),
                    case .success(let rate)? = known[question]
                {
                    next.rate = rate
                }
                if !request.lots.isEmpty {
                    next.lots = try LotNames(request.lots).lots(for: next, settings.method, in: writer)
                }
                return try writer.write(
                    [(old, next)], settings, call, warnings: try writer.rateWarnings([next], known))
            }
        }
    }

    /// Deletes a transaction; both of a swap.
    ///
    /// - Parameter id: the id, or its beginning.
    /// - Throws: ``LookupError``, ``PortfolioError``, ``StoreError``.
    public func deleteTransaction(_ id: String, _ call: Call) async throws -> Outcome<EnteredTransactions> {
        let settings = settings
        return try await store.write(call) { writer in
            let old = try writer.find(PortfolioTransaction.self, named: id)
            let pair = try old.swapID.map { swap in
                try writer.all(PortfolioTransaction.self).filter { $0.swapID == swap }
            }
            return try writer.write((pair ?? [old]).map { ($0, nil) }, settings, call, warnings: [])
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
                        && (first.map { $0 <= transaction.day } ?? true)
                        && transaction.day <= min(last ?? call.today, call.today)
                }
                return (all.inOrder, try PortfolioNames(in: reader))
            })
    }
}
