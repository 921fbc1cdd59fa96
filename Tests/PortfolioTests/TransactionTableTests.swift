import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// Transactions that are exported as a table and read back.
struct TransactionTableTests {
    private static func imported(_ text: String, into sample: ServiceSample) async throws -> PortfolioImport {
        let url = FileManager.default.temporaryDirectory.appending(path: "table-\(UUID().uuidString).csv")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await sample.service.importTrades(PortfolioImportRequest(path: url.path), sample.call).value
    }

    private static func text(of sample: ServiceSample) async throws -> String {
        try await sample.service.transactionTable(sample.call).lines.map { $0 + "\r\n" }.joined()
    }

    /// What a transaction says, with names in place of the ids of portfolios and instruments.
    private static func says(_ transaction: PortfolioTransaction, _ names: [UUID: String]) -> [String] {
        let ids = [
            transaction.portfolioID, transaction.instrumentID, transaction.toPortfolioID, transaction.toInstrumentID,
        ]
        let values: [Any?] = [
            transaction.id, transaction.kind, transaction.day, transaction.units, transaction.received,
            transaction.gross, transaction.fees, transaction.taxes, transaction.settled, transaction.rate,
            transaction.lots, transaction.share, transaction.acquired, transaction.swapID, transaction.note,
            transaction.imported, transaction.importedRow, Int(transaction.entered.timeIntervalSince1970 * 1000),
        ]
        return ids.map { $0.flatMap { names[$0] } ?? "" } + values.map { $0.map { "\($0)" } ?? "" }
    }

    private static func state(of sample: ServiceSample) async throws -> [[String]] {
        try await sample.store.read { reader in
            var names: [UUID: String] = [:]
            for thing in try reader.all(InvestmentPortfolio.self) { names[thing.id] = thing.name }
            for thing in try reader.all(Instrument.self) {
                names[thing.id] =
                    "\(thing.name) \(thing.type) \(thing.currency) \(thing.symbol ?? "") \(thing.isin ?? "")"
            }
            return try reader.all(PortfolioTransaction.self).map { says($0, names) }
        }
    }

    private static func empty() async throws -> ServiceSample {
        let sample = try ServiceSample(rates: rates)
        try await sample.portfolio("Broker", cash: true)
        try await sample.portfolio("- Wallet, cold", "USD")
        return sample
    }

    private static let rates = "from,to,rate,date\nUSD,EUR,0.9,2026-01-10\nUSD,EUR,0.95,2026-02-10\n"

    /// Random commands of all kinds.
    private static func household(_ random: inout SeededGenerator) async throws -> ServiceSample {
        let sample = try await empty()
        for (name, currency) in [("A", "EUR"), ("=SUM(B1)", "USD"), ("'C\" 🏠", "EUR")] {
            try await sample.instrument(name, currency)
        }
        let (names, portfolios) = (["A", "=SUM(B1)", "'C\" 🏠"], ["Broker", "- Wallet, cold"])
        for _ in 0..<80 {
            let (name, other) = (random.pick(names), random.pick(names))
            let units = random.pick(["1", "2/3", "0.000000000000000001", "12.5", "1000000000000"])
            let amount = "\(random.int(1...5000)).\(random.int(10...99))"
            let portfolio = random.pick(portfolios)
            let date = "2026-0\(random.int(1...3))-1\(random.int(0...9))"
            let note = random.pick([nil, "=1+1", "'quoted', \"twice\"", "-", "ש 🏦"])
            func change(_ request: inout TransactionRequest) { (request.portfolio, request.note) = (portfolio, note) }
            do {
                switch random.int(0...12) {
                case 0...3:
                    try await sample.enter(.buy, name, units, amount, on: date) {
                        change(&$0)
                        if random.chance(1, in: 3) { $0.fees = "1.25 EUR" }
                        if random.chance(1, in: 4) { $0.rate = "2/3" }
                    }
                case 4: try await sample.enter(.sell, name, "1/7", amount, on: date, change)
                case 5:
                    let lots = try await sample.reports.lots(of: name, in: portfolio, sample.call).value.lots
                    guard let lot = lots.first else { continue }
                    try await sample.enter(.sell, name, "1/9", amount, on: "2026-04-01") {
                        change(&$0)
                        $0.lots = [lot.lot.id.uuidString + "=1/9"]
                    }
                case 6:
                    try await sample.enter(.transfer, name, "1/3", on: date) {
                        change(&$0)
                        ($0.to, $0.received) = (portfolios.first { $0 != portfolio }, "1/4")
                    }
                case 7: try await sample.enter(.split, name, on: date) { $0.proportion = "3:7" }
                case 8:
                    try await sample.enter(.spinOff, name, on: date) {
                        ($0.proportion, $0.to, $0.share) = ("1:4", other, "12.5%")
                    }
                case 9: try await sample.enter(.dividend, name, nil, amount, on: date, change)
                case 10:
                    try await sample.enter(.receive, name, units, on: date) {
                        change(&$0)
                        ($0.cost, $0.acquired) = (random.pick(["unknown", "12.34"]), "2020-02-29")
                    }
                case 11: try await sample.enter(.deposit, nil, nil, amount, on: date, change)
                default:
                    var request = TransactionRequest()
                    (request.instrument, request.units, request.date) = (name, "1/5", date)
                    (request.amount, request.portfolio) = (amount, portfolio)
                    _ = try await sample.service.swap(request, for: (other, "2"), sample.call)
                }
            } catch is any Problem { continue }
        }
        return sample
    }

    @Test(arguments: SeededGenerator.seeds)
    func `random books are read back without loss, and once`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let sample = try await Self.household(&random)
        let (table, expected) = (try await Self.text(of: sample), try await Self.state(of: sample))
        #expect(expected.count > 20)
        let other = try await Self.empty()
        let first = try await Self.imported(table, into: other)
        #expect(first.transactions.count == expected.count)
        #expect(try await Self.state(of: other) == expected)
        #expect(try await Self.text(of: other) == table)
        let again = try await Self.imported(table, into: other)
        #expect(again.transactions.isEmpty && again.known == expected.count)
        for method in CostMethod.allCases {
            let gains = try await sample.reports.gains(of: nil, method: method, sample.call).value
            #expect(
                try await other.reports.gains(of: nil, method: method, other.call).value.gains.net == gains.gains.net)
        }
    }

    @Test func `rows that do not fit are refused together, and nothing is entered`() async throws {
        let sample = try await Self.empty()
        try await sample.instrument("A")
        try await sample.enter(.buy, "A", "2", "10", on: "2026-01-10") { $0.portfolio = "Broker" }
        try await sample.enter(.sell, "A", "1", "10", on: "2026-01-11") { $0.portfolio = "Broker" }
        let table = try await Self.text(of: sample)
        let other = try await Self.empty()
        for (part, replacement) in [
            ("2026-01-10", "2027-01-10"), (",buy,", ",bought,"), ("Broker", "Nobody"),
            (",EUR,,,,,,,2,", ",XYZ,,,,,,,2,"),
            (",,2,,10.00", ",,0.5,,10.00"), (",,2,,10.00", ",,NaN,,10.00"), (",,2,,10.00", ",,2,,1O"),
            (",,2,,10.00", ",,1/0,,10.00"),
        ] {
            #expect(table.contains(part), "\(part) in \(table)")
            await #expect(throws: (any Error).self, "\(part)") {
                _ = try await Self.imported(table.replacing(part, with: replacement), into: other)
            }
            #expect(try await Self.state(of: other).isEmpty)
        }
    }
}
