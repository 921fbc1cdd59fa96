import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// What a person entered stays through rules, categories and the end of accounts.
struct NothingLostTests {
    private let today = "2026-05-20"

    private func apply(_ book: TestLedger, _ condition: String, _ setting: String) async throws {
        var fields = RuleService.Fields()
        (fields.name, fields.conditions, fields.settings) = (condition, [condition], [setting])
        let rules = RuleService(store: book.store)
        _ = try await rules.add(fields, call(today))
        _ = try await rules.apply([], in: nil, call(today))
    }

    @Test func `rules leave the payee of a repeated transaction`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        let first = try await book.enter("Date,Payee,Description,Amount\n2026-05-10,SPAR 123,Thank you,-10.00\n")
        let id = try #require(first.value.rows[0].transactionID)
        let copy = try await book.service.repeat(id.uuidString, amount: nil, date: nil, call(today))
        try await apply(book, "payee contains zzz", "tag=z")
        let kept = try await book.service.transaction(copy.value.listed.transaction.id.uuidString)
        #expect(kept.transaction.payee == "SPAR 123")
    }

    @Test func `rules see the payee that a person gave, also of what a bank knows`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        try await book.addCategories(["Food": .expense])
        let id = try await book.expense("Bank", "10", on: "2026-05-10", payee: "Spar")
        try await apply(book, "payee is spar", "category=Food")
        _ = try await book.enter("Date,Payee,Amount\n2026-05-10,VISA 0815 BERLIN,-10.00\n")
        _ = try await RuleService(store: book.store).apply([], in: nil, call(today))
        let listed = try await book.service.transaction(id.uuidString)
        #expect(listed.parts.map(\.path) == ["Food"])
        #expect(listed.transaction.payee == "Spar")
    }

    @Test(arguments: ["Müller & Co", "A-B Shop", "AMZN Mktp DE*1X Books", "4711", "Spar", "漢"])
    func `the rule that a review proposes finds the payee`(payee: String) async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        try await book.addCategories(["Food": .expense])
        let id = try await book.expense("Bank", "10", on: "2026-05-10", payee: payee)
        let item = try await ReviewService(store: book.store).items(call(today)).first
        try await apply(book, try #require(item?.condition), "category=Food")
        #expect(try await book.service.transaction(id.uuidString).parts.map(\.path) == ["Food"])
    }

    @Test func `rules that name an account follow its name`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        try await book.addCategories(["Food": .expense])
        let id = try await book.expense("Bank", "10", on: "2026-05-10")
        try await apply(book, "account is bank", "category=Food")
        var fields = AccountFields()
        fields.name = "Giro"
        _ = try await AccountService(store: book.store).edit("Bank", fields, call(today))
        _ = try await RuleService(store: book.store).apply([], in: nil, call(today))
        #expect(try await book.service.transaction(id.uuidString).parts.map(\.path) == ["Food"])
    }

    @Test func `a category replaces no splits`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        try await book.addCategories(["Pay": .income, "Tax": .expense, "Food": .expense])
        var pay = LedgerService.Entry(.income, account: "Bank", amount: "80")
        (pay.splits, pay.date) = (["Pay=100", "Tax=-20"], "2026-05-10")
        let id = try await book.service.enter(pay, call(today)).value.listed.transaction.id.uuidString
        await #expect(throws: LedgerError.splitsReplaced(2)) {
            try await book.service.categorise([id], as: "Food", call(today))
        }
        var correction = LedgerService.Correction()
        correction.category = "Food"
        await #expect(throws: RequestError.self) { try await book.service.correct(id, correction, call(today)) }
        #expect(try await book.service.transaction(id).parts.map(\.path) == ["Pay", "Tax"])
    }

    @Test func `a closed account keeps its balance`() async throws {
        let book = try await TestLedger("A EUR 100 2026-03-01", "B EUR 0 2026-03-01")
        let id = try await book.expense("A", "30", on: "2026-05-10").uuidString
        _ = try await AccountService(store: book.store).close("A", transferTo: "B", call(today))
        var correction = LedgerService.Correction()
        correction.amount = "20"
        await #expect(throws: LedgerError.accountClosed("A")) {
            try await book.service.correct(id, correction, call(today))
        }
        await #expect(throws: LedgerError.accountClosed("A")) {
            try await book.service.delete(id, unlocks: false, call(today))
        }
        #expect(try await book.balance("A") == money("0.00 EUR"))
    }

    @Test func `a transfer stays in its other account when one is deleted`() async throws {
        let book = try await TestLedger("A EUR 100 2026-03-01", "B EUR 0 2026-03-01")
        try await book.addCategories(["Fees": .expense])
        for (from, to) in [("A", "B"), ("B", "A")] {
            var transfer = LedgerService.Transfer(from: from, to: to, amount: "51")
            (transfer.date, transfer.fee, transfer.feeCategory) = ("2026-05-10", "1", "Fees")
            _ = try await book.service.transfer(transfer, call(today))
        }
        _ = try await AccountService(store: book.store).delete("A", withTransactions: true, call(today))
        #expect(try await book.balance("B") == money("-1.00 EUR"))
        let left = try await book.service.transactions(TransactionQuery(), call(today)).value.transactions
        #expect(
            Set(left.map { $0.parts.map { "\($0.path ?? "-") \($0.amount)" } }) == [
                ["- 50.00 EUR"], ["- -50.00 EUR", "Fees -1.00 EUR"],
            ])
    }

    @Test func `a statement is of an open account and clears what the account has`() async throws {
        let book = try await TestLedger("A EUR 100 2026-05-01", "B EUR 0 2026-03-01")
        let other = try await book.expense("B", "1", on: "2026-05-10").uuidString
        let service = ReconciliationService(store: book.store)
        await #expect(throws: LedgerError.self) {
            try await service.reconcile(.init(account: "A", statement: "100", day: "2026-04-01"), call(today))
        }
        var request = ReconciliationService.Request(account: "A", statement: "100", day: "2026-05-12")
        request.cleared = [other]
        await #expect(throws: LedgerError.nothingToClear(other, account: "A", try day("2026-05-12"))) {
            try await service.reconcile(request, call(today))
        }
    }
}
