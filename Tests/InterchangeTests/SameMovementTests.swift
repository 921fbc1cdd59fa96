import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// Each movement once, whatever the bank or a person changed of it (I6).
@Suite struct SameMovementTests {
    private let bench = ImportBench()

    private func ofx(_ rows: [(String, String, String, String)]) -> String {
        StatedBalanceTests.ofx(rows.map { (day: $0.0, amount: $0.1, id: $0.2, name: $0.3) })
    }

    private func correct(_ note: String, _ correction: AssetService.Correction) async throws {
        let transactions = try await bench.store.read { try $0.all(Transaction.self) }
        let id = try #require(transactions.first { $0.note == note }).id
        _ = try await AssetService(store: bench.store).correct(id.uuidString, correction, call(bench.today))
    }

    private func enter(_ asset: String, _ amount: String, _ day: String) async throws {
        let entry = AssetService.Entry(asset: asset, amount: amount, date: day)
        _ = try await AssetService(store: bench.store).enter(entry, call(bench.today))
    }

    @Test func `a number names a movement, whatever its wording and day`() async throws {
        try await bench.imports(
            ofx([("20260305", "-40.00", "B1", "CARD PENDING"), ("20260304", "100.00", "B0", "PLAN")]), as: "a.ofx",
            to: "Savings")
        let report = try await bench.imports(
            ofx([
                ("20260307", "-40.00", "B1", "SHOP LTD"), ("20260304", "100.00", "B0", "PLAN"),
                ("20260307", "5.00", "B2", "INTEREST"),
            ]), as: "b.ofx", to: "Savings"
        ).value
        #expect(report.count(.known) == 2)
        #expect(try await bench.balances == ["Savings 65.00 EUR"])
    }

    @Test func `different numbers are different movements`() async throws {
        try await bench.imports(ofx([("20260305", "-3.50", "N1", "BUS")]), as: "a.ofx", to: "Card")
        try await bench.imports(ofx([("20260305", "-3.50", "N2", "BUS")]), as: "b.ofx", to: "Card")
        #expect(try await bench.balances == ["Card -7.00 EUR"])
        // Some banks give a number twice.
        try await bench.imports(
            ofx([("20260306", "-1.00", "N3", "FEE"), ("20260306", "-2.00", "N3", "FEE")]), as: "c.ofx", to: "Card")
        #expect(try await bench.balances == ["Card -10.00 EUR"])
    }

    @Test func `a number that comes again much later is another movement, which is told`() async throws {
        try await bench.imports(ofx([("20260105", "-3.50", "1001", "BUS")]), as: "a.ofx", to: "Card")
        let outcome = try await bench.imports(ofx([("20260505", "-3.50", "1001", "TRAM")]), as: "b.ofx", to: "Card")
        #expect(try await bench.balances == ["Card -7.00 EUR"])
        #expect(outcome.warnings.contains { $0.code == "possiblyKnown" })
    }

    @Test func `what was corrected by hand is still the same`() async throws {
        let text = "Date,Amount,Note\n2026-05-04,300.00,STANDING ORDER 77\n2026-05-05,7.00,B\n2026-05-06,8.00,C\n"
        try await bench.imports(text, to: "Savings", "EUR")
        try await correct("STANDING ORDER 77", .init(note: "May plan"))
        try await correct("B", .init(date: "2026-05-20"))
        try await correct("C", .init(amount: "9"))
        let report = try await bench.imports(text, to: "Savings").value
        #expect(report.count(.known) == 3)
        #expect(try await bench.balances == ["Savings 316.00 EUR"])
    }

    @Test func `one month by CSV and the next by OFX`() async throws {
        try await bench.imports(
            "Date,Amount,Description\n2026-03-04,100.00,Savings Plan\n2026-03-05,-40.00,Shop\n", to: "Savings", "EUR")
        let report = try await bench.imports(
            ofx([("20260304", "100.00", "B0", "SAVINGS PLAN"), ("20260306", "-1.00", "B2", "FEE")]), as: "b.ofx",
            to: "Savings"
        ).value
        #expect(report.count(.known) == 1)
        #expect(try await bench.balances == ["Savings 59.00 EUR"])
    }

