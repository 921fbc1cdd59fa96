import Models
import Portfolio
import TestSupport
import Testing

/// Open lots as journals of other programs.
struct LotJournalTests {
    @Test func `lots are written with units, cost, day and id`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("My broker")
        try await sample.instrument("Fund 1")
        let bought = try await sample.enter(.buy, "Fund 1", "2/3", "100", on: "2026-01-06").value.first
        try await sample.enter(.receive, "Fund 1", "1", on: "2026-01-07") { $0.cost = "unknown" }
        let report = try await sample.reports.lots(of: nil, sample.call).value
        let id = String("\(bought.id)".lowercased().prefix(8))
        let beancount = LotJournal(report, for: .beancount).lines(on: sample.today)
        #expect(
            beancount == [
                "2026-01-06 open Equity:Opening-Balances", "2026-01-06 open Assets:My-broker:FUND1", "",
                "2026-01-06 * \"Fund 1\"",
                "  Assets:My-broker:FUND1  0.666666666667 FUND1 {{100.00 EUR, 2026-01-06, \"\(id)\"}}  ; exactly 2/3",
                "  Equity:Opening-Balances  -100.00 EUR", "", "2026-01-07 * \"Fund 1\"",
                "  Assets:My-broker:FUND1  1 FUND1",
                "  Equity:Opening-Balances  -1 FUND1  ; the cost is not known",
            ])
        let hledger = LotJournal(report, for: .hledger).lines(on: sample.today)
        #expect(
            hledger.prefix(4) == [
                "", "2026-01-06 * Fund 1  ; lot \(id)",
                "  Assets:My-broker:FUND1  0.666666666667 \"FUND1\" @@ 100.00 EUR  ; exactly 2/3",
                "  equity:opening balances  -100.00 EUR",
            ])
    }
}
