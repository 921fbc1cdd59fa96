import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// The evidence of a file of trades about its own columns and signs (I1).
struct TradeImportEvidenceTests {
    private func imported(
        _ text: String, into sample: ServiceSample, _ change: (inout PortfolioImportRequest) -> Void = { _ in }
    ) async throws -> Outcome<PortfolioImport> {
        let url = FileManager.default.temporaryDirectory.appending(path: "evidence-\(UUID().uuidString)")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        var request = PortfolioImportRequest(path: url.path, portfolio: "Broker")
        change(&request)
        return try await sample.service.importTrades(request, sample.call)
    }

    private func sample(rates: String = "from,to,rate,date\n") async throws -> ServiceSample {
        let sample = try ServiceSample(rates: rates)
        try await sample.portfolio("Broker")
        return sample
    }

    // MARK: - Tax that came back

    private static let titles = "Datum;Typ;Wertpapier;Stück;Betrag;Gebühren;Steuern;Währung\n"
    private static let bought = "02.01.2026;Kauf;F;10;1.000,00;5,00;0,00;EUR\n"

    @Test(arguments: [
        // Other taxes have no sign, or fees have none.
        (
            bought + "03.02.2026;Verkauf;F;2;300,00;5,00;24,00;EUR\n03.03.2026;Verkauf;F;2;150,00;5,00;-14,30;EUR\n",
            "-14.30"
        ),
        (bought + "03.03.2026;Verkauf;F;2;150,00;5,00;-14,30;EUR\n", "-14.30"),
        // Whatever is taken off has a minus.
        (bought.replacing(";5,00", with: ";-5,00") + "03.03.2026;Verkauf;F;2;150,00;-5,00;-14,30;EUR\n", "14.30"),
        (
            bought.replacing(";5,00", with: ";-5,00") + "03.02.2026;Verkauf;F;2;300,00;-5,00;-24,00;EUR\n"
                + "03.03.2026;Verkauf;F;2;150,00;-5,00;14,30;EUR\n", "-14.30"
        ),
        // Purchases have a minus, and there is no fee.
        (
            "02.01.2026;Kauf;F;10;-1.000,00;0,00;0,00;EUR\n03.03.2026;Verkauf;F;2;150,00;0,00;-14,30;EUR\n", "14.30"
        ),
    ])
    func `a minus before taxes means what the other charges say`(rows: String, expected: String) async throws {
        let sample = try await sample()
        let report = try await imported(Self.titles + rows, into: sample).value
        #expect(report.transactions.last?.taxes == (try money("\(expected) EUR")))
        #expect(try await imported(Self.titles + rows, into: sample).value.transactions.isEmpty)
    }