    @Test func `another column shown as the note changes nothing`() async throws {
        let text = "Date,Amount,Payee,Memo\n2026-03-04,100.00,Bank,plan\n"
        try await bench.imports(text, to: "Savings", "EUR")
        let report = try await bench.imports(text, to: "Savings") { $0.columns.titles = [.note: ["Payee"]] }.value
        #expect(report.count(.known) == 1)
    }

    @Test(arguments: [
        ("Payee,Memo", "Bank,plan", "plan"), ("Payee,Memo", "Bank,", "Bank"), ("Memo,Payee", ",Bank", "Bank"),
        ("Merchant", "Shop", "Shop"), ("Memo,Counterparty Name", ",Ana", "Ana"), ("Payee,Memo", ",", ""),
        ("Memo,Payer,Merchant", ",,Shop", "Shop"), ("Memo,Place", ",Town", ""),
    ])
    func `the other side of a movement is its note where it has no other one`(
        titles: String, cells: String, note: String
    ) async throws {
        let others = titles.split(separator: ",").map { _ in "x" }.joined(separator: ",")
        let text = "Date,Amount,\(titles)\n2026-03-01,-1.00,\(others)\n2026-03-04,100.00,\(cells)\n"
        let report = try await bench.imports(text, to: "Savings", "EUR").value
        #expect(report.rows.map { $0.note ?? "" } == ["x", note])
        let again = try await bench.imports(text, to: "Savings").value
        #expect(again.count(.known) == 2)
    }

    @Test func `a second currency leaves the account what it was`() async throws {
        let march = "Date,Account,Amount,Currency,Note\n2026-03-02,Wallet,100.00,EUR,plan\n"
        let april = march + "2026-04-15,Wallet,20.00,USD,gift\n"
        try await bench.imports(march)
        try await bench.imports(april)
        #expect(try await bench.balances == ["Wallet 100.00 EUR", "Wallet USD 20.00 USD"])
        let other = ImportBench()
        try await other.imports(april)
        let report = try await other.imports(march).value
        #expect(report.count(.known) == 1)
        #expect(try await other.balances == ["Wallet EUR 100.00 EUR", "Wallet USD 20.00 USD"])
    }

    @Test func `a file of another currency alone gets an asset of its own`() async throws {
        try await bench.imports("Date,Account,Amount,Currency\n2026-03-02,Wallet,100.00,EUR\n")
        try await bench.imports("Date,Account,Amount,Currency\n2026-04-02,Wallet,20.00,USD\n")
        #expect(try await bench.balances == ["Wallet 100.00 EUR", "Wallet USD 20.00 USD"])
    }

    @Test func `rows older than the opening balance are told`() async throws {
        try await bench.imports(
            "Date,Description,Amount\n2026-05-20,Opening balance,4200.00\n", to: "Savings", "EUR")
        let outcome = try await bench.imports(
            "Date,Amount,Note\n2026-03-02,100.00,plan\n2026-04-02,100.00,plan\n2026-06-02,1,x\n", to: "Savings")
        let warning = try #require(outcome.warnings.first { $0.code == "beforeOpening" })
        #expect(warning.message.contains("2 rows"))
    }

