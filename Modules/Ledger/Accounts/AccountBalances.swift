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
        /// The value at the rate of the day, where that is an earlier day than the present one and the rates differ; nil otherwise.
        package var valueOnDay: Money?
    }

    /// The currency for totals.
    package let display: Currency
    /// The accounts, by name.
    package private(set) var rows: [Row]
    /// The total of the values.
    package let total: Money
    /// On which side of it the true one lies; nil when it is exact.
    package let bound: Bound?
    /// The rates that were used: the newest ones, for an earlier day too (M4).
    package let rates: [ConversionRate]
    /// The total at the rates of the day, where that is an earlier day than the present one and needs rates; nil otherwise.
    package var onDay: OnDay?

    /// A total at the rates of its own day.
    package struct OnDay: Sendable {
        /// The day.
        package let day: CalendarDay
        /// The total.
        package let total: Money
        /// On which side of it the true one lies; nil when it is exact.
        package let bound: Bound?
    }

    /// The same with one account alone.
    package func only(_ id: Account.ID) -> AccountBalances {
        AccountBalances(
            display: display, rows: rows.filter { $0.account.id == id }, total: total, bound: bound, rates: rates,
            onDay: onDay)
    }

    /// Missing rates.
    package var unavailable: [Unavailable] {
        rows.compactMap { row in row.gap.map { Unavailable(item: row.account.name, reason: $0) } }
    }
}

extension AccountBalances {
    /// The balances on the call's day at the newest rates, and beside them the total at those of an earlier day.
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
        var list = AccountBalances(
            display: display, rows: rows, total: point.total, bound: isDoubtful ? .unknown : point.bound, rates: used)
        if call.today < call.day, currencies.contains(where: { $0 != display }) {
            let table = try await RateTable(currencies.map { ($0, call.today) }, in: display, rates, call)
            let past = try NetWorthPoint(
                read.map { .init(name: $0.account.name, id: $0.account.id, balance: $0.balance) }, in: display
            ) { table.lookup($0, call.today) }
            list.onDay = OnDay(
                day: call.today, total: past.total, bound: table.hasSubstitutes ? .unknown : past.bound)
            for (index, row) in past.rows.enumerated() where row.value != list.rows[index].value {
                list.rows[index].valueOnDay = row.value
            }
        }
        return Outcome(list, warnings: Warning.rateWarnings(used), isComplete: list.bound == nil)
    }
}
