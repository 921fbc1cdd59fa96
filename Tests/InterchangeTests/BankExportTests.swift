import Foundation
import Models
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Tables with the marks that banks leave in them: rows of the day, notices, states in a column of another title.
@Suite struct BankExportTests {
    private let bench = ImportBench()

    @Test(arguments: ["13 Mar 26", "13 Mar 2026", "Mar 13, 2026", "13-Mar-26", "13 Mar'26"])
    func `QIF with the name of a month`(_ date: String) async throws {
        let report = try await bench.imports(
            "!Type:Bank\nD\(date)\nT-5.00\nPShop\n^\n", as: "a.qif", to: "Giro", "EUR"
        ).value
        #expect(report.rows.map(\.day) == [try CalendarDay("2026-03-13")])
    }

    @Test func `letters of another encoding are named before anything else`() async throws {
        let text = "Buchungstag;Verwendungszweck;Betrag\r\n\"01.06.26\";\"Köln\";\"-1,00\"\r\n"
        let bytes = try #require(text.data(using: .isoLatin1))
        await #expect(throws: ImportError.notText(line: 2)) {
            try await bench.imports(bytes, as: "umsatz.csv", to: "Giro", "EUR")
        }
    }

    @Test func `a row of the day has a space for its balance`() async throws {
        let text = """
            Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
            DEBIT,06/16/2026,COFFEE,-6.45,DEBIT_CARD, ,,
            DEBIT,06/13/2026,ZELLE,-120.00,QUICKPAY_DEBIT,873.55,,
            DEBIT,06/12/2026,FEE,-6.45,FEE_TRANSACTION,993.55,,
            """
        let report = try await bench.imports(text, to: "Checking", "USD").value
        #expect(report.mapping?.columns[.balance] == ["Balance"])
        // It is not booked yet, as the others' balances show.
        #expect(report.rows.map(\.state) == [.leftOut, .added, .added])
        #expect(try await bench.balances == ["Checking 873.55 USD"])
    }

    @Test func `a German savings bank marks pending rows in a column Info`() async throws {
        let text = """
            "Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Betrag";"Waehrung";"Info"
            "DE00";"17.06.26";"18.06.26";"KARTENZAHLUNG";"REWE";"-43,17";"EUR";"Umsatz vorgemerkt"
            "DE00";"13.06.26";"13.06.26";"LOHN  GEHALT";"Lohn";"2.345,67";"EUR";"Umsatz gebucht"
            """
        let report = try await bench.imports(text, to: "Giro").value
        #expect(try await bench.balances == ["Giro 2345.67 EUR"])
        #expect(report.count(.leftOut) == 1)
    }

    @Test func `a column Info with other texts is no state`() async throws {
        let text = """
            "Buchungstag";"Betrag";"Waehrung";"Info"
            "17.06.26";"-43,17";"EUR";"Umsatz vorgemerkt"
            "13.06.26";"2.345,67";"EUR";"Danke"
            """
        let report = try await bench.imports(text, to: "Giro").value
        #expect(report.mapping?.columns[.state] == nil)
    }

    @Test(arguments: ["CANCELLED", "Pending"])
    func `what moved nothing needs neither a day nor an amount`(_ state: String) async throws {
        let text = """
            Date,Amount,Status
            2026-06-03,-12.40,COMPLETED
            ,-49.50,\(state)
            2026-06-04,,\(state)
            2026-06-08,100.00,COMPLETED
            """
        let report = try await bench.imports(text, to: "Wallet", "EUR").value
        #expect(try await bench.balances == ["Wallet 87.60 EUR"])
        #expect(report.count(.leftOut) == 2)
        #expect(report.rows.filter { $0.state == .leftOut }.allSatisfy { $0.reason?.contains(state) == true })
        #expect(report.count(.refused) == 0)
    }

    @Test func `pending rows that are to be entered need both`() async throws {
        let text = "Date,Amount,Status\n2026-06-03,-12.40,COMPLETED\n,-49.50,Pending\n2026-06-08,1.00,COMPLETED\n"
        let problem = try await bench.problem(text, to: "Wallet", "EUR") { $0.columns.answers.countsPending = true }
        #expect(problem?.code == "import.rows")
    }

    @Test func `a preview asks for the currency that no row names`() async throws {
        let text = "Date,Amount\n2026-06-03,-12.40\n2026-06-04,5.00\n"
        await #expect(throws: ImportError.currencyNeeded(accounts: ["Giro"])) {
            try await bench.imports(text, to: "Giro", isDryRun: true)
        }
    }

    @Test(arguments: ["", " \n\n"])
    func `an empty file has no transactions`(_ text: String) async throws {
        #expect(try await bench.problem(text, to: "Giro", "EUR") == .nothing)
    }

    @Test func `balances of a statement are told with their decimals`() {
        var totals = StatementTotals()
        totals.open("3702.68", line: 2)
        totals.add("-19")
        totals.add("-1.4")
        totals.close("3692.50", line: 5)
        let message = totals.question?.message ?? ""
        #expect(message.contains("from 3702.68 in line 2 to 3692.50 in line 5"), "\(message)")
        #expect(message.contains("sum to -20.40"), "\(message)")
        var yen = StatementTotals()
        yen.open("5000", line: 2)
        yen.close("6000", line: 3)
        #expect(yen.question?.message.contains("from 5000 in line 2 to 6000 in line 3, but its rows sum to 0:") == true)
    }
}
