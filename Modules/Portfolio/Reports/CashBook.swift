public import Models

public import struct Foundation.UUID

/// The cash of portfolios that keep it: a balance for each currency (P1).
public struct CashBook: Sendable {
    /// A balance that fell below 0.
    public struct Overdraft: Sendable, Hashable {
        /// The portfolio.
        public let portfolioID: UUID
        /// The first day on which it was below 0.
        public let day: CalendarDay
        /// The balance at the end of that day.
        public let balance: Money
    }

    /// The balances by portfolio, in the order of the currencies' codes; zeros are left out.
    public private(set) var balances: [UUID: [Money]] = [:]
    /// Balances below 0 at the end of a day, the first of each portfolio and currency.
    public private(set) var overdrafts: [Overdraft] = []

    /// The cash after transactions, in any order.
    ///
    /// - Throws: ``MoneyError``.
    public init(
        _ transactions: [PortfolioTransaction], portfolios: [InvestmentPortfolio], upTo lastDay: CalendarDay? = nil
    ) throws(MoneyError) {
        let keeping = Set(portfolios.filter(\.keepsCash).map(\.id))
        var sums: [UUID: [Currency: Money]] = [:]
        var seen: Set<[String]> = []
        let ordered = transactions.inOrder
        for (index, transaction) in ordered.enumerated() {
            if let lastDay, transaction.day > lastDay { break }
            if let portfolio = transaction.portfolioID, keeping.contains(portfolio) {
                for movement in transaction.cashMovements {
                    let before = sums[portfolio]?[movement.currency] ?? .zero(movement.currency)
                    sums[portfolio, default: [:]][movement.currency] = try before.adding(movement)
                }
            }
            let isLastOfDay = index + 1 == ordered.count || ordered[index + 1].day != transaction.day
            guard isLastOfDay else { continue }
            for (id, balances) in sums {
                for (currency, balance) in balances where balance.isNegative {
                    guard seen.insert([id.uuidString, currency.identity]).inserted else { continue }
                    overdrafts.append(Overdraft(portfolioID: id, day: transaction.day, balance: balance))
                }
            }
        }
        for (id, balances) in sums {
            self.balances[id] = balances.values.filter { !$0.isZero }.sorted {
                $0.currency.identity < $1.currency.identity
            }
        }
    }
}

extension PortfolioTransaction {
    /// The money that moves with it: in with a plus, out with a minus.
    var cashMovements: [Money] {
        let charges = [fees, taxes].compactMap { $0?.negated }
        switch kind {
        case .buy: return settled.map { [$0.negated] } ?? (([gross?.negated].compactMap(\.self)) + charges)
        case .sell: return settled.map { [$0] } ?? ([gross].compactMap(\.self) + charges)
        case .dividend, .interest:
            guard units == nil else { return [] }
            return settled.map { [$0] } ?? ([gross].compactMap(\.self) + charges)
        case .fee, .tax, .withdrawal: return [gross?.negated].compactMap(\.self) + charges
        case .deposit: return [gross].compactMap(\.self) + charges
        case .exchange: return [gross?.negated, settled].compactMap(\.self) + charges
        case .give, .transfer: return charges
        default: return []
        }
    }
}
