import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Transactions, transfers and categories (G1 to G4, G8).
struct LedgerServiceTests {
    private func details(_ error: (any Error)?) -> [String] { (error as? any Problem)?.details.map(\.code) ?? [] }

    @Test func `a payslip has splits of both signs`() async throws {
        let book = try await TestLedger("Bank EUR 0 2026-01-01")
        try await book.addCategories(["Salary": .income, "Tax": .expense])
        var entry = LedgerService.Entry(.income, account: "Bank", amount: "3120.33")
        entry.splits = ["Salary=4000", "Tax=-879.67"]
        let listed = try await book.service.enter(entry, call("2026-05-20")).value.listed
        #expect(listed.kind == .mixed)
        #expect(try listed.parts.map(\.amount) == [money("4000 EUR"), money("-879.67 EUR")])
        entry.splits = ["Salary=4000", "Tax=-879.66"]
        let off = entry
        let error = await #expect(throws: ValidationError.self) {
            try await book.service.enter(off, call("2026-05-20"))
        }
        #expect(error?.description.contains("-0.01 EUR") ?? false)
    }

    @Test func `an entry is refused with everything that is wrong with it`() async throws {
        let book = try await TestLedger("Bank EUR 0 2026-01-01")
        var entry = LedgerService.Entry(.expense, account: "Bnk", amount: "x", category: "Foo")
        entry.date = "2026-02-30"
        let wrong = entry
        let error = await #expect(throws: RequestError.self) { try await book.service.enter(wrong, call("2026-05-20")) }
        #expect(error?.details.map(\.field) == ["account", "date", "amount", "split"])
    }

    @Test(arguments: [
        ("0", "2026-05-01", "zero"), ("-5", "2026-05-01", "ledger.signedAmount"),
        ("1.005", "2026-05-01", "number.ambiguous"),
        ("5", "2025-12-31", "ledger.beforeOpening"), ("5", "9999-01-01", "ledger.dayTooFar"),
        ("0.001", "2026-05-01", "tooPrecise"),
        ("99999999999999999999999999999999999999", "2026-05-01", "tooLarge"),
    ])
    func `bad amounts and days are refused, and nothing is written`(amount: String, date: String, code: String)
        async throws
    {
        let book = try await TestLedger("Bank EUR 0 2026-01-01")
        let before = try await book.store.read { try $0.revision() }
        let error = await #expect(throws: (any Error).self) {
            try await book.expense("Bank", amount, on: date)
        }
        #expect(
            details(error).contains { $0.hasSuffix(code.split(separator: ".").last ?? "") },
            "\(String(describing: error))")
        #expect(try await book.store.read { try $0.revision() } == before)
    }

    @Test func `income with a category for expense is refused with the word that fits`() async throws {
        let book = try await TestLedger("Bank EUR 0 2026-01-01")
        try await book.addCategories(["Food": .expense])
        let entry = LedgerService.Entry(.income, account: "Bank", amount: "5", category: "Food")
        let error = await #expect(throws: RequestError.self) { try await book.service.enter(entry, call("2026-05-20")) }
        #expect(error?.code == "ledger.wrongWord")
        let refund = LedgerService.Entry(.refund, account: "Bank", amount: "5", category: "Food")
        #expect(try await book.service.enter(refund, call("2026-05-20")).value.listed.kind == .refund)
    }

    @Test func `a transfer across currencies has an implied rate without the fee`() async throws {
        let book = try await TestLedger("Bank EUR 2000 2026-01-01", "Dollars USD 0 2026-01-01")
        var transfer = LedgerService.Transfer(from: "Bank", to: "Dollars", amount: "1000")
        (transfer.arrives, transfer.fee) = ("1083.28", "8")
        let listed = try await book.service.transfer(transfer, call("2026-05-20")).value.listed
        #expect(listed.booked.impliedRate?.significantString(digits: 6) == "1.09202")
        #expect(listed.kind == .transfer)
        #expect(try await book.balance("Bank") == money("1000 EUR"))
        transfer.arrives = nil
        let without = transfer
        let error = await #expect(throws: RequestError.self) {
            try await book.service.transfer(without, call("2026-05-20"))
        }
        #expect(error?.code == "ledger.arrivesNeeded")
    }

    @Test func `within one currency the fee stays behind`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-01-01", "Cash EUR 0 2026-01-01")
        var transfer = LedgerService.Transfer(from: "Bank", to: "Cash", amount: "50")
        transfer.fee = "2"
        _ = try await book.service.transfer(transfer, call("2026-05-20"))
        #expect(try await book.balance("Cash") == money("48 EUR"))
        let itself = LedgerService.Transfer(from: "Bank", to: "Bank", amount: "50")
        await #expect(throws: RequestError.self) { try await book.service.transfer(itself, call("2026-05-20")) }
    }

    @Test func `a corrected transaction keeps its entry, and its only split follows`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-01-01")
        try await book.addCategories(["Food": .expense, "Fun": .expense])
        let id = try await book.expense("Bank", "5", "Food", on: "2026-05-01")
        let before = try await book.service.transaction(id.uuidString)
        var correction = LedgerService.Correction()
        (correction.amount, correction.date, correction.payee) = ("6", "2026-05-03", "Spar")
        let after = try await book.service.correct(id.uuidString, correction, call("2026-05-20")).value.listed
        #expect(after.transaction.entered == before.transaction.entered)
        #expect(try after.parts.map(\.amount) == [money("-6 EUR")])
        #expect(try after.booked.postings.map(\.day) == [day("2026-05-03")])
        correction = LedgerService.Correction()
        correction.splits = ["Food=4", "Fun=rest"]
        _ = try await book.service.correct(id.uuidString, correction, call("2026-05-20"))
        correction.splits = []
        correction.amount = "7"
        let unclear = correction
        let error = await #expect(throws: RequestError.self) {
            try await book.service.correct(id.uuidString, unclear, call("2026-05-20"))
        }
        #expect(error?.code == "ledger.splitsNeeded")
        correction.category = "Fun"
        let whole = try await book.service.correct(id.uuidString, correction, call("2026-05-20")).value.listed
        #expect(try whole.parts.map(\.amount) == [money("-7 EUR")])
    }

    @Test func `a deleted transaction leaves its refund alone`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-01-01")
        let id = try await book.expense("Bank", "5", on: "2026-05-01")
        var entry = LedgerService.Entry(.refund, account: "Bank", amount: "5")
        entry.refundOf = String(id.uuidString.prefix(8))
        let refund = try await book.service.enter(entry, call("2026-05-20")).value.listed
        #expect(refund.transaction.refundOf == id)
        _ = try await book.service.delete(id.uuidString, unlocks: false, call("2026-05-20"))
        #expect(try await book.service.transaction(refund.transaction.id.uuidString).transaction.refundOf == nil)
    }

    @Test func `merging, moving and renaming change no total, and bad places are refused`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-01-01")
        try await book.addCategories([
            "Food": .expense, "Food:Out": .expense, "Meals": .expense, "Meals:Out": .expense, "Meals:In": .expense,
            "Pay": .income,
        ])
        for (index, name) in ["Food:Out", "Meals:Out", "Meals:In", "Meals"].enumerated() {
            _ = try await book.expense("Bank", "\(index + 1)", name, on: "2026-05-01")
        }
        let today = try call("2026-05-20")
        func total() async throws -> [Money] {
            try await book.service.transactions(TransactionQuery(), today).value.transactions.flatMap {
                $0.parts.map(\.amount)
            }
        }
        let before = try await total()
        let merged = try await book.categories.merge("Meals", into: "Food", today).value
        #expect(merged.path == "Food")
        #expect(try await book.categories.list().map(\.path) == ["Food", "Food:In", "Food:Out", "Pay"])
        _ = try await book.categories.rename("Food:In", to: "Home", today)
        _ = try await book.categories.move("Home", below: "", today)
        #expect(try await total() == before)
        await #expect(throws: LedgerError.intoItself("Food")) {
            try await book.categories.move("Food", below: "Food:Out", today)
        }
        await #expect(throws: LedgerError.otherKind("Food", "Pay")) {
            try await book.categories.merge("Food", into: "Pay", today)
        }
        await #expect(throws: LedgerError.self) { try await book.categories.delete("Food", into: nil, today) }
        _ = try await book.categories.delete("Food", into: "Home", today)
        #expect(try await total() == before)
        await #expect(throws: ValidationError.self) { try await book.categories.rename("Home", to: "a:b", today) }
        await #expect(throws: ValidationError.self) {
            try await book.categories.add("a:b:c:d:e:f:g:h:i", kind: nil, icon: nil, color: nil, today)
        }
        await #expect(throws: ValidationError.self) {
            try await book.categories.add("HOME", kind: nil, icon: nil, color: nil, today)
        }
    }

    @Test func `an account is closed without money, and deleted with its transactions`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-01-01", "Cash EUR 0 2026-01-01")
        let accounts = AccountService(store: book.store)
        let today = try call("2026-05-20")
        await #expect(throws: LedgerError.balanceLeft(account: "Bank", try money("100 EUR"))) {
            try await accounts.close("Bank", transferTo: nil, today)
        }
        #expect(try await accounts.close("Bank", transferTo: "Cash", today).value.isActive == false)
        #expect(try await book.balance("Cash") == money("100 EUR"))
        await #expect(throws: RequestError.self) { try await book.expense("Bank", "1", on: "2026-05-20") }
        await #expect(throws: LedgerError.self) { try await accounts.delete("Bank", withTransactions: false, today) }
        _ = try await accounts.delete("Bank", withTransactions: true, today)
        #expect(try await book.balance("Cash") == money("100 EUR"))
    }
}
