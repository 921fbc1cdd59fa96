import Foundation
import Models
import Portfolio
import TestSupport

/// Random transactions of all kinds in three portfolios, with names that tables and journals have to guard.
enum RandomTrades {
    static let portfolios = ["Broker", "- Wallet, cold", "ארנק ½ 🏦"]
    private static let names = ["A", "=SUM(B1)", "'C\" 🏠", "Yen"]
    private static let rates = """
        from,to,rate,date
        USD,EUR,0.9,2026-01-10
        USD,EUR,0.95,2026-02-10
        JPY,EUR,0.006,2026-01-10
        JPY,EUR,0.0061,2026-02-10

        """

    /// The portfolios without transactions.
    static func empty() async throws -> ServiceSample {
        let sample = try ServiceSample(rates: rates)
        for (name, currency) in zip(portfolios, ["EUR", "USD", "JPY"]) {
            try await sample.portfolio(name, currency, cash: name == "Broker")
        }
        return sample
    }

    /// The positions with their units, by name.
    static func units(of sample: ServiceSample) async throws -> [String] {
        let report = try await sample.reports.positions(of: nil, sample.call).value
        return report.valuation.rows.map { row in
            let names = report.frame.names
            return "\(names.portfolio(row.holding.position.portfolioID)) "
                + "\(names.instrument(row.holding.position.instrumentID)) \(row.holding.units.encoded)"
        }.sorted()
    }

    /// Units of any size.
    static let anyUnits = ["1", "2/3", "0.000000000000000001", "12.5", "1000000000000", "3"]

    /// Portfolios with random transactions; those that are refused are left out.
    static func household(
        _ random: inout SeededGenerator, count: Int = 100, units: [String] = anyUnits
    ) async throws -> ServiceSample {
        let sample = try await empty()
        for (name, currency) in zip(names, ["EUR", "USD", "EUR", "JPY"]) { try await sample.instrument(name, currency) }
        for _ in 0..<count {
            do { try await enter(sample, random.pick(units), &random) } catch is any Problem { continue }
        }
        return sample
    }

    private static func enter(_ sample: ServiceSample, _ units: String, _ random: inout SeededGenerator) async throws {
        let (name, other) = (random.pick(names), random.pick(names))
        let amount = "\(random.int(1...5000)).\(random.int(10...99))"
        let portfolio = random.pick(portfolios)
        let date = "2026-0\(random.int(1...3))-1\(random.int(0...9))"
        let note = random.pick([nil, "=1+1", "'quoted', \"twice\"", "-", "ש 🏦"])
        func change(_ request: inout TransactionRequest) { (request.portfolio, request.note) = (portfolio, note) }
        switch random.int(0...17) {
        case 0...4:
            try await sample.enter(.buy, name, units, amount, on: date) {
                change(&$0)
                if random.chance(1, in: 3) { $0.fees = "1.25 EUR" }
                if random.chance(1, in: 4) { $0.rate = "2/3" }
            }
        case 5: try await sample.enter(.sell, name, "1/7", amount, on: date, change)
        case 6:
            let lots = try await sample.reports.lots(of: name, in: portfolio, sample.call).value.lots
            guard let lot = lots.first else { return }
            try await sample.enter(.sell, name, "1/9", amount, on: "2026-04-01") {
                change(&$0)
                $0.lots = [lot.lot.id.uuidString + "=1/9"]
            }
        case 7:
            try await sample.enter(.transfer, name, "1/3", on: date) {
                change(&$0)
                ($0.to, $0.received) = (portfolios.first { $0 != portfolio }, "1/4")
            }
        case 8: try await sample.enter(.split, name, on: date) { $0.proportion = "3:7" }
        case 9:
            try await sample.enter(.spinOff, name, on: date) {
                ($0.proportion, $0.to, $0.share) = ("1:4", other, "12.5%")
            }
        case 10:
            try await sample.enter(.merger, name, on: date) { ($0.proportion, $0.to, $0.note) = ("2:3", other, note) }
        case 11: try await sample.enter(.dividend, name, nil, amount, on: date, change)
        case 12: try await sample.enter(.interest, name, "1/11", on: date, change)
        case 13:
            try await sample.enter(.receive, name, units, on: date) {
                change(&$0)
                ($0.cost, $0.acquired) = (random.pick(["unknown", "12.34"]), "2020-02-29")
            }
        case 14: try await sample.enter(.give, name, "1/13", on: date, change)
        case 15:
            try await sample.enter(random.pick([.fee, .tax]), name, nil, amount, on: date, change)
            try await sample.enter(random.pick([.deposit, .withdrawal]), nil, nil, amount, on: date) {
                $0.portfolio = "Broker"
            }
        case 16:
            try await sample.enter(.exchange, nil, nil, amount, on: date) {
                ($0.portfolio, $0.settled) = ("Broker", "100.50 USD")
            }
        default:
            var request = TransactionRequest()
            (request.instrument, request.units, request.date) = (name, "1/5", date)
            (request.amount, request.portfolio) = (amount, portfolio)
            _ = try await sample.service.swap(request, for: (other, "2"), sample.call)
        }
    }
}