    @Test func `rows that the opening balance has in it move it before them`() async throws {
        try await bench.imports(
            "Date,Description,Amount\n2026-05-20,Opening balance,4200.00\n", to: "Savings", "EUR")
        let text = "Date,Amount,Note\n2026-03-02,100.00,plan\n2026-04-02,-150.50,rent\n2026-05-20,7,same day\n"
        let preview = try await bench.imports(text, to: "Savings", isDryRun: true) { $0.keepsBalances = true }
        #expect(preview.value.assets.map(\.balance.amountText) == ["4207.00"])
        let outcome = try await bench.imports(text, to: "Savings") { $0.keepsBalances = true }
        let warning = try #require(outcome.warnings.first { $0.code == "openingMoved" })
        #expect(warning.message.contains("4250.50 EUR on 2026-03-01"), "\(warning.message)")
        #expect(!outcome.warnings.contains { $0.code == "beforeOpening" })
        #expect(try await bench.balances == ["Savings 4207.00 EUR"])
        // Once more: all rows are there, and nothing moves.
        let again = try await bench.imports(text, to: "Savings") { $0.keepsBalances = true }
        #expect(again.value.count(.known) == 3 && again.warnings.isEmpty)
        #expect(try await bench.balances == ["Savings 4207.00 EUR"])
    }

    @Test func `an opening balance that was nothing but older rows goes`() async throws {
        try await bench.imports("Date,Description,Amount\n2026-05-20,Opening balance,100.00\n", to: "Savings", "EUR")
        let outcome = try await bench.imports("Date,Amount\n2026-03-02,100.00\n", to: "Savings") {
            $0.keepsBalances = true
        }
        #expect(outcome.warnings.map(\.code) == ["openingMoved"])
        #expect(try await bench.balances == ["Savings 100.00 EUR"])
    }

    @Test(arguments: [("2026-05-04", true), ("2026-05-01", true), ("2026-05-08", true), ("2026-05-09", false)])
    func `a twin that was entered by hand is told, and joined where the person says so`(
        _ day: String, _ isTwin: Bool
    ) async throws {
        try await bench.imports("Date,Amount\n2026-01-01,1.00\n", to: "Savings", "EUR")
        try await enter("Savings", "300", day)
        let text = "Date,Amount,Note\n2026-05-04,300.00,STANDING ORDER 77\n"
        let preview = try await bench.imports(text, to: "Savings", isDryRun: true)
        #expect(preview.value.rows.map(\.state) == [isTwin ? .twin : .added])
        #expect(preview.warnings.contains { $0.code == "possiblyKnown" } == isTwin)
        #expect(!preview.warnings.contains { $0.message.contains("Undo") }, "nothing is entered yet")
        let days = day == "2026-05-04" ? "the amount and the day are the same" : "the day nearly so"
        #expect(preview.warnings.contains { $0.message.contains(days) } == isTwin)
        let linked = try await bench.imports(text, to: "Savings") { $0.linksTwins = true }
        #expect(linked.value.count(.linked) == (isTwin ? 1 : 0))
        #expect(try await bench.balances == [isTwin ? "Savings 301.00 EUR" : "Savings 601.00 EUR"])
        #expect(try await bench.imports(text, to: "Savings").value.count(.known) == 1)
    }

