import FileFormats
import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// The content of files of trades: securities, accounts, states, currencies and amounts that fit each other.
struct TradeImportContentTests {
    @discardableResult private func imported(
        _ lines: [String], into sample: ServiceSample, portfolio: String? = "Broker"
    ) async throws -> Outcome<PortfolioImport> {
        let url = FileManager.default.temporaryDirectory.appending(path: "trades-\(UUID().uuidString)")
        try Data(lines.joined(separator: "\n").utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await sample.service.importTrades(
            PortfolioImportRequest(path: url.path, portfolio: portfolio), sample.call)
    }

    private func broker(cash: Bool = false) async throws -> ServiceSample {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker", cash: cash)
        try await sample.instrument("X")
        return sample
    }

    /// The lines that an import refuses, after which nothing is entered.
    private func refused(
        _ lines: [String], by sample: ServiceSample, portfolio: String? = "Broker"
    ) async throws -> [Int] {
        let before = try await sample.store.read { try $0.all(PortfolioTransaction.self) }.count
        do {
            try await imported(lines, into: sample, portfolio: portfolio)
            return []
        } catch ImportError.rows(let issues, _) {
            #expect(try await sample.store.read { try $0.all(PortfolioTransaction.self) }.count == before)
            return issues.map(\.line)
        }
    }

    private func units(in sample: ServiceSample) async throws -> [String: Ratio] {
        let rows = try await sample.reports.positions(of: nil, sample.call).value.valuation.rows
        let names = Dictionary(
            uniqueKeysWithValues: try await sample.store.read { try $0.all(Instrument.self) }.map { ($0.id, $0.name) })
        return Dictionary(
            uniqueKeysWithValues: rows.map { (names[$0.holding.position.instrumentID] ?? "", $0.holding.units) })
    }

    // MARK: - Securities

    @Test func `an instrument without an ISIN takes that of the file, and no other one's rows`() async throws {
        let sample = try await broker()
        let titles = "date,type,instrument,isin,units,price,currency"
        let outcome = try await imported(
            [titles, "2026-01-06,Buy,X,US0378331005,3,10,EUR", "2026-01-07,Buy,X,DE0007164600,2,10,EUR"], into: sample)
        #expect(outcome.warnings.map(\.code) == ["isinAdded"])
        #expect(try await units(in: sample) == ["X": Ratio(3), "X (DE0007164600)": Ratio(2)])
        try await imported([titles, "2026-01-08,Buy,X,DE0007164600,1,10,EUR"], into: sample)
        #expect(try await units(in: sample) == ["X": Ratio(3), "X (DE0007164600)": Ratio(3)])
    }

    @Test func `of two instruments of one symbol the currency decides, or nothing`() async throws {
        let sample = try await broker()
        for (name, currency) in [("ACME Frankfurt", "EUR"), ("ACME New York", "USD")] {
            var fields = InstrumentService.Fields()
            (fields.name, fields.type, fields.currency, fields.symbol) = (name, "stock", currency, "ACM")
            _ = try await sample.instruments.add(fields, sample.call)
        }
        let titles = "date,type,symbol,units,price,currency"
        try await imported([titles, "2026-01-06,Buy,ACM,3,10,EUR"], into: sample)
        #expect(try await units(in: sample) == ["ACME Frankfurt": Ratio(3)])
        #expect(try await refused([titles, "2026-01-06,Buy,ACM,3,10,"], by: sample) == [2])
    }

    // MARK: - Charges

    private static let charged = "Date,Type,Instrument,Units,Total,Currency,Fees,Taxes,Settled,Settled currency"

    private func withheld(_ lines: [String]) async throws -> (Money, codes: [String]) {
        let sample = try await broker()
        let warnings = try await imported(lines, into: sample).warnings
        let gains = try await sample.reports.gains(of: nil, in: .year(2025), sample.call).value.gains
        return (gains.withheld, warnings.map(\.code).filter { $0 == "assumedCharges" })
    }

    @Test func `fees and taxes without a currency are in that of the trade, as in an entry (P5)`() async throws {
        let buy = "2025-02-20,Buy,N,40,3132,CHF,12,,3336.41,EUR"
        let plain = try await withheld([Self.charged, buy, "2025-04-24,Dividend,N,,122.00,CHF,,42.70,84.90,EUR"])
        #expect(plain.0 == (try money("45.72 EUR")) && plain.codes == ["assumedCharges"])
        let named = try await withheld([Self.charged, buy, "2025-04-24,Dividend,N,,122.00,CHF,,42.70 EUR,84.90,EUR"])
        #expect(named.0 == (try money("42.70 EUR")))
        let titles = Self.charged.replacing("Settled currency", with: "Transaction Currency")
        let booked = try await withheld([titles, buy, "2025-04-24,Dividend,N,,122.00,CHF,,42.70,84.90,EUR"])
        #expect(booked.0 == (try money("42.70 EUR")) && booked.codes.isEmpty)
        let column = try await withheld([
            Self.charged + ",Tax currency,Fee currency", buy + ",,CHF",
            "2025-04-24,Dividend,N,,122.00,CHF,,42.70,84.90,EUR,CHF,",
        ])
        #expect(column.0 == (try money("45.72 EUR")) && column.codes.isEmpty)
    }

    @Test(arguments: ["5,900,EUR", "4.50 EUR,900,EUR", "5,,"])
    func `a row like an entry with a fee and another settled currency is there already (I6)`(
        end: String
    ) async throws {
        let sample = try await broker()
        try await sample.instrument("N", "USD")
        try await sample.enter(.buy, "N", "10", on: "2025-01-03") {
            ($0.price, $0.fees, $0.settled) = ("100", "5", "900 EUR")
        }
        let titles = "Date,Type,Instrument,Units,Total,Currency,Fees,Settled,Settled currency"
        let again = try await imported([titles, "2025-01-03,Buy,N,10,1000,USD," + end], into: sample).value
        #expect(again.transactions.isEmpty && again.known == 1)
    }

    // MARK: - Accounts

    @Test func `rows of accounts that are no portfolios are not put together in the only one (I1)`() async throws {
        let sample = try await broker()
        let titles = "date,type,portfolio,instrument,units,price,currency"
        let (first, second) = ("2026-01-06,Buy,Wallet,X,3,10,EUR", "2026-01-07,Buy,Other,X,2,10,EUR")
        #expect(try await refused([titles, first, second], by: sample, portfolio: nil) == [2, 3])
        let outcome = try await imported([titles, first], into: sample, portfolio: nil)
        #expect(outcome.warnings.map(\.code) == ["onlyPortfolio"])
        try await imported([titles, first, second], into: sample)
        #expect(try await units(in: sample) == ["X": Ratio(5)])
    }

    // MARK: - States

    @Test func `cancelled and pending rows are left out and listed, unknown states are a question (I4)`() async throws {
        let sample = try await broker()
        let titles = "date,type,instrument,units,price,currency,status"
        let outcome = try await imported(
            [
                titles, "2026-01-19,Buy,X,1,10,EUR,cancelled", "2026-01-20,Buy,X,2,10,EUR,filled",
                "2026-01-21,Buy,X,4,10,EUR,pending",
            ], into: sample)
        #expect(outcome.warnings.map(\.code) == ["leftOut", "leftOut"])
        #expect(outcome.warnings.first?.message.hasPrefix("Line 2 ") == true)
        #expect(try await units(in: sample) == ["X": Ratio(2)])
        await #expect(throws: ImportError.self) {
            try await imported(
                [titles, "2026-01-22,Buy,X,1,10,EUR,filled", "2026-01-23,Buy,X,2,10,EUR,swept"], into: sample)
        }
    }

