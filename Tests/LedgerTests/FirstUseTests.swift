import ExchangeRates
import FileFormats
import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Slips of a first use: each is named, or does no harm.
struct FirstUseTests {
    private static let chase = """
        Details,Posting Date,Description,Amount,Type
        DEBIT,05/10/2026,SHOP ONE,-10.00,DEBIT_CARD
        CREDIT,05/13/2026,PAYROLL,20.00,ACH_CREDIT
        DEBIT,05/14/2026,SHOP TWO,-30.00,DEBIT_CARD
        """

    private func payee(_ request: inout StatementRequest) {
        for column in ["payee=Description"].compactMap({ NamedColumn($0, for: .ledger) }) {
            request.columns.titles[column.role, default: []].append(column.title)
        }
    }

    @Test func `a file that is imported again with the payee in the column of the text adds nothing`() async throws {
        let book = try await TestLedger("Bank USD 100 2026-03-01")
        let first = try await book.enter(Self.chase).value
        #expect(first.count(.new) == 3)
        #expect(first.identifying == ["Details"])
        #expect(!first.unread.contains("Details"))
        let second = try await book.enter(Self.chase) { payee(&$0) }.value
        #expect(second.rows.map(\.verdict) == [.duplicate, .duplicate, .duplicate])
        #expect(try await book.balance("Bank") == money("80.00 USD"))
    }

