import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Tables of somebody's savings, as the usual programs write them, are in the store after at most one more option.
@Suite struct SpreadsheetTests {
    private let store = MemoryStore()

    private func importing(
        _ bytes: [UInt8], _ change: (inout ImportRequest) -> Void = { _ in }
    ) async throws -> Outcome<ImportReport> {
        let path = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString).csv").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var request = ImportRequest(path: path)
        change(&request)
        return try await ImportService(store: store).importTransactions(request, call("2026-07-01"))
    }

    private func balances(_ report: ImportReport) -> [String] {
        report.assets.map { "\($0.asset.name) \($0.added) \($0.balance)" }
    }

    @Test func `LibreOffice in German, in either encoding`() async throws {
        let text = """
            Datum;Konto;Betrag;Währung;Notiz\r
            01.03.2026;Tagesgeld;1.250,00;EUR;Gehalt\r
            15.03.2026;Tagesgeld;-80,5;EUR;"Fahrrad; neu"\r
            02.04.2026;Notgroschen;300,00 €;EUR;\r
            """
        let latin = text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8(truncatingIfNeeded: $0.value) }
        let error = await #expect(throws: ImportError.notText(line: 1)) { try await importing(latin) }
        #expect(error?.remedy == .giveEncoding)
        let expected = ["Tagesgeld 2 1169.50 EUR", "Notgroschen 1 300.00 EUR"]
        #expect(balances(try await importing(latin) { $0.encoding = .latin1 }.value) == expected)
        // The same file in the other encoding is known.
        let again = try await importing(Array(text.utf8)).value
        #expect(again.count(.known) == 3 && again.count(.added) == 0)
    }

    @Test func `Numbers with lines above the table`() async throws {
        let text = """
            Savings 2026,,,,
            exported on May 3,,,,
            ,,,,
            Date,Account,Amount,Currency,Note
            3/1/26,Emergency fund,"$1,250.00",USD,March
            3/15/26,Emergency fund,$(80.50),USD,bike
            "Apr 2, 2026",House,$300.00,USD,
            """
        #expect(
            balances(try await importing(Array(text.utf8)).value) == [
                "Emergency fund 2 1169.50 USD", "House 1 300.00 USD",
            ])
    }

    @Test func `Excel's Unicode text`() async throws {
        let text = "Date\tAccount\tAmount\tCurrency\tNote\r\n2026-03-01\tSavings\t1,250.00\tUSD\tMärz\r\n"
        let bytes: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(balances(try await importing(bytes).value) == ["Savings 1 1250.00 USD"])
    }

    @Test(arguments: [",Total,1169.50,EUR,", "Summe,,\"1,169.50\",,", ",,1169.5,,"])
    func `the sum at the end is left out, and it is said`(_ last: String) async throws {
        let text = """
            Date,Account,Amount,Currency,Note
            2026-03-01,Savings,1250.00,EUR,March
            2026-03-15,Savings,-80.50,EUR,bike
            \(last)
            """
        let outcome = try await importing(Array(text.utf8))
        #expect(balances(outcome.value) == ["Savings 2 1169.50 EUR"])
        #expect(outcome.warnings.map(\.message) == ["Line 4 is the sum of the rows above it, and is not read."])
        // Another number, or another row behind it, is a row that cannot be read.
        for wrong in [
            text.replacing("1169", with: "1168").replacing("1,169", with: "1,168"),
            text + "\n2026-04-01,Savings,1,EUR,",
        ] {
            let error = await #expect(throws: ImportError.self) { try await importing(Array(wrong.utf8)) }
            #expect(error?.description.hasPrefix("Line 4: ") == true, "\(wrong)")
        }
    }

    @Test func `accounts that are no assets yet, without a currency`() async throws {
        let text = "Date,Account,Amount,Note\n2026-03-01,Piggy bank,50,start\n2026-03-15,Mattress,20.5,\n"
        let error = await #expect(throws: ImportError.currencyNeeded(accounts: ["Mattress", "Piggy bank"])) {
            try await importing(Array(text.utf8))
        }
        #expect(error?.remedy == .giveCurrency)
        #expect(try await store.read { try $0.revision() } == 0)
        let report = try await importing(Array(text.utf8)) { $0.currency = "EUR" }.value
        #expect(balances(report) == ["Piggy bank 1 50.00 EUR", "Mattress 1 20.50 EUR"])
    }

    @Test func `a column of accounts with a title of its own is named`() async throws {
        let text = Array("Day,Jar,Saved (EUR)\n1 Mar 2026,House,1250.00\n15 Mar 2026,Car,80.50\n".utf8)
        let error = await #expect(throws: ImportError.assetNeeded(unread: ["Jar"])) { try await importing(text) }
        #expect(error?.remedy == .nameAssetOrColumn)
        let report = try await importing(text) { $0.columns.titles = [.account: ["Jar"]] }.value
        #expect(balances(report) == ["House 1 1250.00 EUR", "Car 1 80.50 EUR"])
        // Where no row can be read, that is what is said.
        let wrong = await #expect(throws: ImportError.self) {
            try await importing(Array("Date,Amount\n2026-13-45,5\n".utf8))
        }
        #expect(wrong?.description == "Line 2: '2026-13-45' is not a date.")
    }

    @Test func `who asks for no rows gets the same numbers`() async throws {
        let text = Array(
            "Date,Account,Amount,Currency\n2026-03-01,A,5,EUR\n2026-03-01,A,0,EUR\n2027-01-01,A,7,EUR\n".utf8)
        let outcome = try await importing(text) { $0.listsRows = false }
        #expect(outcome.value.rows.isEmpty)
        #expect(outcome.value.count(.added) == 2 && outcome.value.count(.empty) == 1)
        #expect(balances(outcome.value) == ["A 2 5.00 EUR"])
        #expect(outcome.warnings.map(\.code) == ["future"])
        let again = try await importing(text) { $0.listsRows = false }.value
        #expect(again.count(.known) == 2 && balances(again) == ["A 0 5.00 EUR"])
    }
}
