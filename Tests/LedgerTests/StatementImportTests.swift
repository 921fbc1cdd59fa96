import FileFormats
import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// The import of bank files.
struct StatementImportTests {
    private func enter(
        _ text: String, in book: TestLedger, account: String? = "Bank", isTried: Bool = false,
        _ change: (inout StatementRequest) -> Void = { _ in }
    ) async throws -> Outcome<StatementImport> {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
        try Data(text.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        var request = StatementRequest(path: path.path)
        request.account = account
        change(&request)
        var today = try call("2026-05-20")
        today.isDryRun = isTried
        return try await StatementImportService(store: book.store, rates: nil).importStatement(request, today)
    }

    private static let may = """
        Date,Payee,Description,Amount,Category
        2026-05-03,Spar 4711,Card,-42.80,
        2026-05-04,Cafe X,Card,-3.50,Fun
        2026-05-04,Cafe X,Card,-3.50,Fun
        2026-05-05,ACME Ltd,May,3120.33,Unheard
        """

    @Test func `rows are entered once, linked with hand entries, and rules give categories`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-03-01")
        try await book.addCategories(["Food": .expense, "Fun": .expense, "Pay": .income])
        let hand = try await book.expense("Bank", "42.80", "Food", on: "2026-05-02", payee: "Spar")
        var fields = RuleService.Fields()
        (fields.name, fields.conditions, fields.settings) = (
            "Pay", ["payee contains acme"], ["category=Pay", "payee=ACME"]
        )
        _ = try await RuleService(store: book.store).add(fields, call("2026-05-20"))
        let trial = try await enter(Self.may, in: book, isTried: true)
        #expect(trial.value.rows.map(\.verdict) == [.linked, .new, .new, .new])
        #expect(try await book.balance("Bank") == money("957.20 EUR"))
        let first = try await enter(Self.may, in: book)
        #expect(first.value.rows.map(\.category) == [nil, "Fun", "Fun", "Pay"])
        #expect(first.warnings.map(\.code).contains("unknownCategories"))
        #expect(try await book.balance("Bank") == money("4070.53 EUR"))
        let again = try await enter(Self.may, in: book)
        #expect(again.value.rows.map(\.verdict) == [.duplicate, .duplicate, .duplicate, .duplicate])
        let linked = try await book.service.transaction(hand.uuidString)
        #expect(linked.transaction.payee == "Spar")
        #expect(linked.parts.map(\.path) == ["Food"])
        #expect(try linked.transaction.day == day("2026-05-02"))
        #expect(linked.booked.postings[0].status == .cleared)
        #expect(linked.booked.postings[0].importedText == "Spar 4711")
        // Rules twice are rules once, and what a person sets stays.
        let rules = RuleService(store: book.store)
        #expect(try await rules.apply([], in: nil, call("2026-05-20")).value.isEmpty)
        let pay = try #require(first.value.rows[3].transactionID)
        _ = try await book.service.categorise([pay.uuidString], as: "Fun", call("2026-05-20"))
        #expect(try await rules.apply([], in: nil, call("2026-05-20")).value.isEmpty)
        #expect(try await enter(Self.may, in: book).value.count(.duplicate) == 4)
        #expect(try await book.service.transaction(pay.uuidString).parts.map(\.path) == ["Fun"])
    }

    @Test func `a row that cannot be entered refuses the whole file`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-03-01")
        let before = try await book.store.read { try $0.revision() }
        for (row, word) in [
            ("2026-05-06,X,,12.3456,", "decimals"), ("2026-02-20,X,,-5,", "before"), ("2026-02-30,X,,-5,", "date"),
        ] {
            let error = await #expect(throws: (any Error).self) { try await enter(Self.may + "\n\(row)", in: book) }
            let message = error.map { "\($0)" } ?? ""
            #expect(message.contains(word), "\(row): \(message)")
        }
        await #expect(throws: LedgerError.accountNeeded) { try await enter(Self.may, in: book, account: nil) }
        #expect(try await book.store.read { try $0.revision() } == before)
    }

    @Test func `history from before the opening changes no later balance`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-05-04")
        let result = try await enter(Self.may, in: book) { $0.movesOpening = true }
        #expect(try result.value.accounts.map(\.account.opening) == [money("1042.80 EUR")])
        #expect(try await book.balance("Bank") == money("4113.33 EUR"))
    }

    @Test func `what left one account and reached another becomes one transfer, which later files find again`()
        async throws
    {
        let book = try await TestLedger("Bank EUR 1000 2026-03-01", "Savings EUR 0 2026-03-01")
        let (left, arrived) = (
            "Date,Payee,Amount\n2026-05-03,To savings,-300.00\n", "Date,Payee,Amount\n2026-05-05,From bank,300.00\n"
        )
        _ = try await enter(left, in: book)
        let second = try await enter(arrived, in: book, account: "Savings") { $0.pairs = true }
        #expect(second.value.pairs.count == 1)
        let listed = try await book.service.transactions(TransactionQuery(), call("2026-05-20")).value.transactions
        #expect(listed.map(\.kind) == [.transfer])
        #expect(try await enter(left, in: book).value.count(.duplicate) == 1)
        #expect(try await enter(arrived, in: book, account: "Savings").value.count(.duplicate) == 1)
        #expect(try await book.balance("Savings") == money("300 EUR"))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `a year in overlapping files is entered once, in any order`(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let rows = try (0..<80).map { index in
            (
                day: CalendarDay(dayNumber: try day("2025-05-01").dayNumber + index * 4),
                text: "\(generator.pick(["Spar", "Bus", "Bar"])),\(generator.pick(["-1.50", "-2.00", "12.34"]))"
            )
        }
        let book = try await TestLedger("Bank EUR 0 2025-01-01")
        let files = (0..<12).map { month in
            rows.filter { (month * 28 - 6...month * 28 + 34).contains($0.day.dayNumber - rows[0].day.dayNumber) }
        }
        for file in files.shuffled(using: &generator) + [files[3]] where !file.isEmpty {
            let text = "Date,Payee,Amount\n" + file.map { "\($0.day),\($0.text)" }.joined(separator: "\n") + "\n"
            _ = try await enter(text, in: book)
        }
        let covered = rows.filter { $0.day.dayNumber - rows[0].day.dayNumber <= 11 * 28 + 34 }
        let found = try await book.service.transactions(TransactionQuery(), call("2026-05-20")).value.transactions
        #expect(found.count == covered.count, "seed \(seed)")
    }
}