    @Test(arguments: [("140,00", "10"), ("160,00", "-10"), ("155,00", nil)])
    func `the money that moved tells whether tax came back`(settled: String, expected: String?) async throws {
        let sample = try await sample()
        let table = """
            date;type;instrument;units;total;taxes;settled;currency
            2026-01-02;buy;F;10;1.000,00;;1.000,00;EUR
            2026-03-03;sell;F;2;150,00;-10,00;\(settled);EUR
            """
        guard let expected else {
            await #expect(throws: PortfolioError.unclearTaxes(amount: "-10.00", lines: [3])) {
                _ = try await imported(table, into: sample)
            }
            return
        }
        let report = try await imported(table, into: sample).value
        #expect(report.transactions.last?.taxes == (try money("\(expected) EUR")))
    }

    @Test func `taxes that may be either are asked about, and entered as a person says`() async throws {
        let table =
            "date;type;instrument;units;total;taxes\n2026-01-02;buy;F;10;100,00;\n2026-02-02;dividend;F;;10,00;-2,00\n"
        let unclear = try await sample()
        await #expect(throws: PortfolioError.unclearTaxes(amount: "-2.00", lines: [3])) {
            _ = try await imported(table, into: unclear)
        }
        #expect(try await unclear.store.read { try $0.all(PortfolioTransaction.self) }.isEmpty)
        for (meaning, net) in [(NegativeTaxes.refunded, "12 EUR"), (.withheld, "8 EUR")] {
            let sample = try await sample()
            _ = try await imported(table, into: sample) { $0.negativeTaxes = meaning }
            let gains = try await sample.reports.gains(of: nil, sample.call).value.gains
            #expect(gains.netIncome == (try money(net)))
        }
    }

    @Test func `tax that came back stands beside the gain with a minus, and adds to the cash`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker", cash: true)
        try await sample.instrument("F")
        try await sample.enter(.deposit, nil, nil, "100", on: "2026-01-01")
        try await sample.enter(.buy, "F", "10", "100", on: "2026-01-02")
        try await sample.enter(.sell, "F", "10", "60", on: "2026-02-02") { ($0.fees, $0.taxes) = ("1", "-10") }
        let gains = try await sample.reports.gains(of: nil, sample.call).value.gains
        #expect(try gains.net == money("-41 EUR"))
        #expect(try gains.withheld == money("-10 EUR"))
        #expect(try await sample.reports.positions(of: nil, sample.call).value.cash == [try money("69 EUR")])
        await #expect(throws: (any Error).self) {
            try await sample.enter(.buy, "F", "10", "60", on: "2026-02-02") { $0.taxes = "-10" }
        }
    }

    // MARK: - Columns

    @Test func `columns with amounts that are not read are named, and numbers that name something are not`()
        async throws
    {
        let table = """
            Date,Type,Instrument,WKN,Units,Amount,Brokerage,WHT,Order,Remarks,Currency
            2026-03-01,buy,Fund,865985,10,1000,25,0,81,x,EUR
            2026-03-05,dividend,Fund,865985,,40,0,6,82,y,EUR
            """
        let outcome = try await imported(table, into: sample())
        let warning = try #require(outcome.warnings.first { $0.code == "unreadAmounts" })
        #expect(warning.message.contains("'Brokerage', 'WHT'"))
        #expect(!warning.message.contains("WKN") && !warning.message.contains("Order"))
        #expect(outcome.value.unread.contains("Brokerage"))
        #expect(outcome.value.columns.contains { $0.role == "total" && $0.title == "Amount" })
        let all = table.replacing("Brokerage,WHT", with: "Fees,Taxes")
        #expect(try await imported(all, into: sample()).warnings.allSatisfy { $0.code != "unreadAmounts" })
    }

    @Test func `a settled amount without a currency that contradicts the trade is in the portfolio's`() async throws {
        let sample = try await sample()
        let table = """
            Datum;Typ;Wertpapier;Stück;Betrag;Gebühren;Währung;Abrechnungsbetrag
            10.01.2026;Kauf;Nestlé;38;4.080,44;0,00;CHF;4.346,85
            11.01.2026;Kauf;Nestlé;1;100,00;2,00;CHF;102,00
            12.01.2026;Kauf;Fonds;1;100,00;2,00;EUR;102,00
            """
        let outcome = try await imported(table, into: sample)
        #expect(
            outcome.value.transactions.map(\.settled)
                == [try money("4346.85 EUR"), try money("102 CHF"), try money("102 EUR")])
        #expect(outcome.warnings.filter { $0.code == "assumedSettled" }.count == 1)
        #expect(outcome.warnings.contains { $0.message.contains("Line 2 has a settled amount without a currency") })
    }

    @Test func `rates that are missing are one warning for a pair of currencies`() async throws {
        let sample = try await sample()
        var table = "date,type,instrument,units,price,currency\n"
        for day in 10..<30 { table += "2026-01-\(day),buy,A,1,10,CHF\n2026-01-\(day),buy,B,1,10,USD\n" }
        let missing = try await imported(table, into: sample).warnings.filter { $0.code == "rateMissing" }
        #expect(missing.count == 2)
        #expect(missing.allSatisfy { $0.message.contains("on 20 days from 2026-01-10 to 2026-01-29") })
    }
}
