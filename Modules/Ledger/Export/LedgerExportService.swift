package import ExchangeRates
package import FileFormats
package import Persistence
package import Values

/// Writes a ledger for other programs.
package struct LedgerExportService: Sendable {
    let store: any Store
    let rates: ExchangeRateService?
    let display: DisplayCurrency

    /// A service over a store; without rates the journal has no prices.
    package init(store: any Store, rates: ExchangeRateService?, display: DisplayCurrency) {
        self.store = store
        self.rates = rates
        self.display = display
    }

    /// A journal, and what it holds.
    package struct Journal: Sendable {
        /// The text.
        package let text: String
        /// How many accounts there are in it.
        package let accounts: Int
        /// How many transactions.
        package let transactions: Int
        /// How many prices.
        package let prices: Int
    }

    /// The whole ledger as a journal, with the prices of its currencies on the days of its transactions, at the ends of months, and of
    /// the present day.
    ///
    /// - Throws: ``StoreError``, `CancellationError`.
    package func journal(_ dialect: JournalDialect, _ call: Call) async throws -> Outcome<Journal> {
        let (accounts, tree, booked, display, kept) = try await store.read { reader in
            (
                try reader.all(Account.self), CategoryTree(try reader.all(Category.self)),
                try reader.booked(from: nil, through: nil), try reader.displayCurrency(self.display.currency),
                try reader.keptInJournals()
            )
        }
        let foreign = Set(accounts.map(\.currency)).subtracting([display]).sorted { $0.identity < $1.identity }
        var days = Set(booked.map(\.transaction.day) + accounts.map(\.openingDay)).filter { $0 < call.day }
        if let first = days.min() {
            var end = first.month.lastDay
            while end < call.day {
                days.insert(end)
                end = end.month.adding(months: 1).lastDay
            }
        }
        days.insert(call.day)
        var prices: [LedgerJournal.Price] = []
        if !foreign.isEmpty, let rates {
            let wanted = days.sorted()
            let table = try await RateTable(
                foreign.flatMap { currency in wanted.map { (currency, $0) } }, in: display, rates, call)
            for day in wanted {
                for currency in foreign {
                    guard case .rate(let rate) = table.lookup(currency, day) else { continue }
                    prices.append(LedgerJournal.Price(day: day, currency: currency, rate: rate))
                }
            }
        }
        let journal = LedgerJournal(dialect, accounts, tree, currencies: [display])
        let text = try journal.text(booked, prices: prices, kept: kept, in: display, on: call.day)
        return Outcome(
            Journal(text: text, accounts: accounts.count, transactions: booked.count, prices: prices.count))
    }
}