    // MARK: - Currencies

    @Test func `the title of a column says the currency of its amounts (I1)`() async throws {
        let sample = try await broker()
        #expect(
            try await refused(["date,type,instrument,units,price (USD)", "2026-01-16,Buy,X,1,10"], by: sample) == [2])
        #expect(
            try await refused(
                ["date,type,instrument,units,price (USD),currency", "2026-01-16,Buy,Y,1,10,EUR"], by: sample) == [2])
        #expect(
            try await refused(
                ["date,type,instrument,units,price (USD),total (EUR)", "2026-01-16,Buy,Y,1,10,9"], by: sample) == [2])
        try await imported(
            ["date,type,instrument,units,price (USD),fees (EUR)", "2026-01-16,Buy,Y,1,10,1"], into: sample)
        let bought = try #require(try await sample.store.read { try $0.all(PortfolioTransaction.self) }.first)
        #expect(bought.gross == (try money("10 USD")))
        #expect(bought.fees == (try money("1 EUR")))
    }

    @Test func `a price in pence and a total in pounds are of one currency, and it is said (I9)`() async throws {
        let sample = try await broker()
        let outcome = try await imported(
            ["date,type,instrument,units,price (GBX),total (GBP)", "2026-01-16,Buy,Q,10,100.00,10.00"], into: sample)
        #expect(outcome.warnings.contains { $0.code == "subunits" })
        #expect(outcome.value.transactions.map(\.gross) == [try money("10.00 GBP")])
        #expect(
            try await refused(
                ["date,type,instrument,units,price,currency,rate", "2026-01-16,Buy,Q,10,100.00,GBX,1.2"], by: sample)
                == [2])
    }

    // MARK: - Amounts

    private static let priced = "date,type,instrument,units,price,total,fees,settled,currency"

    @Test(arguments: [
        "2026-01-20,Buy,X,10,10,250,,,EUR", "2026-01-20,Buy,X,10,10,,,250,EUR", "2026-01-20,Buy,X,10,10,100,5,107,EUR",
        "2026-01-20,Buy,X,10,10,106,5,,EUR", "2026-01-20,Buy,X,10,10,99.90,,,EUR",
    ])
    func `a total that is not price × units is refused (I1)`(row: String) async throws {
        #expect(try await refused([Self.priced, row], by: try await broker()) == [2])
    }

    @Test(arguments: [
        ("2026-01-20,Buy,X,3,33.33,100.00,,,EUR", "100.00 EUR"), ("2026-01-20,Buy,X,10,10,105,5,,EUR", "100.00 EUR"),
        ("2026-01-20,Buy,X,10,10,100,5,105,EUR", "100.00 EUR"),
        ("2026-01-20,Buy,X,3,33.33,,1,101.00,EUR", "100.00 EUR"),
        ("2026-01-20,Buy,X,1000,99.5,995.00,,,EUR", "995.00 EUR"),
        ("2026-01-20,Buy,X,0.333,300.00,100.00,,,EUR", "100.00 EUR"), ("2026-01-20,Buy,X,10,10,0,,,EUR", "100.00 EUR"),
    ])
    func `a total may be rounded, have the fees in it, or be of a price in percent`(
        row: String, gross: String
    ) async throws {
        let sample = try await broker()
        let outcome = try await imported([Self.priced, row], into: sample)
        #expect(outcome.value.transactions.map(\.gross) == [try money(gross)])
    }

    @Test func `worthless units are sold for nothing`() async throws {
        let sample = try await broker()
        try await imported(
            [Self.priced, "2026-01-20,Buy,X,10,10,100,,,EUR", "2026-01-21,Sell,X,10,,0.00,,,EUR"], into: sample)
        #expect(try await sample.reports.gains(of: nil, sample.call).value.gains.net == (try money("-100.00 EUR")))
    }
}
