import Models
import Persistence

import struct Foundation.UUID

extension StoreWriter {
    /// Writes transactions, old and new, checks the positions that they touch, and answers with the first one's.
    func write(
        _ changes: [(old: PortfolioTransaction?, new: PortfolioTransaction?)], _ settings: PortfolioSettings,
        _ call: Call, warnings: [Warning]
    ) throws -> Outcome<EnteredTransactions> {
        let touched = Set(
            changes.flatMap { [$0.old, $0.new] }.compactMap(\.self).flatMap {
                [$0.instrumentID, $0.toInstrumentID].compactMap(\.self)
            })
        let before = Set(try overdrafts(after: changes))
        let positions = try PositionGuard(touched, settings, in: self)
        for change in changes {
            switch (change.old, change.new) {
            case (let old?, let new?) where old != new: try update(old, to: new)
            case (nil, let new?): try insert(new)
            case (let old?, nil): try delete(old)
            default: break
            }
        }
        let isEntry = changes.allSatisfy { $0.old == nil }
        let all =
            warnings + (try positions.check(touched, in: self, call, isEntry: isEntry))
            + (try overdrafts(after: changes)).filter { !before.contains($0) }
        let written = changes.compactMap { $0.new ?? $0.old }
        guard let first = written.first else { throw PortfolioError.keepsChanging }
        return Outcome(try EnteredTransactions(written, first, in: self, call), warnings: all)
    }

    /// Warns of cash below 0 in the portfolios of transactions (P1).
    func overdrafts(
        after changes: [(old: PortfolioTransaction?, new: PortfolioTransaction?)]
    ) throws -> [Warning] {
        let ids = Set(changes.flatMap { [$0.old?.portfolioID, $0.new?.portfolioID] }.compactMap(\.self))
        var warnings: [Warning] = []
        for id in ids {
            guard let portfolio = try find(InvestmentPortfolio.self, id), portfolio.keepsCash else { continue }
            let book = try CashBook(
                all(PortfolioTransaction.self, where: "portfolioID", is: id), portfolios: [portfolio])
            for overdraft in book.overdrafts {
                warnings.append(
                    Warning(
                        code: "cashBelowZero",
                        message: "The cash of '\(portfolio.name)' is \(overdraft.balance) on \(overdraft.day)."))
            }
        }
        return warnings
    }
}
