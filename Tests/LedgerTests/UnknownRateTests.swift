import ExchangeRates
import Foundation
import Ledger
import LedgerViews
import Persistence
import Presentation
import TestSupport
import Testing
import Values

/// Figures with rates that are missing or made up, and figures of an earlier day.
struct UnknownRateTests {
    private let display = DisplayCurrency(.eur)

    private func fixed(_ lines: String...) throws -> ExchangeRateService {
        let table = try FixedRateTable(
            csv: (["from,to,rate,date"] + lines).joined(separator: "\n") + "\n",
            fileTime: call("2026-05-20").now)
        return ExchangeRateService(providers: [FixedRates(table)])
    }

    private func month(_ text: String, _ rates: ExchangeRateService, of book: TestLedger) async throws
        -> Outcome<StatisticsService.Statistics>
    {
        try await statistics(LedgerPeriod(CalendarMonth(text)), .category, rates, of: book)
    }

    private func statistics(
        _ period: LedgerPeriod, _ grouping: FlowReport.Grouping, _ rates: ExchangeRateService, of book: TestLedger
    ) async throws -> Outcome<StatisticsService.Statistics> {
        var request = StatisticsService.Request(period)
        request.grouping = grouping
        return try await StatisticsService(store: book.store, rates: rates, display: display).statistics(
            request, call("2026-05-20"))
    }

