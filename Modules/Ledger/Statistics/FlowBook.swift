import ExchangeRates
import Persistence
import Values

import struct Foundation.UUID

/// All splits of a ledger as flows, with what months they make complete.
struct FlowBook: Sendable {
    /// A flow with its transaction.
    struct Entry: Sendable {
        let flow: Flow
        let transactionID: UUID
    }

    let display: Currency
    /// By day.
    let flows: [Entry]
    let accounts: [Account]
    private let firstDay: CalendarDay?

    init(
        _ reader: any StoreReader, display chosen: Currency?, from first: CalendarDay? = nil, isNeeded: Bool = true,
        _ call: Call
    ) throws {
        display = try reader.displayCurrency(chosen)
        accounts = try reader.all(Account.self)
        guard isNeeded else {
            (flows, firstDay) = ([], nil)
            return
        }
        let tree = CategoryTree(try reader.all(Category.self))
        let paths = tree.byID.mapValues { ($0.kind, tree.names(of: $0.id)) }
        let names = accounts.names
        let last = call.isForToday ? nil : call.today
        let range = Selection(by: "day", from: first.map { .text("\($0)") }, through: last.map { .text("\($0)") })
        let payees = Dictionary(
            try reader.all(LedgerTransaction.self, range).map { ($0.id, $0.payee) },
            uniquingKeysWith: { first, _ in first })
        var places: [UUID: UUID] = [:]
        let postings = try reader.all(Posting.self, range)
        for posting in postings where posting.position == 0 {
            places[posting.transactionID] = posting.accountID
        }
        flows = try reader.all(CategorySplit.self, range).map { split in
            let payee = payees[split.transactionID] ?? nil
            let account = places[split.transactionID].flatMap { names[$0] }
            let flow =
                if let (kind, path) = split.categoryID.flatMap({ paths[$0] }) {
                    Flow(day: split.day, kind: kind, path: path, amount: split.amount, payee: payee, account: account)
                } else {
                    Flow(day: split.day, uncategorised: split.amount, payee: payee, account: account)
                }
            return Entry(flow: flow, transactionID: split.transactionID)
        }
        firstDay = postings.first?.day
    }

    /// The flows of a period.
    func flows(in period: LedgerPeriod) -> [Flow] {
        // They are in the order of their days.
        var (low, high) = (0, flows.count)
        while low < high {
            let middle = (low + high) / 2
            if flows[middle].flow.day < period.first { low = middle + 1 } else { high = middle }
        }
        return flows[low...].prefix { $0.flow.day <= period.last }.map(\.flow)
    }

    /// The months that lie whole between the earliest opening day and today's month, and are not before the first transaction's (G12).
    func completeMonths(_ today: CalendarDay) -> [CalendarMonth] {
        guard let opened = accounts.map(\.openingDay).min(), let firstDay else { return [] }
        var month = max(opened == opened.month.day(1) ? opened.month : opened.month.adding(months: 1), firstDay.month)
        var months: [CalendarMonth] = []
        while month < today.month {
            months.append(month)
            month = month.adding(months: 1)
        }
        return months
    }
}

/// The rates of currencies on the days on which they are needed.
struct RateTable: Sendable {
    private let rates: [CalendarDay?: FrozenRates]
    private let display: Currency
    private let today: CalendarDay
    /// The newest rates that were used.
    let used: [ConversionRate]

    /// Asks for the rates of some currencies on their days; a day from today on has the newest (G5).
    init(
        _ wanted: some Sequence<(Currency, CalendarDay)>, in display: Currency, _ service: ExchangeRateService,
        _ call: Call
    ) async throws {
        self.display = display
        today = call.day
        var currencies: Set<Currency> = []
        var days: Set<CalendarDay> = []
        var hasNewest = false
        for (currency, day) in wanted where currency != display {
            currencies.insert(currency)
            if day < call.day { days.insert(day) } else { hasNewest = true }
        }
        let sorted = (hasNewest ? [nil] : []) + days.sorted().map { CalendarDay?.some($0) }
        guard !sorted.isEmpty else {
            (rates, used) = ([:], [])
            return
        }
        let conversions = Set(currencies.map { ExchangeRateService.WantedRate(from: $0, to: display) })
        let found = try await service.rates(for: conversions, on: sorted, call)
        rates = Dictionary(zip(sorted, found).map { ($0, $1) }) { first, _ in first }
        let newest = rates[nil]
        used = currencies.sorted { $0.identity < $1.identity }.compactMap { currency in
            newest.flatMap { (try? $0.conversion(from: currency, to: display))?.rate }
        }
    }

    /// The rate of a currency on a day.
    func lookup(_ currency: Currency, _ day: CalendarDay) -> RateLookup {
        guard currency != display else { return .rate(.one) }
        guard let frozen = rates[day < today ? day : nil] else { return .missing("no provider has one") }
        return RateLookup(frozen, from: currency, to: display)
    }
}
