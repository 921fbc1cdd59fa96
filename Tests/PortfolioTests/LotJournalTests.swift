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
        let beancount = LotJournal([report], for: .beancount).lines(on: sample.today)
        #expect(
            beancount == [
                "option \"inferred_tolerance_default\" \"*:0.000001\"", "2026-01-06 open Equity:Opening-Balances",
                "2026-01-06 open Assets:My-broker:FUND1", "",
                "2026-01-06 * \"Fund 1\"",
                "  Assets:My-broker:FUND1  0.666666666667 FUND1 {{100.00 EUR, 2026-01-06, \"\(id)\"}}  ; exactly 2/3",
                "  Equity:Opening-Balances  -100.00 EUR", "", "2026-01-07 * \"Fund 1\"",
                "  Assets:My-broker:FUND1  1 FUND1",
                "  Equity:Opening-Balances  -1 FUND1  ; the cost is not known", "", "2026-01-06 price FUND1 150.00 EUR",
            ])
        let hledger = LotJournal([report], for: .hledger).lines(on: sample.today)
        #expect(
            hledger.prefix(8) == [
                "commodity EUR", "commodity \"FUND1\"", "account equity:opening balances",
                "account assets:My broker:FUND1", "", "2026-01-06 * Fund 1  ; lot \(id)",
                "  assets:My broker:FUND1  0.666666666667 \"FUND1\" @@ 100.00 EUR  ; exactly 2/3",
                "  equity:opening balances  -100.00 EUR",
            ])
    }

    @Test func `each portfolio has its own currency, and names keep their letters and points`() async throws {
        let sample = try ServiceSample(rates: "from,to,rate,date\nUSD,EUR,0.5,2026-01-01\n")
        try await sample.portfolio("Comdirect – Größe & Co: 2")
        try await sample.portfolio("US", "USD")
        var fields = InstrumentService.Fields()
        (fields.name, fields.type, fields.currency, fields.symbol) = ("SAP", "stock", "EUR", "SAP.DE")
        _ = try await sample.instruments.add(fields, sample.call)
        try await sample.instrument("NVDA", "USD")
        try await sample.enter(.buy, "SAP", "1", "100", on: "2026-01-06") { $0.portfolio = "Comdirect – Größe & Co: 2" }
        try await sample.enter(.buy, "NVDA", "1", "40", on: "2026-01-07") { $0.portfolio = "US" }
        let reports = try await sample.reports.lotsByPortfolio(sample.call)
        let beancount = LotJournal(reports, for: .beancount).lines(on: sample.today)
        #expect(beancount.contains("2026-01-06 open Assets:Comdirect-Größe-Co-2:SAP-DE"))
        #expect(beancount.contains { $0.hasPrefix("  Assets:US:NVDA  1 NVDA {{40.00 USD, 2026-01-07") })
        let hledger = LotJournal(reports, for: .hledger).lines(on: sample.today)
        #expect(hledger.contains("account assets:Comdirect – Größe & Co 2:SAP.DE"))
        #expect(hledger.suffix(2) == ["P 2026-01-06 \"SAP.DE\" 100.00 EUR", "P 2026-01-07 \"NVDA\" 40.00 USD"])
    }
}
