import FileFormats
import Foundation
import Models
import Persistence
import Portfolio
import TestSupport
import Testing

/// Tables of trades, and what other programs export, imported twice.
struct TradeImportTests {
    private func imported(
        _ text: String, into sample: ServiceSample, preset: TradePreset? = nil, opensMissing: Bool = false
    ) async throws -> PortfolioImport {
        let url = FileManager.default.temporaryDirectory.appending(path: "trades-\(UUID().uuidString)")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        var request = PortfolioImportRequest(path: url.path, portfolio: "Broker")
        request.opensMissing = opensMissing
        request.preset = preset
        return try await sample.service.importTrades(request, sample.call).value
    }

    @Test func `Portfolio Performance's table is imported once, with what was settled`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker", cash: true)
        let table = """
            Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,Security Name,Note
            2026-03-02T00:00,Sell,355.10,EUR,400.00,USD,0.9,4.90,0.00,4,US0378331005,865985,ACM,ACME,
            2026-02-02T00:00,Dividend,18.00,EUR,,,,0.00,2.00,10,DE0005140008,,DBK,Bank,
            2026-01-05T00:00,Buy,505.00,EUR,,,,5.00,0.00,10,DE0005140008,,DBK,Bank,first
            2026-01-02T00:00,Buy,"1,105.00",EUR,"1,222.22",USD,0.9,5.00,0.00,10,US0378331005,865985,ACM,ACME,
            2026-01-01T00:00,Deposit,"2,000.00",EUR,,,,0.00,0.00,,,,,,
            """
        let first = try await imported(table, into: sample, preset: .portfolioPerformance)
        #expect(first.transactions.count == 5)
        #expect(first.instruments.map(\.name).sorted() == ["ACME", "Bank"])
        let again = try await imported(table, into: sample, preset: .portfolioPerformance)
        #expect(again.transactions.isEmpty && again.known == 5)
        let report = try await sample.reports.positions(of: nil, sample.call).value
        #expect(report.cash == [try money("763.10 EUR")])
        #expect(report.income == (try money("20 EUR")))
        #expect(report.withheld == (try money("2 EUR")))
        let lots = try await sample.reports.lots(of: nil, sample.call).value.lots
        #expect(lots.map(\.lot.cost.base) == [try money("663.00 EUR"), try money("505.00 EUR")])
    }

    @Test(arguments: [
        """
        Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz
        2025-01-07T00:00;Kauf;7.163,40;EUR;;;;9,90;0,00;30;DE0007164600;;SAP.DE;SAP;
        """,
        """
        Date,Type,Security,Shares,Quote,Amount,Fees,Taxes,Net Transaction Value,Cash Account,Offset Account,Note,Source
        2025-01-07T00:00,Buy,SAP,30,238.45,"7,153.50",9.90,0.00,"7,163.40",Depot,Cash EUR,,
        2025-04-24T00:00,Dividend,Nestle,40,CHF 3.05,CHF 122.00,0.00,CHF 42.70,CHF 79.30,Cash EUR,,,
        """,
    ])
    func `Portfolio Performance's other tables are read by its preset, too`(table: String) async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        let first = try await imported(table, into: sample, preset: .portfolioPerformance)
        #expect(first.transactions.first?.gross == (try money("7153.50 EUR")))
        #expect(try await imported(table, into: sample).transactions.isEmpty)
    }

    @Test func `Ghostfolio's export is imported once`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        let export = """
            {"accounts": [{"id": "a1", "name": "Depot", "currency": "EUR"}],
             "activities": [
              {"accountId": "a1", "comment": null, "fee": 1.5, "id": "x1", "quantity": 10, "type": "BUY", "unitPrice": 50.25, "currency": "EUR", "date": "2026-01-05T00:00:00.000Z", "symbol": "DBK.DE"},
              {"accountId": "a1", "comment": null, "fee": 0, "id": "x2", "quantity": 10, "type": "DIVIDEND", "unitPrice": 0.75, "currency": "EUR", "date": "2026-02-05T00:00:00.000Z", "symbol": "DBK.DE"},
              {"accountId": "a1", "comment": "half", "fee": 1.5, "id": "x3", "quantity": 5, "type": "SELL", "unitPrice": 60, "currency": "EUR", "date": "2026-03-05T00:00:00.000Z", "symbol": "DBK.DE"}
             ]}
            """
        let first = try await imported(export, into: sample)
        #expect(first.transactions.map(\.kind) == [.buy, .dividend, .sell])
        let again = try await imported(export, into: sample)
        #expect(again.transactions.isEmpty && again.known == 3)
        let gains = try await sample.reports.gains(of: nil, sample.call).value.gains
        #expect(gains.net == (try money("46.50 EUR")))
        #expect(gains.income.map(\.gross) == [try money("7.50 EUR")])
    }

    @Test func `Ghostfolio's profiles name securities, and what is no trade is left out`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        let export = """
            {"accounts": [], "assetProfiles": [
              {"symbol": "SAP.DE", "name": "SAP SE", "isin": "DE0007164600", "assetClass": "EQUITY", "assetSubClass": "STOCK"}],
             "activities": [
              {"accountId": null, "fee": 1.5, "id": "x1", "quantity": 10, "type": "BUY", "unitPrice": 50.25, "currency": "EUR", "date": "2026-01-05T00:00:00.000Z", "symbol": "SAP.DE"},
              {"accountId": null, "fee": 0, "id": "x2", "quantity": 1, "type": "LIABILITY", "unitPrice": 900, "currency": "EUR", "date": "2026-02-05T00:00:00.000Z", "symbol": "Loan"},
              {"accountId": null, "fee": 0, "id": "x3", "quantity": 1, "type": "ITEM", "unitPrice": 900, "currency": "EUR", "date": "2026-02-05T00:00:00.000Z", "symbol": "Ring"}
             ]}
            """
        let first = try await imported(export, into: sample)
        #expect(first.transactions.map(\.kind) == [.buy])
        let added = try #require(first.instruments.first)
        #expect(added.name == "SAP SE" && added.type == .stock && added.isin == "DE0007164600")
        #expect(try await imported(export, into: sample).known == 1)
    }

    @Test func `prices that a person recorded in Ghostfolio come along`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        let export = """
            {"accounts": [], "assetProfiles": [
              {"symbol": "HOUSE", "name": "House", "currency": "EUR", "marketData": [
                {"date": "2026-01-05T00:00:00.000Z", "marketPrice": 200000}, {"date": "2026-03-01T00:00:00.000Z", "marketPrice": 210000.5},
                {"date": "2026-12-01T00:00:00.000Z", "marketPrice": 1}]},
              {"symbol": "OTHER", "name": "Other", "currency": "USD", "marketData": [{"date": "2026-01-05T00:00:00.000Z", "marketPrice": 1}]}],
             "activities": [
              {"accountId": null, "fee": 0, "id": "x1", "quantity": 1, "type": "BUY", "unitPrice": 200000, "currency": "EUR", "date": "2026-01-05T00:00:00.000Z", "symbol": "HOUSE"}
             ]}
            """
        #expect(try await imported(export, into: sample).prices == 2)
        #expect(try await imported(export, into: sample).prices == 0)
        let row = try await sample.reports.positions(of: nil, sample.call).value.valuation.rows.first
        #expect(row?.value == (try money("210000.50 EUR")))
    }

    @Test func `rows that were entered by hand are known in a file with numbers (I6)`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        try await sample.instrument("U")
        try await sample.enter(.buy, "U", "10", on: "2026-01-05") { ($0.price, $0.fees) = ("10", "1.50") }
        let table = """
            id,date,type,instrument,units,price,currency,fees
            1,2026-01-05,Buy,U,10,10,EUR,1.5
            2,2026-01-05,Buy,U,10,10,EUR,1.5
            """
        let first = try await imported(table, into: sample)
        #expect(first.transactions.count == 1 && first.known == 1)
        #expect(try await imported(table, into: sample).known == 2)
    }

    @Test func `a wrong row, far down, is named and nothing is entered`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        var table = "Date;Type;Security;Quantity;Price\n"
        for index in 0..<2000 { table += "2026-01-0\(index % 9 + 1);Buy;ACME;1;1.234,50\n" }
        table += "2026-02-01;Swapped;ACME;1;1,00\n"
        do {
            _ = try await imported(table, into: sample)
            Issue.record("It was imported.")
        } catch let error as ImportError {
            guard case .rows(let rows, 1) = error else { throw error }
            #expect(rows.first?.line == 2002)
        }
        #expect(try await sample.store.read { try $0.all(PortfolioTransaction.self) }.isEmpty)
        #expect(try await sample.store.read { try $0.all(Instrument.self) }.isEmpty)
    }

    @Test func `a sale of more than is held brings in units of unknown cost where that is wanted (P9)`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        let table = "Date,Type,Security,Quantity,Price\n2026-02-01,Sell,ACME,5,10\n2026-01-01,Buy,ACME,2,8\n"
        await #expect(throws: PortfolioError.self) { _ = try await imported(table, into: sample) }
        let opened = try await imported(table, into: sample, opensMissing: true)
        #expect(opened.opened.map(\.units) == [Ratio(3)])
        let report = try await sample.reports.gains(of: nil, sample.call)
        #expect(!report.isComplete && report.value.gains.bound == .unknown)
        #expect(report.value.gains.net == (try money("4 EUR")))
    }

    @Test func `executions of one order have its number, and are all entered once (I6)`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        let titles = "id,date,type,instrument,units,price,currency\n"
        let rows = "1,2026-01-05,Buy,U,10,10,EUR\n1,2026-01-06,Buy,U,5,12,EUR\n"
        #expect(try await imported(titles + rows, into: sample).transactions.count == 2)
        let again = try await imported(titles + rows, into: sample)
        #expect(again.transactions.isEmpty && again.known == 2)
        // Another amount is another row, and the same one long after, too; the same one twice is one.
        let others = "1,2026-01-06,Buy,U,4,12,EUR\n1,2026-03-06,Buy,U,5,12,EUR\n1,2026-03-06,Buy,U,5,12,EUR\n"
        let more = try await imported(titles + others, into: sample)
        #expect(more.transactions.count == 2 && more.known == 1)
    }

    @Test func `units are opened once for each position and day, whatever is sold of it (P9)`() async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        let table = """
            Date,Type,Security,Quantity,Price
            2026-02-01,Sell,ACME,5,10
            2026-02-01,Buy,ACME,1,8
            2026-02-01,Sell,ACME,3,10
            2026-02-02,Sell,ACME,2,10
            2026-02-02,Sell,Other,2,10
            """
        let opened = try await imported(table, into: sample, opensMissing: true).opened
        #expect(opened.map(\.units) == [Ratio(7), Ratio(2), Ratio(2)])
        #expect(opened.map(\.day) == [try day("2026-02-01"), try day("2026-02-02"), try day("2026-02-02")])
        #expect(try await sample.reports.positions(of: nil, sample.call).value.valuation.rows.isEmpty)
    }

    @Test(arguments: ["", "7"])
    func `a row whose transaction was corrected is there already (I6)`(number: String) async throws {
        let sample = try ServiceSample()
        try await sample.portfolio("Broker")
        let table = "id,date,type,instrument,units,price,currency\n\(number),2026-01-05,Buy,U,10,10,EUR\n"
        let first = try #require(try await imported(table, into: sample).transactions.first)
        var correction = TransactionRequest()
        (correction.fees, correction.date, correction.units) = ("1", "2026-02-20", "9")
        _ = try await sample.service.correct("\(first.id)", correction, sample.call)
        let again = try await imported(table, into: sample)
        #expect(again.transactions.isEmpty && again.known == 1)
    }

    @Test func `rows that differ in what was settled are two`() async throws {
        let sample = try ServiceSample(rates: "from,to,rate,date\n")
        try await sample.portfolio("Broker")
        try await sample.instrument("U", "USD")
        let table = """
            date,type,instrument,units,total,currency,settled,settled currency
            2026-01-05,Buy,U,10,100.00,USD,90.00,EUR
            2026-01-05,Buy,U,10,100.00,USD,91.00,EUR
            """
        #expect(try await imported(table, into: sample).transactions.count == 2)
        #expect(try await imported(table, into: sample).known == 2)
    }
}
