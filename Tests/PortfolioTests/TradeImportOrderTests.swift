import FileFormats
import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// Rows of files that say another direction, another time or another security than the rest.
struct TradeImportOrderTests {
    private func write(_ lines: [String]) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "trades-\(UUID().uuidString)")
        try Data(lines.joined(separator: "\n").utf8).write(to: url)
        return url
    }

    @discardableResult private func imported(
        _ lines: [String], into sample: ServiceSample, opensMissing: Bool = false
    ) async throws -> PortfolioImport {
        let url = try write(lines)
        defer { try? FileManager.default.removeItem(at: url) }
        var request = PortfolioImportRequest(path: url.path, portfolio: "Broker")
        request.opensMissing = opensMissing
        return try await sample.service.importTrades(request, sample.call).value
    }

    private func broker(cash: Bool = false) async throws -> ServiceSample {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker", cash: cash)
        try await sample.instrument("X")
        return sample
    }

    private static let titles = "date,type,instrument,units,total,currency"

    @Test(arguments: [
        (
            [
                "2026-01-05,Buy,X,10,100.00,EUR", "2026-02-05,Dividend,X,,24.00,EUR",
                "2026-03-05,Dividend,X,,-24.00,EUR",
            ], [4]
        ),
        (["2026-01-05,Buy,X,10,100.00,EUR", "2026-03-06,Buy,X,-4,-40.00,EUR"], [3]),
        (["2026-01-05,Buy,X,10,-100.00,EUR", "2026-01-06,Buy,X,10,-100.00,EUR", "2026-01-07,Buy,X,4,40.00,EUR"], [4]),
        (["2026-01-05,Fee,X,,3.00,EUR", "2026-01-06,Fee,X,,-3.00,EUR", "2026-01-06,Fee,X,,4.00,EUR"], [3]),
    ])
    func `a row the other way round is refused`(rows: [String], lines: [Int]) async throws {
        let sample = try await broker()
        let error = await #expect(throws: ImportError.self) {
            try await imported([Self.titles] + rows, into: sample)
        }
        guard case .rows(let issues, _)? = error else { throw CocoaError(.featureUnsupported) }
        #expect(issues.map(\.line) == lines)
        #expect(try await sample.store.read { try $0.all(PortfolioTransaction.self) }.isEmpty)
    }

    @Test func `signs that agree are no contradiction`() async throws {
        let sample = try await broker()
        try await imported(
            [
                Self.titles, "2026-01-05,Buy,X,10,-100.00,EUR", "2026-02-05,Sell,X,-4,60.00,EUR",
                "2026-02-06,Fee,X,,-3.00,EUR",
            ], into: sample)
        let report = try await sample.reports.positions(of: nil, sample.call).value
        #expect(report.realised == (try money("20 EUR")))
        #expect(report.fees == (try money("3 EUR")))
    }

    @Test func `the times of a day decide its order, beside the date or in a column (P1)`() async throws {
        for rows in [
            [
                "date,time,type,instrument,units,total,currency", "2026-01-05,10:15,Sell,X,10,120.00,EUR",
                "2026-01-05,9:30,Buy,X,10,100.00,EUR",
            ],
            [Self.titles, "2026-01-05T15:00,Sell,X,10,120.00,EUR", "2026-01-05T09:00,Buy,X,10,100.00,EUR"],
            [
                "date,time,type,instrument,units,total,currency", "2026-01-05,1:00 PM,Sell,X,10,120.00,EUR",
                "2026-01-05,9:00 AM,Buy,X,10,100.00,EUR",
            ],
        ] {
            let sample = try await broker()
            try await imported(rows, into: sample)
            #expect(
                try await sample.reports.positions(of: nil, sample.call).value.realised == (try money("20 EUR")))
        }
        let sample = try await broker()
        await #expect(throws: ImportError.self) {
            try await imported(
                ["date,time,type,instrument,units,total,currency", "2026-01-05,noon,Buy,X,10,1,EUR"], into: sample)
        }
    }

    @Test(arguments: [
        // The newest first.
        ["2026-03-05,Sell,X,1,50,EUR", "2026-02-05,Sell,X,10,120,EUR", "2026-02-05,Buy,X,11,100,EUR"],
        // The oldest first, one security after the other.
        [
            "2026-02-05,Buy,X,11,100,EUR", "2026-02-05,Sell,X,10,120,EUR", "2026-03-05,Sell,X,1,50,EUR",
            "2026-01-05,Buy,Y,11,100,EUR", "2026-01-05,Sell,Y,11,100,EUR",
        ],
    ])
    func `a table may begin with the newest row, and rows of one day are in its order (P1)`(
        rows: [String]
    ) async throws {
        let sample = try await broker()
        try await imported([Self.titles] + rows, into: sample)
        let report = try await sample.reports.positions(of: nil, sample.call).value
        #expect(report.realised == (try money("70 EUR")) && report.valuation.rows.isEmpty)
    }

    @Test func `what is entered after an import comes after all of its rows (P1)`() async throws {
        let sample = try await broker()
        let rows = (0..<300).map { "2026-04-13,Buy,X,1,\(10 + $0 % 3),EUR" }
        let call = sample.call
        let url = try write([Self.titles] + rows)
        defer { try? FileManager.default.removeItem(at: url) }
        let request = PortfolioImportRequest(path: url.path, portfolio: "Broker")
        _ = try await sample.service.importTrades(request, call)
        var sale = TransactionRequest()
        (sale.instrument, sale.units, sale.price) = ("X", "300", "20")
        // The clock has not moved.
        _ = try await sample.service.enter(.sell, sale, call)
        #expect(try await sample.reports.lots(of: nil, sample.call).value.lots.isEmpty)
    }

    @Test func `units of unknown cost are opened on the day itself, whatever acts on it (P7, P9)`() async throws {
        let sample = try await broker()
        try await sample.instrument("Z")
        try await sample.instrument("W")
        try await sample.enter(.buy, "X", "1", "10", on: "2025-12-01")
        try await sample.enter(.split, "X", on: "2026-02-02") { $0.proportion = "2:1" }
        try await imported([Self.titles, "2026-02-02,Sell,X,10,1000.00,EUR"], into: sample, opensMissing: true)
        try await sample.enter(.buy, "Z", "1", "10", on: "2025-12-01")
        try await sample.enter(.merger, "Z", on: "2026-02-02") { ($0.proportion, $0.to) = ("1:1", "W") }
        try await imported([Self.titles, "2026-02-02,Sell,Z,10,1000.00,EUR"], into: sample, opensMissing: true)
        let left = try await sample.reports.positions(of: nil, sample.call).value.valuation.rows
        #expect(left.map(\.holding.units) == [.one], "the unit of W alone")
    }

    @Test func `another ISIN is another security`() async throws {
        let sample = try await broker()
        var fields = InstrumentService.Fields()
        (fields.name, fields.type, fields.currency) = ("Y", "stock", "EUR")
        (fields.symbol, fields.isin) = ("ABC", "US0378331005")
        _ = try await sample.instruments.add(fields, sample.call)
        let result = try await imported(
            [
                "date,type,instrument,symbol,isin,units,total,currency",
                "2026-01-06,Buy,Other Corp,ABC,DE0007164600,10,1000.00,EUR",
                "2026-01-07,Buy,Y,,FR0000120271,3,30.00,EUR", "2026-01-08,Buy,Y,ABC,US0378331005,2,30.00,EUR",
            ], into: sample)
        #expect(result.instruments.map(\.name) == ["Other Corp", "Y (FR0000120271)"])
        #expect(
            result.transactions.filter { $0.instrumentID == result.names.instruments.first { $1.name == "Y" }?.key }
                .map(\.units) == [Ratio(2)])
    }

    @Test func `a settled amount that contradicts the total is refused`() async throws {
        let sample = try await broker()
        let titles = "date,type,instrument,units,total,fees,settled,currency"
        await #expect(throws: ImportError.self) {
            try await imported([titles, "2026-01-06,Buy,X,10,1000.00,5.00,1100.00,EUR"], into: sample)
        }
        try await imported([titles, "2026-01-06,Buy,X,10,1000.00,5.00,1005.00,EUR"], into: sample)
    }

    @Test func `the amount of a charge may stand in its own column, and nothing is entered without one`() async throws {
        let sample = try await broker(cash: true)
        try await imported(
            ["date,type,fees,amount,currency", "2026-01-05,Deposit,,100.00,EUR", "2026-01-06,Fee,3.00,,EUR"],
            into: sample)
        let report = try await sample.reports.positions(of: nil, sample.call).value
        #expect(report.cash == [try money("97 EUR")])
        #expect(report.fees == (try money("3 EUR")))
        await #expect(throws: ImportError.self) {
            try await imported(["date,type,amount,currency", "2026-01-05,Deposit,,EUR"], into: sample)
        }
    }

    @Test func `pence are hundredths of pounds`() async throws {
        let sample = try await broker()
        try await imported(
            ["date,type,instrument,units,price,currency", "2026-01-05,Buy,Q,10,100.00,GBX"], into: sample)
        let lot = try #require(try await sample.reports.lots(of: "Q", sample.call).value.lots.first)
        #expect(lot.lot.cost.instrument == (try money("10.00 GBP")))
    }

    @Test func `prices of a file in another currency are refused, those in pence are converted`() async throws {
        let sample = try await broker()
        try await sample.instrument("Q", "GBP")
        let foreign = try write(["instrument,price,currency,date", "X,7,USD,2025-05-12"])
        let error = await #expect(throws: ImportError.self) {
            try await sample.prices.importPrices(path: foreign.path, sample.call)
        }
        #expect("\(try #require(error))".contains("'X' has prices in EUR, not in USD"))
        let pence = try write(["instrument,price,currency,date", "Q,712.5,GBX,2025-05-12"])
        _ = try await sample.prices.importPrices(path: pence.path, sample.call)
        #expect(try await sample.prices.list("Q", sample.call).value.prices.map(\.price) == [try money("7.125 GBP")])
    }

    @Test(arguments: ["4:1", "4/1", "4 for 1"])
    func `a split stands in a file, or is entered before it (P7)`(proportion: String) async throws {
        let titles = "date,type,instrument,units,price,currency,ratio"
        let buy = "2026-01-05,Buy,N,5,100,EUR,"
        let split = "2026-02-02,Split,N,,,,\(proportion)"
        let sell = "2026-03-05,Sell,N,18,30,EUR,"
        let sample = try await broker()
        try await imported([titles, buy, split, sell], into: sample)
        #expect(try await held(sample) == [Ratio(2)])
        #expect(try await imported([titles, buy, split, sell], into: sample).known == 3)

        let other = try await broker()
        try await other.instrument("N")
        let entered = try await other.enter(.split, "N", on: "2026-02-02") { $0.proportion = "4:1" }
        #expect(entered.warnings.map(\.code) == ["nobodyHolds"])
        #expect(try await imported([titles, buy, split, sell], into: other).known == 1)
        #expect(try await held(other) == [Ratio(2)])
        await #expect(throws: ImportError.self) {
            try await imported([titles, buy, "2026-02-02,Split,N,,,,"], into: sample)
        }
    }

    private func held(_ sample: ServiceSample) async throws -> [Ratio] {
        try await sample.reports.positions(of: nil, sample.call).value.valuation.rows.map(\.holding.units)
    }
}
