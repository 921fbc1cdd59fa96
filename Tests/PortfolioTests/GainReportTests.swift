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

    @Test func `a tax by itself is in the year, apart from fees, and so is what was removed`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("E")
        try await sample.instrument("A")
        try await sample.enter(.buy, "A", "4", "100", on: "2025-01-03")
        try await sample.enter(.tax, "A", nil, "4", on: "2025-03-07")
        try await sample.enter(.fee, nil, nil, "3", on: "2025-03-08")
        try await sample.enter(.give, "A", "1", on: "2025-03-09")
        let gains = try await sample.reports.gains(of: nil, in: .year(2025), sample.call).value.gains
        #expect(gains.charges.map(\.kind) == [.tax, .fee])
        #expect(gains.taxes == (try money("4 EUR")))
        #expect(gains.fees == (try money("3 EUR")))
        let positions = try await sample.reports.positions(of: nil, sample.call).value
        #expect(positions.fees == (try money("7 EUR")))
        #expect(positions.taxes == (try money("4 EUR")))
        #expect(positions.removed == (try money("25 EUR")))
        let later = try await sample.reports.gains(of: nil, in: .year(2026), sample.call).value.gains
        #expect(later.charges.isEmpty && later.taxes.isZero)
    }

    @Test func `proceeds are converted as one amount (P5)`() throws {
        var sample = BookSample(.usd, base: .eur)
        try sample.add(.buy, "1", "10.03 USD", on: "2025-01-08", fees: "0.02 USD", rate: "0.5")
        try sample.add(.sell, "1", "10.03 USD", on: "2025-11-03", fees: "0.01 USD", rate: "0.5")
        let gain = try #require(try sample.book().gains.first)
        // 10.05 × 0.5 = 5.025, and 10.02 × 0.5 = 5.01; the parts by themselves would be 5.03 and 5.02.
        #expect(gain.cost.base == (try money("5.02 EUR")))
        #expect(gain.proceeds.base == (try money("5.01 EUR")))
    }

    @Test func `a missing rate is not an unknown cost, and its days are named`() async throws {
        let sample = try ServiceSample(rates: "from,to,rate,date\nUSD,EUR,0.9,2026-04-13\n")
        try await sample.portfolio("E")
        try await sample.instrument("A", "USD")
        try await sample.enter(.buy, "A", "4", "100", on: "2025-01-03")
        try await sample.enter(.receive, "A", "1", on: "2025-01-04") { $0.cost = "unknown" }
        let gaps = try await sample.reports.positions(of: nil, sample.call).value.unavailable.map(\.reason)
        #expect(
            gaps == [
                "The cost of some units is not known.",
                "The cost is known in USD alone: no rate from USD to EUR is known for 2025-01-03.",
            ])
    }

    @Test func `income of what a portfolio never held is warned of`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("E")
        try await sample.portfolio("U")
        try await sample.instrument("A")
        try await sample.enter(.buy, "A", "1", "100", on: "2025-01-03") { $0.portfolio = "U" }
        func codes(_ portfolio: String) async throws -> [String] {
            try await sample.enter(.dividend, "A", nil, "10", on: "2025-03-03") { $0.portfolio = portfolio }
                .warnings.map(\.code)
        }
        #expect(try await codes("E") == ["neverHeld"])
        #expect(try await codes("U").isEmpty)
    }

    @Test func `cash below 0 is warned of when it comes about, and not again (P1)`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("E", cash: true)
        try await sample.instrument("A")
        let first = try await sample.enter(.buy, "A", "1", "100", on: "2025-01-03")
        #expect(first.warnings.map(\.code) == ["cashBelowZero"])
        #expect(try await sample.enter(.deposit, nil, nil, "500", on: "2025-01-04").warnings.isEmpty)
        let positions = try await sample.reports.positions(of: nil, sample.call)
        #expect(positions.warnings.map(\.code).contains("cashBelowZero"))
        let second = try await sample.enter(.buy, "A", "1", "900", on: "2025-01-03")
        #expect(second.warnings.map(\.code) == ["cashBelowZero"])
    }

    @Test func `the first day of a year is of that year (P11)`() async throws {
        let sample = try ServiceSample(settings: PortfolioSettings(yearMonth: 4, yearDay: 6))
        try await sample.portfolio("E")
        try await sample.instrument("A")
        try await sample.enter(.buy, "A", "10", "1000", on: "2024-05-01")
        for date in ["2025-04-05", "2025-04-06"] { try await sample.enter(.sell, "A", "1", "150", on: date) }
        let report = try await sample.reports.gains(of: nil, in: .days(from: nil, to: nil), sample.call).value
        #expect(report.years.map(\.title) == ["2024/25", "2025/26"])
        #expect(report.years.map(\.gains.net) == [try money("50 EUR"), try money("50 EUR")])
    }

    @Test(arguments: SeededGenerator.seeds, [(1, 1), (4, 6)])
    func `the years of a period are those of the reports of each, and add up to it (P11)`(
        seed: UInt64, start: (month: Int, day: Int)
    ) async throws {
        var random = SeededGenerator(seed: seed)
        let sample = try ServiceSample(settings: PortfolioSettings(yearMonth: start.month, yearDay: start.day))
        try await sample.portfolio("E")
        try await sample.instrument("A")
        try await sample.enter(.buy, "A", "100", "1000", on: "2022-01-03")
        for _ in 0..<24 {
            let date = "202\(random.int(2...5))-0\(random.int(2...9))-1\(random.int(0...9))"
            let amount = "\(random.int(1...40)).50"
            switch random.int(0...3) {
            case 0: try await sample.enter(.dividend, "A", nil, amount, on: date) { $0.taxes = "1" }
            case 1: try await sample.enter(.fee, nil, nil, amount, on: date)
            case 2: try await sample.enter(.give, "A", "1", on: date)
            default: try await sample.enter(.sell, "A", "2", amount, on: date)
            }
        }
        let period = PortfolioReportService.Period.days(from: try day("2022-02-20"), to: try day("2025-08-15"))
        let report = try await sample.reports.gains(of: nil, in: period, sample.call).value
        #expect(report.years.count > 2)
        let figures: [KeyPath<GainReport, Money>] = [
            \.gains, \.losses, \.net, \.short, \.long, \.netIncome, \.withheld, \.fees,
        ]
        for figure in figures {
            let sum = try Money.sum(report.years.map { $0.gains[keyPath: figure] }, in: .eur)
            #expect(sum == report.gains[keyPath: figure], "seed \(seed)")
        }
        for year in report.years.dropFirst().dropLast() {
            let number = try #require(Int(year.title.prefix(4)))
            let alone = try await sample.reports.gains(of: nil, in: .year(number), sample.call).value
            #expect(alone.years.map(\.title) == [year.title])
            #expect(alone.gains.first == year.gains.first && alone.gains.last == year.gains.last)
            for figure in figures { #expect(alone.gains[keyPath: figure] == year.gains[keyPath: figure]) }
        }
    }
}
