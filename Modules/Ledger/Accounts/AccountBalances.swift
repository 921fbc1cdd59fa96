package import ExchangeRates
package import Persistence
package import Values

/// The accounts with their balances, and the total in the currency for totals.
package struct AccountBalances: Sendable {
    /// One account.
    package struct Row: Sendable {
        /// The account.
        package let account: Account
        /// The balance at the end of the day.
        package let balance: Money
        /// The part of it that the bank has.
        package let cleared: Money
        /// The balance in the currency for totals, as a share of the rounded total; nil where a rate is missing.
        package let value: Money?
        /// The last kept statement; nil for none.
        package let reconciledOn: CalendarDay?
        /// Why there is no value; nil where there is one.
        package let gap: String?
    }

    /// The currency for totals.
    package let display: Currency
    /// The accounts, by name.
    package let rows: [Row]
    /// The total of the values.
    package let total: Money
    /// On which side of it the true one lies; nil when it is exact.
    package let bound: Bound?
    /// The rates that were used.
    package let rates: [ConversionRate]

    /// The same with one account alone.
    package func only(_ id: Account.ID) -> AccountBalances {
        AccountBalances(
            display: display, rows: rows.filter { $0.account.id == id }, total: total, bound: bound, rates: rates)
    }

    /// Missing rates.
    package var unavailable: [Unavailable] {
        rows.compactMap { row in row.gap.map { Unavailable(item: row.account.name, reason: $0) } }
    }
}

extension AccountBalances {
    /// The balances on the call's day at the newest rates.
    package static func list(
        all: Bool, _ store: any Store, _ rates: ExchangeRateService, _ chosen: DisplayCurrency, _ call: Call
    ) async throws -> Outcome<AccountBalances> {
        typealias Read = (account: Account, balance: Money, cleared: Money, reconciledOn: CalendarDay?)
        let (display, read) = try await store.read { reader -> (Currency, [Read]) in
            let bounds = try reader.sums(Posting.self, of: "amount", for: nil, among: nil, upTo: [call.today])
            let agreed = try reader.sums(
                Posting.self, of: "amount", for: nil, among: ["cleared", "reconciled"], upTo: [call.today])
            var statements: [Account.ID: CalendarDay] = [:]
            for statement in try reader.all(KeptStatement.self) {
                statements[statement.accountID] = max(statements[statement.accountID] ?? statement.day, statement.day)
            }
            let accounts = try reader.all(Account.self).filter { all || $0.isActive }
            return (
                try reader.displayCurrency(chosen.currency),
                try accounts.map { account in
                    let zero = Money.zero(account.currency)
                    let opening = account.openingDay <= call.today ? account.opening : zero
                    return (
                        account, try opening.adding(bounds[account.id]?.first ?? zero),
                        try opening.adding(agreed[account.id]?.first ?? zero), statements[account.id]
                    )
                }
            )
        }
        let currencies = Set(read.filter { !$0.balance.isZero }.map(\.account.currency))
        let wanted = Set(currencies.map { ExchangeRateService.WantedRate(from: $0, to: display) })
        let frozen = try await rates.rates(for: wanted, call)
        var used: [ConversionRate] = []
        for currency in currencies.sorted(by: { $0.identity < $1.identity }) where currency != display {
            if let rate = (try? frozen.conversion(from: currency, to: display))?.rate { used.append(rate) }
        }
        let point = try NetWorthPoint(
            read.map { .init(name: $0.account.name, id: $0.account.id, balance: $0.balance) }, in: display
        ) { currency in RateLookup(frozen, from: currency, to: display) }
        let rows = zip(read, point.rows).map { row, value in
            Row(
                account: row.account, balance: row.balance, cleared: row.cleared, value: value.value,
                reconciledOn: row.reconciledOn, gap: value.gap)
        }
        let isDoubtful = used.contains { $0.state == .fallback }
        let list = AccountBalances(
            display: display, rows: rows, total: point.total, bound: isDoubtful ? .unknown : point.bound, rates: used)
        return Outcome(list, warnings: Warning.rateWarnings(used), isComplete: list.bound == nil)
    }
}
