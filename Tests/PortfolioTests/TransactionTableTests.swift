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

    @Test(arguments: SeededGenerator.seeds)
    func `random books are read back without loss, and once`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let sample = try await RandomTrades.household(&random)
        let (table, expected) = (try await Self.text(of: sample), try await Self.state(of: sample))
        #expect(expected.count > 20)
        let kinds = Set(try await sample.store.read { try $0.all(PortfolioTransaction.self).map(\.kind) })
        #expect(kinds.isSuperset(of: [.buy, .split, .spinOff, .merger]), "\(kinds)")
        let other = try await RandomTrades.empty()
        let first = try await Self.imported(table, into: other)
        #expect(first.transactions.count == expected.count)
        #expect(try await Self.state(of: other) == expected)
        #expect(try await Self.text(of: other) == table)
        let again = try await Self.imported(table, into: other)
        #expect(again.transactions.isEmpty && again.known == expected.count)
        #expect(try await RandomTrades.units(of: other) == RandomTrades.units(of: sample))
        for method in CostMethod.allCases {
            let gains = try await sample.reports.gains(of: nil, method: method, sample.call).value
            #expect(
                try await other.reports.gains(of: nil, method: method, other.call).value.gains.net == gains.gains.net)
        }
    }

    @Test func `a sale and a purchase that are one swap are one when they are read back`() async throws {
        let sample = try await RandomTrades.empty()
        for name in ["A", "B"] { try await sample.instrument(name) }
        try await sample.enter(.buy, "A", "10", "500", on: "2026-01-02") { $0.portfolio = "Broker" }
        var request = TransactionRequest()
        (request.portfolio, request.instrument, request.units, request.amount) = ("Broker", "A", "4", "300")
        _ = try await sample.service.swap(request, for: ("B", "2"), sample.call)
        let other = try await RandomTrades.empty()
        _ = try await Self.imported(Self.text(of: sample), into: other)
        #expect(try await Self.state(of: other) == Self.state(of: sample))
        let swaps = try await other.store.read { try $0.all(PortfolioTransaction.self) }.compactMap(\.swapID)
        #expect(swaps.count == 2 && Set(swaps).count == 1)
    }

    @Test func `rows that do not fit are refused together, and nothing is entered`() async throws {
        let sample = try await RandomTrades.empty()
        try await sample.instrument("A")
        try await sample.enter(.buy, "A", "2", "10", on: "2026-01-10") { $0.portfolio = "Broker" }
        try await sample.enter(.sell, "A", "1", "10", on: "2026-01-11") { $0.portfolio = "Broker" }
        let table = try await Self.text(of: sample)
        let other = try await RandomTrades.empty()
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
