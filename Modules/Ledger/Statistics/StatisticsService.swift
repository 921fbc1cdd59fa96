package import ExchangeRates
package import Persistence
package import Values

package import struct Foundation.UUID

/// Income and expense of periods.
package struct StatisticsService: Sendable {
    let store: any Store
    let rates: ExchangeRateService
    let display: DisplayCurrency

    /// A service over a store and rates.
    package init(store: any Store, rates: ExchangeRateService, display: DisplayCurrency) {
        self.store = store
        self.rates = rates
        self.display = display
    }

    /// The other period that one is compared with.
    package enum Comparison: String, Sendable, CaseIterable {
        /// The one before.
        case previous
        /// The same of the year before.
        case lastYear
    }

    /// A request for statistics.
    package struct Request: Sendable {
        /// The days.
        package var period: LedgerPeriod
        /// The division of the totals.
        package var grouping = FlowReport.Grouping.category
        /// How many of the largest expenses are listed.
        package var top = 0
        /// The period to compare with; nil for none.
        package var comparison: Comparison?

        /// The statistics of a period.
        package init(_ period: LedgerPeriod) { self.period = period }
    }

    /// A large expense.
    package struct Top: Sendable {
        /// The transaction.
        package let transactionID: UUID
        /// The day.
        package let day: CalendarDay
        /// The payee.
        package let payee: String?
        /// The names of the category from the top joined by colons; nil for none.
        package let path: String?
        /// The amount in the currency for totals, positive.
        package let amount: Money
    }

    /// Averages over the last complete months.
    package struct Average: Sendable {
        /// How many months there are.
        package let months: Int
        /// Income of a month.
        package let income: Money
        /// Expense of a month.
        package let expense: Money
        /// Net of a month.
        package let net: Money
        /// The totals of those months, with their bounds.
        package let flows: FlowReport
    }

    /// The statistics of a period.
    package struct Statistics: Sendable {
        /// The days.
        package let period: LedgerPeriod
        /// The currency of all amounts.
        package let display: Currency
        /// The division of the totals.
        package let grouping: FlowReport.Grouping
        /// The totals and their parts.
        package let flows: FlowReport
        /// The totals divided by categories.
        let byCategory: FlowReport
        /// How many splits have no category.
        package let uncategorised: Int
        /// The largest expenses.
        package let top: [Top]
        /// Averages over 3 and 12 complete months, each nil where there is none.
        package let averages: [Average]
        /// The period that it is compared with; nil for none.
        package let comparison: (period: LedgerPeriod, flows: FlowReport)?
        /// The rates that were used of the present day.
        package let rates: [ConversionRate]

        /// Missing rates.
        package var unavailable: [Unavailable] {
            let all = flows.missing + (comparison?.flows.missing ?? []) + averages.flatMap(\.flows.missing)
            var seen: Set<FlowReport.Missing> = []
            return all.filter { seen.insert($0).inserted }.map {
                Unavailable(item: "\($0.currency) on \($0.day)", reason: $0.reason)
            }
        }

        /// The part of income and of expense without a category.
        package func uncategorised(_ kind: Category.Kind) -> Money {
            byCategory.rows.first { $0.kind == kind && $0.path.isEmpty }?.amount ?? .zero(display)
        }
    }

    /// The statistics of a period.
    ///
    /// - Throws: ``StoreError``, `CancellationError`.
    package func statistics(_ request: Request, _ call: Call) async throws -> Outcome<Statistics> {
        let other = request.comparison.map { comparison in
            let whole = comparison == .previous ? request.period.previous : request.period.yearBefore
            let isRunning = request.period.first <= call.today && call.today < request.period.last
            return isRunning ? whole.first(days: request.period.first.days(until: call.today) + 1) : whole
        }
        let (book, complete, periods) = try await store.read { reader in
            let complete = try reader.completeMonths(call.today).suffix(12)
            let periods = [request.period] + [other].compactMap(\.self) + complete.map { LedgerPeriod($0) }
            // Days of no period are not read: there may be many years of them.
            var details: FlowBook.Details = request.grouping == .account ? .accounts : []
            if request.grouping == .payee || request.top > 0 { details.insert(.payees) }
            let book = try FlowBook(
                reader, display: display.currency, from: periods.map(\.first).min(),
                through: periods.map(\.last).max(), with: details, call)
            return (book, complete, periods)
        }
        let table = try await RateTable(
            book.flows.filter { flow in periods.contains { $0.first <= flow.flow.day && flow.flow.day <= $0.last } }
                .map { ($0.flow.amount.currency, $0.flow.day) }, in: book.display, rates, call)
        func report(_ period: LedgerPeriod, by grouping: FlowReport.Grouping) throws -> FlowReport {
            let flows = book.flows(in: period)
            let report = try FlowReport(flows, in: book.display, by: grouping) { table.lookup($0, $1) }
            guard table.hasSubstitutes else { return report }
            return report.doubting(
                Set(flows.filter { table.isSubstitute($0.amount.currency, $0.day) }.map(\.kind)))
        }
        let flows = try report(request.period, by: request.grouping)
        let comparison = try other.map { ($0, try report($0, by: request.grouping)) }
        let averages = try [3, 12].compactMap { count -> Average? in
            let months = complete.suffix(count)
            guard let first = months.first, let last = months.last else { return nil }
            let whole = try report(LedgerPeriod(from: first.day(1), through: last.lastDay), by: .month)
            return try Self.average(of: months.count, whole, book.display)
        }
        let statistics = Statistics(
            period: request.period, display: book.display, grouping: request.grouping, flows: flows,
            byCategory: request.grouping == .category ? flows : try report(request.period, by: .category),
            uncategorised: book.flows(in: request.period).count { $0.path.isEmpty },
            top: try Self.top(request.top, of: book, in: request.period, table), averages: averages,
            comparison: comparison, rates: table.used)
        return Outcome(
            statistics, warnings: table.warnings,
            isComplete: statistics.unavailable.isEmpty && !table.hasSubstitutes)
    }

    private static func average(of months: Int, _ report: FlowReport, _ display: Currency) throws -> Average {
        let share = Ratio(1, over: Int128(months)) ?? .one
        func mean(_ amount: Money) throws -> Money {
            try ExactAmount(amount.ratio * share, display).rounded(.halfEven)
        }
        return Average(
            months: months, income: try mean(report.income), expense: try mean(report.expense),
            net: try mean(report.net), flows: report)
    }

    /// The largest expenses by amount, the newest first of equal ones, then by id.
    private static func top(_ count: Int, of book: FlowBook, in period: LedgerPeriod, _ table: RateTable) throws
        -> [Top]
    {
        guard count > 0 else { return [] }
        let spent = book.flows.filter {
            $0.flow.kind == .expense && $0.flow.amount.isNegative && period.first <= $0.flow.day
                && $0.flow.day <= period.last
        }
        let sized = spent.compactMap { entry -> (Ratio, FlowBook.Entry)? in
            let currency = entry.flow.amount.currency
            guard currency != book.display else { return (entry.flow.amount.size, entry) }
            guard case .rate(let factor) = table.lookup(currency, entry.flow.day) else { return nil }
            return (entry.flow.amount.size * factor, entry)
        }
        let sorted = sized.sorted { left, right in
            if left.0 != right.0 { return left.0 > right.0 }
            if left.1.flow.day != right.1.flow.day { return left.1.flow.day > right.1.flow.day }
            return left.1.transactionID.uuidString < right.1.transactionID.uuidString
        }
        return try sorted.prefix(count).map { size, entry in
            Top(
                transactionID: entry.transactionID, day: entry.flow.day, payee: entry.flow.payee,
                path: entry.flow.path.isEmpty ? nil : entry.flow.path.joined(separator: ":"),
                amount: try ExactAmount(size, book.display).rounded(.halfEven))
        }
    }
}
