package import Allocation
package import ExchangeRates
import Models
package import Persistence
package import Values

import struct Foundation.UUID

/// The net worth on days.
package struct NetWorthService: Sendable {
    let store: any Store
    let rates: ExchangeRateService
    let display: DisplayCurrency
    private let funding: FundingSources?

    /// A service over a store and rates.
    ///
    /// - Parameter funding: the sources of the balances of assets, where these count beside the accounts; nil for accounts alone.
    package init(
        store: any Store, rates: ExchangeRateService, display: DisplayCurrency, funding: FundingSources? = nil
    ) {
        self.store = store
        self.rates = rates
        self.display = display
        self.funding = funding
    }

    /// The distance between points.
    package enum Step: String, Sendable, CaseIterable {
        /// Weeks.
        case week
        /// Month ends.
        case month
        /// Year ends.
        case year
    }

    /// The points and, where it is wanted, how the first became the last.
    package struct Report: Sendable {
        /// The currency of all amounts.
        package let display: Currency
        /// The points, in order.
        package let points: [(day: CalendarDay, point: NetWorthPoint)]
        /// The way from the first point to the last one; nil where it is not wanted.
        package let bridge: NetWorthBridge?
        /// The newest rates that were used.
        package let rates: [ConversionRate]
        /// The flows that could not be converted.
        package let missing: [FlowReport.Missing]

        /// Missing rates.
        package var unavailable: [Unavailable] {
            points.flatMap { day, point in
                point.rows.compactMap { row in
                    row.gap.map { Unavailable(item: "\(row.name) on \(day)", reason: $0) }
                }
            } + missing.map { Unavailable(item: "\($0.currency) on \($0.day)", reason: $0.reason) }
        }
    }

    private static let mostPoints = 1200

    /// The days of points: the first one and each end of a step up to the last, which is always there.
    package static func days(from first: CalendarDay, to last: CalendarDay, every step: Step?) throws -> [CalendarDay] {
        guard first <= last else { throw LedgerError.endsBeforeItBegins(first, last) }
        guard let step else { return first == last ? [last] : [first, last] }
        var days: [CalendarDay] = [first]
        while let day = days.last, day < last {
            let next: CalendarDay =
                switch step {
                case .week: day.adding(days: 7)
                case .month: day == day.month.lastDay ? day.month.adding(months: 1).lastDay : day.month.lastDay
                case .year: Self.yearEnd(after: day)
                }
            days.append(min(next, last))
            guard days.count <= mostPoints else { throw LedgerError.tooManyPoints(mostPoints) }
        }
        return days
    }

    private static func yearEnd(after day: CalendarDay) -> CalendarDay {
        let end = CalendarDay(year: day.parts.year, month: 12, day: 31) ?? day
        return end > day ? end : CalendarDay(year: day.parts.year + 1, month: 12, day: 31) ?? day.adding(days: 365)
    }

    /// The net worth on some days.
    ///
    /// - Parameter explains: whether the way from the first to the last day is wanted; that of assets is not explained.
    /// - Throws: ``StoreError``, `CancellationError`.
    package func report(on days: [CalendarDay], explains: Bool, _ call: Call) async throws -> Outcome<Report> {
        // Later dates than the day of the call have no part in the figures of an earlier one (M4).
        let limit = call.isForToday ? CalendarDay(dayNumber: .max) : call.today
        let (book, sums, assets) = try await read(call) { reader, answers in
            (
                try FlowBook(
                    reader, display: display.currency, from: explains ? days.first : nil, isNeeded: explains, call),
                try reader.sums(Posting.self, of: "amount", for: nil, among: nil, upTo: days.map { min($0, limit) }),
                try answers.map { try Assets(on: days, call, $0, reader) }
            )
        }
        let balances = try days.indices.map { index in
            let accounts = try book.accounts.filter { $0.openingDay <= min(days[index], limit) }.map { account in
                NetWorthPoint.Balance(
                    name: account.name, id: account.id,
                    balance: try account.opening.adding(sums[account.id]?[index] ?? .zero(account.currency)))
            }
            return assets.map { $0.beside(accounts, on: days[index]) } ?? accounts
        }
        let first = days.first ?? call.today
        let last = days.last ?? call.today
        let since = explains ? book.flows.map(\.flow).filter { $0.day > first && $0.day <= last } : []
        let openings =
            explains
            ? book.accounts.filter { $0.openingDay > first && $0.openingDay <= min(last, limit) }.map {
                (day: $0.openingDay, amount: $0.opening)
            } : []
        var wanted: [(Currency, CalendarDay)] = []
        for (day, rows) in zip(days, balances) {
            wanted += rows.filter { !$0.balance.isZero }.map { ($0.balance.currency, day) }
        }
        wanted += since.map { ($0.amount.currency, $0.day) } + openings.map { ($0.amount.currency, $0.day) }
        let table = try await RateTable(wanted, in: book.display, rates, call)
        let points = try zip(days, balances).map { day, rows -> (day: CalendarDay, point: NetWorthPoint) in
            let point = try NetWorthPoint(rows, in: book.display) { table.lookup($0, day) }
            let isDoubtful = rows.contains {
                !$0.balance.isZero && table.isSubstitute($0.balance.currency, day)
            }
            return (day: day, point: isDoubtful || assets?.usesSubstitutes == true ? point.doubted() : point)
        }
        var bridge: NetWorthBridge?
        var missing: [FlowReport.Missing] = []
        if explains, let start = points.first?.point, let end = points.last?.point {
            let flows = try FlowReport(since, in: book.display) { table.lookup($0, $1) }
            missing = flows.missing
            let found = try NetWorthBridge(from: start, to: end, openings: openings, flows: flows) {
                table.lookup($0, $1)
            }
            missing += found.missing.filter { !missing.contains($0) }
            bridge = found
        }
        let report = Report(
            display: book.display, points: points, bridge: bridge, rates: table.used, missing: missing)
        let future = days.filter { $0 > call.day }.max().map {
            Warning(
                code: "future",
                message: "\($0) has not come: balances have what is entered until then, at the newest rates there are.")
        }
        return Outcome(
            report, warnings: table.warnings + [future].compactMap(\.self),
            isComplete: report.unavailable.isEmpty && !table.hasSubstitutes && assets?.usesSubstitutes != true)
    }

    /// Reads a state of the store, with what the sources of assets answered where these count.
    private func read<Result: Sendable>(
        _ call: Call, _ body: @Sendable (any StoreReader, FundingAnswers?) throws -> Result
    ) async throws -> Result {
        guard let funding else { return try await store.read { try body($0, nil) } }
        return try await funding.answering(call) { answers in try await store.read { try body($0, answers) } }
    }

    /// The balances of assets on days.
    private struct Assets: Sendable {
        private let balances: [CalendarDay: [NetWorthPoint.Balance]]
        private let today: CalendarDay
        /// Whether a source converted with a rate that stands for a real one.
        let usesSubstitutes: Bool

        init(on days: [CalendarDay], _ call: Call, _ answers: FundingAnswers, _ reader: any StoreReader) throws {
            today = call.today
            let days = Set(days.map { min($0, call.today) }).sorted()
            let found = try answers.balances(onEach: days, in: reader)
            usesSubstitutes = found.joined().contains { $0.rates.contains { $0.state == .fallback } }
            balances = Dictionary(
                zip(
                    days,
                    found.map { day in
                        day.map {
                            // A balance of the present says nothing of an earlier day.
                            NetWorthPoint.Balance(
                                name: $0.asset.name, id: $0.asset.id, balance: $0.isOfNow ? $0.manual : $0.known,
                                gap: $0.gap)
                        }
                    })
            ) { first, _ in first }
        }

        /// Accounts and assets by name.
        func beside(_ accounts: [NetWorthPoint.Balance], on day: CalendarDay) -> [NetWorthPoint.Balance] {
            (accounts + (balances[min(day, today)] ?? [])).sorted {
                ($0.name, $0.id.uuidString) < ($1.name, $1.id.uuidString)
            }
        }
    }
}
