import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// Corrections that move rates, and what is told of past years and of what is not known.
struct CorrectionTests {
    private static let rates = """
        from,to,rate,date
        USD,EUR,0.80,2025-01-10
        USD,EUR,0.70,2024-06-03
        USD,EUR,0.90,2026-04-13
        GBP,EUR,1.20,2026-04-13

        """

    private func sample(_ settings: PortfolioSettings = PortfolioSettings()) async throws -> ServiceSample {
        let sample = try ServiceSample(rates: Self.rates, settings: settings)
        try await sample.portfolio("Broker")
        try await sample.instrument("U", "USD")
        return sample
    }

    private func correct(
        _ sample: ServiceSample, _ entered: Outcome<EnteredTransactions>,
        _ change: (inout TransactionRequest) -> Void
    ) async throws -> Outcome<EnteredTransactions> {
        var request = TransactionRequest()
        change(&request)
        let id = try #require(entered.value.transactions.first?.id.uuidString)
        return try await sample.service.correct(id, request, sample.call)
    }

    @Test func `units that were acquired on another day cost what that day's rate says (P5)`() async throws {
        let sample = try await sample()
        let entered = try await sample.enter(.receive, "U", "10", on: "2026-04-13") {
            ($0.cost, $0.acquired) = ("100", "2025-01-10")
        }
        #expect(
            try await sample.reports.lots(of: nil, sample.call).value.lots[0].lot.cost.base == (try money("80 EUR")))
        _ = try await correct(sample, entered) { $0.acquired = "2024-06-03" }
        #expect(
            try await sample.reports.lots(of: nil, sample.call).value.lots[0].lot.cost.base == (try money("70 EUR")))
    }

    @Test func `a corrected rate takes the place of what was settled, and fields of other kinds are refused`()
        async throws
    {
        let sample = try await sample()
        let bought = try await sample.enter(.buy, "U", "1", "100", on: "2026-01-10") { $0.settled = "85" }
        _ = try await correct(sample, bought) { $0.rate = "0.95" }
        #expect(
            try await sample.reports.lots(of: nil, sample.call).value.lots[0].lot.cost.base == (try money("95 EUR")))
        let sold = try await sample.enter(.sell, "U", "1", "110") { $0.settled = "95" }
        for change: (inout TransactionRequest) -> Void in [
            { $0.cost = "unknown" }, { $0.acquired = "2019-01-01" }, { $0.received = "3" }, { $0.share = "20%" },
            { $0.received = "1" },
        ] {
            await #expect(throws: (any Error).self) { _ = try await correct(sample, sold, change) }
        }
    }

    @Test func `past years whose gain changes are named, by the years of the settings (P9, P11)`() async throws {
        let sample = try await sample(PortfolioSettings(yearMonth: 4, yearDay: 6))
        try await sample.enter(.buy, "U", "10", "1000", on: "2024-01-05") { $0.settled = "900" }
        let sold = try await sample.enter(.sell, "U", "5", "600", on: "2026-02-01") { $0.settled = "500" }
        // The first gain of a year changes none.
        #expect(sold.warnings.isEmpty)
        let moved = try await correct(sample, sold) { $0.date = "2026-04-08" }
        #expect(
            moved.warnings.map(\.message) == [
                "The gain of 'U' in 'Broker' in 2025/26 changes from 50.00 EUR to nothing."
            ])
        let back = try await correct(sample, sold) { $0.date = "2026-02-01" }
        #expect(back.warnings.count == 1)
        let id = try #require(sold.value.transactions.first?.id.uuidString)
        let deleted = try await sample.service.deleteTransaction(id, sample.call)
        #expect(deleted.warnings.map(\.code) == ["pastYearChanged"])
    }

    @Test func `what is not known is named, and effects have a bound of their own`() async throws {
        let sample = try await sample()
        try await sample.instrument("G", "GBP")
        try await sample.enter(.buy, "U", "10", "1000", on: "2023-01-05") { $0.settled = "900" }
        try await sample.enter(.merger, "U", on: "2023-03-01") { ($0.proportion, $0.to) = ("1:1", "G") }
        _ = try await sample.prices.add("G", "100", sample.call)
        let report = try await sample.reports.positions(of: nil, sample.call)
        #expect(!report.isComplete && report.value.valuation.effectBound == .unknown)
        #expect(report.value.unavailable.count == 1)
        try await sample.enter(.receive, "U", "10", on: "2026-01-05") { $0.cost = "unknown" }
        try await sample.enter(.sell, "U", "4", "40", on: "2026-02-01") { $0.settled = "36" }
        try await sample.enter(.give, "U", "6", on: "2026-02-02")
        let after = try await sample.reports.positions(of: nil, sample.call).value
        #expect(after.unavailable.map(\.item).contains("U, sold on 2026-02-01"))
        let gains = try await sample.reports.gains(
            of: nil, in: .days(from: day("2026-02-02"), to: day("2026-02-03")), sample.call)
        #expect(!gains.isComplete && gains.value.unavailable.map(\.item) == ["U, gone on 2026-02-02"])
    }

    @Test func `income after tax is what is shown before it less the tax (P10)`() async throws {
        let sample = try await sample()
        try await sample.enter(.buy, "U", "10", "1000")
        try await sample.enter(.dividend, "U", nil, "1.02") { $0.taxes = "0.17" }
        let row = try #require(try await sample.reports.gains(of: nil, sample.call).value.gains.income.first)
        #expect([row.gross, row.withheld] == [try money("0.92 EUR"), try money("0.15 EUR")])
        #expect(row.net == (try money("0.77 EUR")))
        await #expect(throws: (any Error).self) {
            try await sample.enter(.dividend, "U", "1", "10") { $0.taxes = "20" }
        }
    }

    @Test func `no rate is wanted where nothing is converted (P5)`() async throws {
        let sample = try await sample()
        try await sample.enter(.buy, "U", "10", "1000", on: "2023-01-03") { $0.settled = "900" }
        let income = try await sample.enter(.dividend, "U", nil, "17 EUR", on: "2023-03-03")
        #expect(income.warnings.isEmpty)
        let fee = try await sample.enter(.fee, "U", nil, "5 EUR", on: "2023-03-03")
        #expect(fee.warnings.isEmpty)
        #expect(try await sample.service.fillRates(sample.call).value.missing == 0)
    }

    @Test func `of several portfolios none is chosen because all are archived`() async throws {
        let sample = try await sample()
        try await sample.portfolio("Other")
        for name in ["Broker", "Other"] { _ = try await sample.service.archive(name, true, sample.call) }
        await #expect(throws: PortfolioError.self) { try await sample.enter(.buy, "U", "1", "3") }
    }

    @Test func `a stale rate is not kept for good (P5)`() async throws {
        let sample = try ServiceSample(rates: "from,to,rate,date\nUSD,EUR,0.5,2026-01-01\n")
        try await sample.portfolio("Broker")
        try await sample.instrument("U", "USD")
        let bought = try await sample.enter(.buy, "U", "1", "100")
        #expect(bought.warnings.map(\.code) == ["rateMissing"])
    }

    @Test func `rates of chained conversions are found, however many (P7)`() async throws {
        let codes = ["USD", "GBP", "CHF", "JPY", "CAD", "SEK"]
        let table = codes.flatMap { code in (1...9).map { "\(code),EUR,0.5,2026-01-0\($0)" } }.joined(separator: "\n")
        let sample = try ServiceSample(rates: "from,to,rate,date\n\(table)\n", today: "2026-01-09")
        try await sample.portfolio("Broker")
        for code in codes { try await sample.instrument("I\(code)", code) }
        try await sample.enter(.buy, "IUSD", "10", "100", on: "2026-01-01")
        for (index, code) in codes.dropLast().enumerated() {
            try await sample.enter(.merger, "I\(code)", on: "2026-01-0\(index + 2)") {
                ($0.proportion, $0.to) = ("1:1", "I\(codes[index + 1])")
            }
        }
        _ = try await sample.prices.add("ISEK", "20", sample.call)
        let report = try await sample.reports.positions(of: nil, sample.call)
        #expect(report.isComplete)
        #expect(report.value.valuation.value == (try money("100 EUR")))
    }

    @Test func `a swap is corrected and deleted as one`() async throws {
        let sample = try await sample()
        try await sample.instrument("A")
        try await sample.instrument("B")
        try await sample.enter(.buy, "A", "10", "500", on: "2026-01-02")
        var request = TransactionRequest()
        (request.instrument, request.units, request.amount) = ("A", "4", "300")
        let swap = try await sample.service.swap(request, for: ("B", "2"), sample.call)
        await #expect(throws: PortfolioError.sideOfSwap) { _ = try await correct(sample, swap) { $0.amount = "500" } }
        _ = try await correct(sample, swap) { $0.note = "exchanged" }
        _ = try await sample.instruments.delete("B", cascade: true, sample.call)
        #expect(try await sample.store.read { try $0.all(PortfolioTransaction.self) }.map(\.kind) == [.buy])
    }

    @Test func `fees of income and of deposits are counted and leave the cash (P15)`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Cash", cash: true)
        try await sample.instrument("A")
        try await sample.enter(.deposit, nil, nil, "100") { $0.fees = "7" }
        try await sample.enter(.buy, "A", "1", "10")
        try await sample.enter(.dividend, "A", nil, "5") { $0.fees = "1" }
        let report = try await sample.reports.positions(of: nil, sample.call).value
        #expect(report.cash == [try money("87 EUR")])
        #expect(report.fees == (try money("8 EUR")))
    }
}