    @Test func `two purchases of one day and amount`() async throws {
        let title = "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n"
        let first = title + "04/05/2026,Bakery,BREAD,CARD,-5.00,95.00,FOOD,\n"
        let second =
            title + "04/05/2026,Bus,RIDE,CARD,-5.00,90.00,TRAVEL,\n15/05/2026,Work,PAY,FPS,100.00,190.00,INCOME,\n"
        try await bench.imports(first, to: "Card") { $0.columns.dateOrder = .dayFirst }
        try await bench.imports(second, to: "Card") { $0.columns.dateOrder = .dayFirst }
        #expect(try await bench.balances == ["Card 190.00 GBP"])
        #expect(
            try await bench.imports(second, to: "Card") { $0.columns.dateOrder = .dayFirst }.value.count(.known) == 2)
    }

    @Test func `checking and savings of one number`() async throws {
        func statement(_ kind: String, _ amount: String, _ id: String, bank: String = "100200") -> String {
            "<STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>\(bank)<ACCTID>77<ACCTTYPE>\(kind)</BANKACCTFROM><BANKTRANLIST>"
                + "<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20260305<TRNAMT>\(amount)<FITID>\(id)<NAME>P</STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS>\n"
        }
        func file(_ parts: String...) -> String { "<OFX><BANKMSGSRSV1>\n\(parts.joined())</BANKMSGSRSV1></OFX>\n" }
        try await bench.imports(
            file(statement("CHECKING", "100.00", "F1"), statement("SAVINGS", "250.00", "F2")), as: "a.ofx")
        #expect(try await bench.balances == ["77 checking 100.00 EUR", "77 savings 250.00 EUR"])
        // In files of their own, and whatever the assets are called by then.
        let other = ImportBench()
        try await other.imports(file(statement("CHECKING", "100.00", "F1")), as: "a.ofx")
        try await other.imports(file(statement("SAVINGS", "250.00", "F2")), as: "b.ofx")
        try await other.imports(file(statement("CHECKING", "7.00", "F3", bank: "900")), as: "c.ofx")
        #expect(try await other.balances == ["77 100.00 EUR", "77 checking 7.00 EUR", "77 savings 250.00 EUR"])
        try await other.imports(
            file(statement("CHECKING", "100.00", "F1"), statement("SAVINGS", "1.00", "F9")), as: "d.ofx")
        #expect(try await other.balances.contains("77 savings 251.00 EUR"))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `overlapping statements of a year in any order are there once`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var movements: [(day: CalendarDay, cents: Int, number: String, text: String)] = []
        for index in 0..<120 {
            // Now and then the same is bought twice on a day.
            if index % 10 == 5, let last = movements.last {
                movements.append((last.day, last.cents, "N\(1000 + index)", last.text))
                continue
            }
            let day = try day("2025-07-01").adding(days: index * 3)
            let cents = Int.random(in: 1...40, using: &random) * 100 * (Bool.random(using: &random) ? 1 : -1)
            movements.append(
                (day, cents, "N\(1000 + index)", "Text \(Int.random(in: 0...3, using: &random)) \(index % 7)"))
        }
        let bench = ImportBench()
        try await bench.imports("Date,Amount,Description\n2025-06-01,1000.00,start\n", to: "Bank", "EUR")
        var edited = 0
        for month in (0..<12).shuffled(using: &random) {
            let start = max(0, month * 10 - 3)
            let part = movements[start..<min(120, month * 10 + 13)]
            if month.isMultiple(of: 2) {
                let rows = part.map { "\($0.day),\($0.cents / 100).00,\($0.text)" }
                // The last of random rows may be the sum of those above it.
                try await bench.imports("Date,Amount,Description\n" + rows.joined(separator: "\n"), to: "Bank") {
                    $0.columns.answers.ignoresBalances = true
                }
            } else {
                let rows = part.map {
                    (
                        day: $0.day.description.replacing("-", with: ""), amount: "\($0.cents / 100).00", id: $0.number,
                        name: $0.text.uppercased()
                    )
                }
                try await bench.imports(StatedBalanceTests.ofx(rows), as: "m.ofx", to: "Bank")
            }
            let all = try await bench.store.read { try $0.all(Transaction.self) }
            let one = try #require(all.randomElement(using: &random))
            var edit = AssetService.Correction(note: "edited \(month)")
            switch random.int(0...2) {
            case 0: edit.date = one.day.adding(days: random.int(1...5)).description
            case 1:
                let size = one.amount.isNegative ? one.amount.negated : one.amount
                edit.amount = try size.adding(money("3 EUR")).amountText
                edited += one.amount.isNegative ? -300 : 300
            default: break
            }
            _ = try await AssetService(store: bench.store).correct(one.id.uuidString, edit, call(bench.today))
        }
        let count = try await bench.store.read { try $0.all(Transaction.self).count }
        let sum = movements.reduce(100_000 + edited) { $0 + $1.cents }
        #expect(count == 121, "seed \(seed)")
        #expect(try await bench.balances == ["Bank \(sum / 100).00 EUR"], "seed \(seed)")
    }
}
