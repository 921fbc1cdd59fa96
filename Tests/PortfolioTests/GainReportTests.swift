import Foundation
import Models
import Portfolio
import TestSupport
import Testing

/// The gains of a period, by portfolio.
struct GainReportTests {
    @Test func `interest on the cash of another portfolio is not in the gains of one (P10)`() async throws {
        let sample = try ServiceSample(rates: "from,to,rate,date\nUSD,EUR,0.85,2025-01-01\n", today: "2026-01-02")
        try await sample.portfolio("E", "EUR", cash: true)
        try await sample.portfolio("U", "USD")
        try await sample.instrument("N", "USD")
        try await sample.enter(.interest, nil, nil, "14.22", on: "2025-12-31") {
            ($0.portfolio, $0.taxes) = ("E", "3.75")
        }
        try await sample.enter(.buy, "N", "100", "3500", on: "2025-01-08") { $0.portfolio = "U" }
        try await sample.enter(.sell, "N", "100", "5130", on: "2025-11-03") {
            ($0.portfolio, $0.fees) = ("U", "1")
        }
        let gains = try await sample.reports.gains(of: "U", in: .year(2025), sample.call).value.gains
        #expect(gains.currency == .usd)
        #expect(gains.net == (try money("1629 USD")))
        #expect(gains.income.isEmpty && gains.withheld.isZero)
        let others = try await sample.reports.gains(of: "E", in: .year(2025), sample.call).value.gains
        #expect(others.withheld == (try money("3.75 EUR")))
    }
}