    @Test func `a missing rate makes averages bounds, and a month without a savings rate`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-01-01", "Dollar USD 1000 2026-01-01")
        _ = try await book.expense("Bank", "10", on: "2026-02-03")
        _ = try await book.expense("Dollar", "100", on: "2026-02-10")
        var pay = LedgerService.Entry(.income, account: "Bank", amount: "100")
        pay.date = "2026-02-01"
        _ = try await book.service.enter(pay, call("2026-05-20"))
        let found = try await month("2026-05", try fixed("USD,EUR,0.90,2026-05-01"), of: book)
        #expect(found.value.averages.first?.flows.expenseBound == .atLeast)
        #expect(found.value.averages.first?.flows.netBound == .atMost)
        #expect(found.value.unavailable.map(\.item) == ["USD on 2026-02-10"])
        #expect(!found.isComplete)
        let february = try await month("2026-02", try fixed("USD,EUR,0.90,2026-05-01"), of: book)
        #expect(february.value.flows.months.map(\.savingsRate) == [nil])
    }

    @Test func `a row of which nothing can be converted is shown as unknown, with its month`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-01-01", "Dollar USD 1000 2026-01-01")
        try await book.addCategories(["Car:Fuel": .expense, "Car:Tolls": .expense, "Fun": .expense])
        _ = try await book.expense("Bank", "10", "Car:Tolls", on: "2026-02-03")
        _ = try await book.expense("Dollar", "40", "Car:Fuel", on: "2026-02-10", payee: "Shell")
        _ = try await book.expense("Dollar", "5", "Fun", on: "2026-03-10")
        let rates = try fixed("USD,EUR,0.90,2026-05-01")
        let period = try LedgerPeriod(from: day("2026-02-01"), through: day("2026-03-31"))
        let found = try await statistics(period, .category, rates, of: book).value
        let rows = found.flows.rows.filter { $0.kind == .expense }
        #expect(rows.map { $0.path.joined(separator: ":") } == ["Car", "Car:Tolls", "Car:Fuel", "Fun"])
        #expect(rows.map(\.count) == [2, 1, 1, 1])
        #expect(rows.map(\.missing) == [1, 0, 1, 1])
        #expect(rows.map(\.bound) == [.atLeast, nil, .atLeast, .atLeast])
        #expect(found.flows.months.map(\.month.description) == ["2026-02", "2026-03"])
        #expect(found.flows.months.map(\.expenseBound) == [.atLeast, .atLeast])
        let lines = TextLayout(
            width: nil, style: TextStyle(isColored: false), today: try day("2026-05-20"), zone: .gmt
        ).lines(statistics: found)
        #expect(lines.contains { $0.contains("Fuel") && $0.contains("unknown") })
        #expect(lines.contains { $0.contains("Car") && $0.contains("≥ 10.00 EUR") })
    }

    @Test func `what has no category is the same however totals are divided`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-01-01")
        try await book.addCategories(["Food": .expense])
        _ = try await book.expense("Bank", "30", "Food", on: "2026-05-02", payee: "Spar")
        _ = try await book.expense("Bank", "40", on: "2026-05-03", payee: "Unknown")
        _ = try await book.expense("Bank", "7", "Food", on: "2026-05-04")
        let may = LedgerPeriod(try CalendarMonth("2026-05"))
        for grouping in FlowReport.Grouping.allCases {
            let found = try await statistics(may, grouping, try fixed(), of: book)
            #expect(try found.value.uncategorised(.expense) == money("40.00 EUR"), "\(grouping)")
        }
    }

    @Test func `an opening without a rate is listed`() async throws {
        let book = try await TestLedger("Bank EUR 0 2026-01-01", "Dollar USD 500 2026-03-01")
        var transfer = LedgerService.Transfer(from: "Dollar", to: "Bank", amount: "500")
        (transfer.arrives, transfer.date) = ("450", "2026-03-01")
        _ = try await book.service.transfer(transfer, call("2026-05-20"))
        let found = try await NetWorthService(
            store: book.store, rates: try fixed("USD,EUR,0.90,2026-05-05"), display: display
        ).report(on: [day("2026-02-01"), day("2026-05-20")], explains: true, call("2026-05-20"))
        #expect(found.value.bridge?.revaluation == nil)
        #expect(found.value.unavailable.map(\.item) == ["USD on 2026-03-01"])
        #expect(!found.isComplete)
    }

    @Test func `an earlier day knows nothing that is dated later`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-01-01", "Later EUR 50 2026-04-15")
        var pay = LedgerService.Entry(.income, account: "Bank", amount: "500")
        pay.date = "2026-04-01"
        _ = try await book.service.enter(pay, call("2026-05-20"))
        var earlier = try call("2026-05-20")
        earlier.today = try day("2026-03-01")
        let found = try await NetWorthService(store: book.store, rates: try fixed(), display: display).report(
            on: [day("2026-01-01"), day("2026-05-20")], explains: true, earlier)
        #expect(try found.value.points.map(\.point.total) == [money("1000.00 EUR"), money("1000.00 EUR")])
        #expect(try found.value.bridge?.revaluation == money("0.00 EUR"))
    }

    @Test func `an earlier day is shown at its own rates beside the newest`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-01-01", "Dollar USD 100 2026-01-01")
        let rates = try fixed("USD,EUR,0.80,2026-03-01", "USD,EUR,0.90,2026-05-20")
        var earlier = try call("2026-05-20", at: 1_779_278_400)
        let now = try await AccountBalances.list(all: true, book.store, rates, display, earlier).value
        #expect(now.onDay == nil)
        earlier.today = try day("2026-03-01")
        let found = try await AccountBalances.list(all: true, book.store, rates, display, earlier).value
        #expect(try found.total == money("1090.00 EUR"))
        #expect(try found.onDay?.total == money("1080.00 EUR"))
        #expect(try found.rows.map(\.valueOnDay) == [nil, money("80.00 EUR")])
        earlier.today = try day("2026-02-01")
        let unknown = try await AccountBalances.list(all: true, book.store, rates, display, earlier).value
        #expect(unknown.onDay?.bound == .atLeast)
    }

    @Test func `made-up rates of past days make figures unknown`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-01-01", "Dollar USD 500 2026-01-01")
        _ = try await book.expense("Dollar", "100", on: "2026-02-10")
        let rates = ExchangeRateService(providers: [MockRates()])
        let found = try await month("2026-02", rates, of: book)
        #expect(found.value.flows.expenseBound == .unknown)
        #expect(found.warnings.map(\.code) == ["fallbackRate"])
        #expect(!found.isComplete)
        let worth = try await NetWorthService(store: book.store, rates: rates, display: display).report(
            on: [day("2026-02-10")], explains: false, call("2026-05-20"))
        #expect(worth.value.points.map(\.point.bound) == [.unknown])
        #expect(!worth.isComplete)
    }
}
