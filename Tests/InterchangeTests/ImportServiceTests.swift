import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

@Suite struct ImportServiceTests {
    private let store = MemoryStore()

    private func call(isDryRun: Bool = false) throws -> Call {
        var call = try TestSupport.call("2026-07-01")
        call.isDryRun = isDryRun
        return call
    }

    private func importing(
        _ text: String, isDryRun: Bool = false, _ change: (inout ImportRequest) -> Void = { _ in }
    ) async throws -> ImportReport {
        let path = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var request = ImportRequest(path: path)
        change(&request)
        return try await ImportService(store: store).importTransactions(request, call(isDryRun: isDryRun)).value
    }

    private func transactions() async throws -> [String] {
        try await store.read { reader in
            let names = Dictionary(uniqueKeysWithValues: try reader.all(Asset.self).map { ($0.id, $0.name) })
            return try reader.all(Transaction.self).map {
                "\($0.day) \(names[$0.assetID] ?? "") \($0.amount) \($0.note ?? "-")"
            }
        }
    }

    static let german = """
        Datum;Konto;Betrag;Währung;Notiz
        20.05.2026;Sparbuch;1.250,00;EUR;Anfang
        01.06.2026;Sparbuch;250,50;EUR;"Juni; Rate"
        15.06.2026;Depot;-80,00;EUR;Abhebung
        """
    static let american = """
        Date,Account,Amount,Currency,Note
        05/20/2026,Sparbuch,"1,250.00",EUR,Anfang
        06/01/2026,Sparbuch,250.50,EUR,Juni; Rate
        06/15/2026,Depot,(80.00),EUR,Abhebung
        """