    @Test func `rows that are possibly there are counted as they were entered, and named as a whole`() async throws {
        let book = try await TestLedger("Bank USD 100 2026-03-01")
        let other = "Date,Payee,Amount\n2026-05-10,A,-10.00\n2026-05-13,B,20.00\n2026-05-14,C,-30.00\n"
        _ = try await book.enter(Self.chase)
        let skipped = try await book.enter(other, isTried: true) { $0.skipsPossible = true }
        #expect(skipped.value.enteredCount == 0)
        #expect(skipped.value.skippedCount == 3)
        #expect(!skipped.warnings.map(\.code).contains("possiblyImported"))
        let entered = try await book.enter(other)
        #expect(entered.value.enteredCount == 3)
        let warning = try #require(entered.warnings.first { $0.code == "possiblyImported" })
        #expect(
            warning.message
                == "3 of 3 rows have the day and the amount of what was imported before: perhaps the file was, with other "
                + "columns.")
        #expect(warning.remedy == .ledgerSkipPossible)
    }

    @Test func `rows of days that have not come are named`() async throws {
        let book = try await TestLedger("Bank USD 100 2026-03-01")
        let found = try await book.enter("Date,Payee,Amount\n2026-03-20,A,-10.00\n2027-11-02,B,-12.50\n")
        #expect(
            found.warnings.map(\.message) == ["1 row is of a day that has not come: the last is 2027-11-02."])
    }

    @Test func `a total that is not that of the rows is named, and left out on request`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        let text = "Datum;Empfänger;Betrag\n10.05.2026;A;-10,00\n13.05.2026;B;-12,00\n;;Summe -25\n"
        let error = await #expect(throws: LedgerError.self) { try await book.enter(text) }
        #expect(
            error?.description.contains(
                "Line 4: it has no date, and states a total that is not the sum of the rows above it.") == true)
        let entered = try await book.enter(text) { $0.columns.answers.ignoresBalances = true }
        #expect(entered.value.enteredCount == 2)
        let exact = text.replacing("-25", with: "-22").replacing("10.05", with: "11.05")
        #expect(try await book.enter(exact).value.count(.new) == 1)
    }

    @Test func `the encoding of a file is kept with its columns`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func enter(_ day: String, _ change: (inout StatementRequest) -> Void) async throws -> Int {
            let path = folder.appending(path: "\(day).csv")
            let text = "Datum;Begünstigter / Auftraggeber;Betrag\n\(day);Bäcker;-12,50\n"
            try #require(text.data(using: .isoLatin1)).write(to: path)
            var request = StatementRequest(path: path.path)
            request.account = "Bank"
            change(&request)
            return try await StatementImportService(store: book.store, rates: nil)
                .importStatement(request, call("2026-05-20")).value.enteredCount
        }
        await #expect(throws: ImportError.self) { try await enter("13.04.2026") { _ in } }
        #expect(try await enter("14.04.2026") { ($0.encoding, $0.savingMapAs) = (.latin1, "giro") } == 1)
        #expect(try await enter("15.04.2026") { $0.map = "giro" } == 1)
        let listed = try await book.service.transactions(TransactionQuery(), call("2026-05-20")).value.transactions
        #expect(Set(listed.map(\.transaction.payee)) == ["Bäcker"])
    }

    @Test func `more that came back than was spent is named`() async throws {
        let book = try await TestLedger("Bank EUR 500 2026-03-01")
        try await book.addCategories(["Clothes": .expense])
        let spent = try await book.expense("Bank", "90", "Clothes", on: "2026-05-10", payee: "Zalando")
        func refund(_ amount: String) async throws -> [Warning] {
            var entry = LedgerService.Entry(.refund, account: "Bank", amount: amount, category: "Clothes")
            entry.refundOf = spent.uuidString
            return try await book.service.enter(entry, call("2026-05-20", at: 1_779_278_400)).warnings
        }
        let first = try await refund("60")
        #expect(first.isEmpty, "\(first)")
        #expect(
            try await refund("300").map(\.message) == [
                "360.00 EUR came back in all of the transaction of 2026-05-10, 'Zalando', of which 90.00 EUR was spent."
            ])
    }

    @Test func `a dry run checks the splits as the entry does`() async throws {
        let book = try await TestLedger("Bank EUR 500 2026-03-01")
        try await book.addCategories(["Clothes": .expense, "Gifts": .expense])
        var entry = LedgerService.Entry(.expense, account: "Bank", amount: "10")
        entry.splits = ["Clothes=3", "Gifts=5"]
        var today = try call("2026-05-20")
        today.isDryRun = true
        for call in [today, try call("2026-05-20")] {
            await #expect(throws: ValidationError.self) { try await book.service.enter(entry, call) }
        }
    }

    @Test func `several transactions are deleted as one change`() async throws {
        let book = try await TestLedger("Bank EUR 500 2026-03-01")
        let first = try await book.expense("Bank", "90", on: "2026-05-10")
        let second = try await book.expense("Bank", "10", on: "2026-05-10")
        let ids = [first.uuidString, second.uuidString]
        #expect(try await book.service.delete(ids, unlocks: false, call("2026-05-20")).value.count == 2)
        #expect(try await book.balance("Bank") == money("500.00 EUR"))
        #expect(try await book.store.read { try $0.journal(of: nil, limit: 1)[0].changes.count } == 6)
    }

    @Test func `rows and months with a missing rate are bounds like their totals`() throws {
        func flow(_ date: String, _ path: [String], _ amount: String, _ kind: Ledger.Category.Kind = .expense) throws
            -> Flow
        {
            Flow(day: try day(date), kind: kind, path: path, amount: try money(amount))
        }
        let flows = try [
            flow("2026-11-20", ["Clothes", "Shoes"], "-10 EUR"), flow("2026-11-10", ["Clothes", "Shirts"], "-30 USD"),
            flow("2026-11-20", ["Gifts"], "-10 EUR"), flow("2026-10-10", ["Gifts"], "-5 EUR"),
            flow("2026-10-10", ["Fees"], "-5 EUR"), flow("2026-11-11", ["Fees"], "2 USD"),
            flow("2026-10-11", ["Salary"], "7 EUR", .income),
        ]
        let report = try FlowReport(flows, in: .eur) { _, _ in .missing("no rate") }
        let bounds = Dictionary(uniqueKeysWithValues: report.rows.map { ($0.path.joined(separator: ":"), $0.bound) })
        #expect(
            bounds == [
                "Clothes": .atLeast, "Clothes:Shirts": .atLeast, "Clothes:Shoes": nil, "Gifts": nil, "Fees": .atMost,
                "Salary": nil,
            ])
        #expect(report.expenseBound == .unknown)
        #expect(report.months.map(\.expenseBound) == [nil, .unknown])
        #expect(report.months.map(\.netBound) == [nil, .unknown])
        #expect(report.months.map(\.incomeBound) == [nil, nil])
        let byMonth = try FlowReport(flows, in: .eur, by: .month) { _, _ in .missing("no rate") }
        #expect(byMonth.rows.filter { $0.kind == .expense }.map(\.bound) == [nil, .unknown])
    }
}
