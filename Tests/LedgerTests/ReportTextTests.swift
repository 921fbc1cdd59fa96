import ExchangeRates
import FileFormats
import Foundation
import Ledger
import LedgerViews
import Persistence
import Presentation
import TestSupport
import Testing
import Values

/// Reports as a person reads them, also where there is little room.
struct ReportTextTests {
    private func layout(_ width: Int?) throws -> TextLayout {
        TextLayout(width: width, style: TextStyle(isColored: false), today: try day("2026-05-20"), zone: .gmt)
    }

    private func rates() throws -> ExchangeRateService {
        ExchangeRateService(
            providers: [FixedRates(try FixedRateTable(csv: "from,to,rate,date\n", fileTime: call("2026-05-20").now))])
    }

    @Test func `liabilities are shown on a narrow screen`() async throws {
        let book = try await TestLedger("Bank EUR 14167.61 2026-01-01", "Visa EUR -421.56 2026-01-01")
        let found = try await NetWorthService(store: book.store, rates: rates(), display: DisplayCurrency(.eur)).report(
            on: [day("2026-04-30"), day("2026-05-20")], explains: false, call("2026-05-20")
        ).value
        for width in [40, 80] {
            let lines = try layout(width).lines(netWorth: found)
            #expect(lines.contains { $0.contains("421.56") }, "\(lines)")
            #expect(lines.contains { $0.contains("LIABILITIES") }, "\(lines)")
        }
    }

    @Test func `months stand in their order, and once`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-01-01")
        for (date, amount) in [("2026-02-03", "10"), ("2026-03-03", "30"), ("2026-04-03", "20")] {
            _ = try await book.expense("Bank", amount, on: date)
        }
        var request = StatisticsService.Request(try LedgerPeriod(from: day("2026-02-01"), through: day("2026-04-30")))
        request.grouping = .month
        let found = try await StatisticsService(store: book.store, rates: rates(), display: DisplayCurrency(.eur))
            .statistics(request, call("2026-05-20")).value
        #expect(found.flows.rows.map(\.path) == [["2026-02"], ["2026-03"], ["2026-04"]])
        let lines = try layout(80).lines(statistics: found)
        #expect(lines.count { $0.contains("2026-03") && $0.contains("30.00") } == 1, "\(lines)")
    }

    @Test func `whole months are compared with whole months`() throws {
        let march = try LedgerPeriod(from: day("2026-03-01"), through: day("2026-03-31"))
        #expect(march == LedgerPeriod(try CalendarMonth("2026-03")))
        #expect(march.previous == LedgerPeriod(try CalendarMonth("2026-02")))
        let spring = try LedgerPeriod(from: day("2025-12-01"), through: day("2026-02-28"))
        #expect(try spring.previous == LedgerPeriod(from: day("2025-09-01"), through: day("2025-11-30")))
        let days = try LedgerPeriod(from: day("2026-03-01"), through: day("2026-03-30"))
        #expect(try days.previous == LedgerPeriod(from: day("2026-01-30"), through: day("2026-02-28")))
    }

    @Test func `a part larger than its whole has no share`() async throws {
        let book = try await TestLedger("Bank EUR 500 2026-01-01")
        try await book.addCategories(["Clothes": .expense, "Food": .expense])
        _ = try await book.expense("Bank", "100", "Food", on: "2026-05-03")
        let refund = LedgerService.Entry(.refund, account: "Bank", amount: "60", category: "Clothes")
        _ = try await book.service.enter(refund, call("2026-05-20"))
        let found = try await StatisticsService(store: book.store, rates: rates(), display: DisplayCurrency(.eur))
            .statistics(.init(LedgerPeriod(CalendarMonth("2026-05"))), call("2026-05-20")).value
        let lines = try layout(80).lines(statistics: found)
        #expect(!lines.contains { $0.contains("%") && ($0.contains("Food") || $0.contains("Clothes")) }, "\(lines)")
    }

    @Test func `an edit that moves no money warns of no balance`() async throws {
        let book = try await TestLedger("Bank EUR 5 2026-01-01")
        let id = try await book.expense("Bank", "10", on: "2026-05-03")
        var correction = LedgerService.Correction()
        correction.note = "rent"
        let today = try call("2026-05-20", at: 1_779_278_400)
        #expect(try await book.service.correct(id.uuidString, correction, today).warnings.isEmpty)
        correction.amount = "11"
        #expect(
            try await book.service.correct(id.uuidString, correction, today).warnings.map(\.code) == ["overdrawn"])
    }

    @Test func `a preview says why rows are left out`() async throws {
        let book = try await TestLedger("Bank EUR 5 2026-01-01")
        let found = try await book.enter("Date,Payee,Amount\n2026-05-10,A,-5.00\n2026-05-11,B,0.00\n", isTried: true)
        let lines = try layout(nil).lines(statementImport: found.value, isPreview: true)
        #expect(lines.contains("Would enter 1 transaction. 1 left out: an amount of 0."), "\(lines)")
    }
}