    @Test(arguments: [german, american, german.replacing(";", with: "\t").replacing("Juni\t", with: "Juni;")])
    func `a spreadsheet of somebody's savings`(_ text: String) async throws {
        let report = try await importing(text)
        #expect(report.count(.added) == 3)
        #expect(
            try await transactions() == [
                "2026-05-20 Sparbuch 1250.00 EUR Anfang", "2026-06-01 Sparbuch 250.50 EUR Juni; Rate",
                "2026-06-15 Depot -80.00 EUR Abhebung",
            ])
        #expect(
            report.assets.map { "\($0.asset.name) \($0.isNew) \($0.added) \($0.balance)" } == [
                "Sparbuch true 2 1500.50 EUR", "Depot true 1 -80.00 EUR",
            ])
        #expect(try await store.read { try $0.journal(of: nil, limit: nil).count } == 1)
    }

    @Test func `a file that is imported again adds what is new, and two equal rows stay two`() async throws {
        let text = "date,amount\n2026-05-01,5.00\n2026-05-01,5.00\n"
        func of(_ request: inout ImportRequest) { (request.asset, request.currency) = ("Cash", "EUR") }
        #expect(try await importing(text, of).count(.added) == 2)
        let again = try await importing(text + "2026-05-01,5.00\n2026-05-02,1.00\n", of)
        #expect(again.count(.known) == 2)
        #expect(again.count(.added) == 2)
        #expect(again.assets.first?.balance == (try Money("16", .eur)))
    }

    @Test func `one row that cannot be entered refuses all, with every line and reason`() async throws {
        let text = """
            date,account,amount,currency
            2026-05-01,A,5.00,EUR
            someday,A,5.00,EUR
            2026-05-02,A,five,EUR
            2026-05-03,A,5.00,DOGGO
            2026-05-03,A,5.00,EUR,more,cells
            2026-02-30,A,5.00,EUR
            2026-05-04,,5.00,EUR
            ,A,5.00,EUR
            2026-05-05,A,,EUR
            2026-05-06,A,123456789012345678901234567890123456789,EUR
            """
        let error = await #expect(throws: ImportError.self) { try await importing(text) }
        guard case .rows(let issues, count: 9) = error else { throw try #require(error) }
        #expect(issues.map(\.line) == [3, 4, 5, 6, 7, 8, 9, 10, 11])
        #expect(issues[0].message == "'someday' is not a date.")
        #expect(issues[3].message.contains("6 columns"))
        #expect(try await transactions().isEmpty)
        #expect(try await store.read { try $0.revision() } == 0)
        let preview = try await importing(text, isDryRun: true)
        #expect(preview.count(.refused) == 9)
        #expect(preview.rows.first { $0.line == 2 }?.state == .added)
        #expect(try await store.read { try $0.revision() } == 0)
    }

    @Test func `an asset keeps its currency`() async throws {
        let wallet = Asset(id: UUID(), name: "Wallet", currency: try currency("BTC"))
        try await store.write(anyCall) { try $0.insert(wallet) }
        let error = await #expect(throws: ImportError.self) {
            try await importing("date,amount,currency\n2026-05-01,1,EUR\n") { $0.asset = "Wallet" }
        }
        #expect(try #require(error).description.contains("is in EUR, but 'Wallet' is in BTC"))
        #expect(try await importing("date,amount\n2026-05-01,0.00000001\n") { $0.asset = "Wallet" }.count(.added) == 1)
    }

    @Test(arguments: [
        ("date,amount\n2026-05-01,5.00\n", "USD", "It is in USD, but 'Cash' is in EUR"),
        ("date,amount\n2026-05-01,$5.00\n", nil, "'$' stands beside its amount, but 'Cash' is in EUR"),
        ("date,amount,currency\n2026-05-01,$5.00,EUR\n", nil, "'$' stands beside"),
        ("date,amount,currency\n2026-05-01,5.00 GBP,EUR\n", nil, "'GBP' stands beside"),
        ("date,amount\n2026-05-01,£5.00\n", nil, "It is in GBP, but 'Cash' is in EUR"),
        ("date,amount (USD)\n2026-05-01,5.00\n", nil, "It is in USD, but 'Cash' is in EUR"),
    ])
    func `an amount of another currency is never taken for the asset's`(
        _ text: String, _ code: String?, _ reason: String
    ) async throws {
        let cash = Asset(id: UUID(), name: "Cash", currency: .eur)
        try await store.write(anyCall) { try $0.insert(cash) }
        let error = await #expect(throws: ImportError.self) {
            try await importing(text) { ($0.asset, $0.currency) = ("Cash", code) }
        }
        #expect(try #require(error).description.contains(reason), "\(text)")
        #expect(try await importing("date,amount\n2026-05-01,5.00 €\n") { $0.asset = "Cash" }.count(.added) == 1)
    }

    @Test func `what is imported for an address adds to its balance, which is said`() async throws {
        let cold = Asset(
            id: UUID(), name: "Cold", currency: try currency("BTC"), chain: "bitcoin",
            address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")
        try await store.write(anyCall) { try $0.insert(cold) }
        let path = FileManager.default.temporaryDirectory.appending(path: "import-\(UUID().uuidString)").path
        try Data("date,amount\n2026-05-01,0.5\n".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var request = ImportRequest(path: path)
        request.asset = "Cold"
        let outcome = try await ImportService(store: store).importTransactions(request, call())
        #expect(outcome.warnings.map(\.code) == ["addsToSource"])
    }

    @Test(arguments: [("{\"rows\":[]}", "JSON"), (" [1,2]", "JSON"), ("<html><table>", "HTML or XML")])
    func `what is no table is called by its name`(_ text: String, _ kind: String) async throws {
        await #expect(throws: ImportError.otherKind(of: kind)) { try await importing(text) }
    }

    @Test func `what comes in and what goes out in columns of their own`() async throws {
        let text =
            "Date,Description,Paid out,Paid in,Balance\n01/02/2026,Shop,12.50,,87.50\n28/02/2026,Pay,,100.00,187.50\n"
        let report = try await importing(text) { ($0.asset, $0.currency) = ("Current", "GBP") }
        #expect(report.unread.isEmpty)
        #expect(
            try await transactions() == [
                "2026-01-31 Current 100.00 GBP -", "2026-02-01 Current -12.50 GBP Shop",
                "2026-02-28 Current 100.00 GBP Pay",
            ])
    }

    @Test func `what has two readings is asked for`() async throws {
        func of(_ request: inout ImportRequest) { (request.asset, request.currency) = ("Cash", "EUR") }
        await #expect(throws: ImportError.ambiguousDate("03/04/2026", line: 2)) {
            try await importing("date,amount\n03/04/2026,5.00\n", of)
        }
        await #expect(throws: ImportError.ambiguousNumber("1.234", line: 2)) {
            try await importing("date,amount\n2026-04-03,1.234\n", of)
        }
        await #expect(throws: ImportError.mixedNumbers(lines: [2, 3])) {
            try await importing("date;amount\n2026-04-03;1.5\n2026-04-03;1,5\n", of)
        }
        await #expect(throws: ImportError.mixedDates(lines: [2, 3])) {
            try await importing("date,amount\n13/04/2026,5.00\n04/13/2026,5.00\n", of)
        }
        let report = try await importing("date,amount\n03/04/2026,1.234\n") { request in
            of(&request)
            (request.columns.dateOrder, request.columns.decimalMark) = (.monthFirst, .comma)
        }
        #expect(report.rows.map(\.amount) == [try Money("1234", .eur)])
        #expect(try await transactions() == ["2026-03-04 Cash 1234.00 EUR -"])
    }

    @Test func `columns by name, and a mapping that is saved and used again`() async throws {
        let text = "When;What;Sum\n2026-05-01;a;1,5\n"
        func of(_ request: inout ImportRequest) { (request.asset, request.currency) = ("Cash", "EUR") }
        await #expect(throws: ImportError.columnNeeded(.date, columns: ["When", "What", "Sum"])) {
            try await importing(text, of)
        }
        _ = try await importing(text) { request in
            of(&request)
            request.columns.titles = [.date: ["When"], .amount: ["Sum"], .note: ["What"]]
            request.savingMapAs = "bank"
        }
        let later = try await importing("Sum;More;When;What\n1.000,25;x;2026-06-01;b\n") { request in
            of(&request)
            request.map = "bank"
        }
        #expect(later.count(.added) == 1)
        #expect(try await transactions().last == "2026-06-01 Cash 1000.25 EUR b")
        await #expect(throws: ImportError.unknownMap("Bank", known: ["bank"])) {
            try await importing(text) { $0.map = "Bank" }
        }
        await #expect(throws: ImportError.noColumn("Sume", columns: ["When", "What", "Sum"])) {
            try await importing(text) { $0.columns.titles = [.amount: ["Sume"]] }
        }
    }

    @Test func `a saved mapping knows no reading that its file did not show`() async throws {
        func of(_ request: inout ImportRequest) { (request.asset, request.currency) = ("Cash", "EUR") }
        let first = try await importing("date,amount\n2026-05-01,5\n") { request in
            of(&request)
            request.savingMapAs = "bank"
        }
        #expect(first.mapping?.decimalMark == nil && first.mapping?.dateOrder == nil)
        func later(_ row: String, _ change: (inout ImportRequest) -> Void = { _ in }) async throws -> ImportReport {
            try await importing("date,amount\n\(row)\n") { request in
                of(&request)
                request.map = "bank"
                change(&request)
            }
        }
        await #expect(throws: ImportError.ambiguousDate("03/04/2026", line: 2)) { try await later("03/04/2026,5") }
        await #expect(throws: ImportError.ambiguousNumber("1.234", line: 2)) { try await later("2026-05-02,1.234") }
        let said = try await later("03/04/2026,6") { request in
            request.columns.dateOrder = .monthFirst
            request.savingMapAs = "bank"
        }
        #expect(said.rows.map(\.day) == [try CalendarDay("2026-03-04")])
        #expect(try await later("03/05/2026,7").rows.map(\.day) == [CalendarDay("2026-03-05")])
    }

    @Test(arguments: ["date,amount,amount\n2026-05-01,5,6\n", "amount,date,x,date\n5,2026-05-01,y,2026-05-02\n"])
    func `of two columns with one title none is taken`(_ text: String) async throws {
        let error = await #expect(throws: ImportError.self) {
            try await importing(text) { ($0.asset, $0.currency) = ("Cash", "EUR") }
        }
        #expect(error?.code == "import.sameTitle")
        let report = try await importing("x,date,amount,x\n1,2026-05-01,5,2\n") {
            ($0.asset, $0.currency) = ("Cash", "EUR")
        }
        #expect(report.count(.added) == 1)
    }

    @Test func `lines above the header and tables without one`() async throws {
        let text =
            "Konto;DE12\n\nBuchungstag;Valuta;Verwendungszweck;Umsatz in EUR\n03.04.2026;04.04.2026;Miete;-800,00\n"
        let report = try await importing(text) { $0.asset = "Giro" }
        #expect(report.mapping?.titleCurrency == "EUR")
        #expect(report.unread == ["Valuta"])
        _ = try await importing("2026-05-01,x,7.25\n2026-05-02,y,-1\n") { request in
            request.asset = "Giro"
            request.columns.titles = [.date: ["1"], .amount: ["3"]]
        }
        #expect(
            try await transactions() == [
                "2026-04-03 Giro -800.00 EUR Miete", "2026-05-01 Giro 7.25 EUR -", "2026-05-02 Giro -1.00 EUR -",
            ])
    }

    @Test func `an account with several currencies becomes an asset for each`() async throws {
        let text = "date,account,amount,currency\n2026-06-02,Revolut,10,USD\n2026-06-02,Revolut,20,EUR\n"
        let report = try await importing(text)
        #expect(report.assets.map(\.asset.name) == ["Revolut USD", "Revolut EUR"])
        #expect(try await importing(text).count(.known) == 2)
    }

    @Test func `rows of a day keep the order of the file, also when the newest comes first`() async throws {
        func of(_ name: String) -> (inout ImportRequest) -> Void { { ($0.asset, $0.currency) = (name, "EUR") } }
        let rows = (0..<20).map { "2026-05-01,\($0 + 1).00" }
        _ = try await importing((["date,amount"] + rows + ["2026-05-02,99.00"]).joined(separator: "\n"), of("A"))
        _ = try await importing(
            (["date,amount", "2026-05-02,99.00"] + rows.reversed()).joined(separator: "\n"), of("B"))
        let expected = try (0..<20).map { try Money("\($0 + 1)", .eur) } + [Money("99", .eur)]
        for name in ["A", "B"] {
            let amounts = try await store.read { reader in
                try reader.transactions(of: reader.find(Asset.self, named: name).id).map(\.amount)
            }
            #expect(amounts == expected, "\(name)")
        }
    }
}
