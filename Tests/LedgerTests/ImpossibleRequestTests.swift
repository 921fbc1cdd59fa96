import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Requests that can mean nothing are refused with the reason, and with the way out where there is one.
struct ImpossibleRequestTests {
    private func message(_ body: () async throws -> Void) async -> String {
        do { try await body() } catch { return "\(error)" }
        return "nothing was refused"
    }

    @Test func `splits that leave less than nothing for the category are refused`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        try await book.addCategories(["Food": .expense, "Clothes": .expense, "Pay": .income, "Tax": .expense])
        var entry = LedgerService.Entry(.expense, account: "Bank", amount: "5", category: "Food")
        entry.splits = ["Clothes=6"]
        let refused = entry
        let found = await message { _ = try await book.service.enter(refused, call("2026-05-20")) }
        #expect(found.contains("The splits are 6.00 EUR of 5.00 EUR: nothing is left for the category."), "\(found)")
        // A payslip names its parts.
        var pay = LedgerService.Entry(.income, account: "Bank", amount: "70", category: "Pay")
        pay.splits = ["Tax=-30"]
        _ = try await book.service.enter(pay, call("2026-05-20"))
        #expect(try await book.balance("Bank") == money("170.00 EUR"))
    }

    @Test(arguments: [
        ("amount between 5 1", "can never hold: 5 is more than 1"),
        ("amount is -5", "can never hold: amounts are compared without their sign"),
        ("payee like spar", "'like' is no word of a condition. "),
    ])
    func `a condition that can never hold is refused`(condition: String, reason: String) async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        var fields = RuleService.Fields()
        (fields.name, fields.conditions, fields.settings) = ("F", [condition], ["payee=X"])
        let rule = fields
        let found = await message { _ = try await RuleService(store: book.store).add(rule, call("2026-05-20")) }
        #expect(found.contains(reason), "\(found)")
    }

    @Test func `sizes that no transaction has are refused`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        var query = TransactionQuery()
        (query.least, query.most) = ("50", "40")
        let asked = query
        let found = await message { _ = try await book.service.transactions(asked, call("2026-05-20")) }
        #expect(found.contains("The greatest size 40 is below the least 50."), "\(found)")
    }

    @Test func `rows before the opening, and in another currency, are refused with a way out`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        let early = await #expect(throws: LedgerError.self) {
            try await book.enter("Date,Payee,Amount\n2026-02-20,A,-5.00\n")
        }
        #expect(early?.remedy == .ledgerPreviewOpenings)
        let other = await #expect(throws: LedgerError.self) {
            try await book.enter("Date,Payee,Amount,Currency\n2026-03-20,A,-5.00,USD\n")
        }
        #expect(other?.remedy == .ledgerPreviewCurrencies)
        let tried = try await book.enter("Date,Payee,Amount\n2026-02-20,A,-5.00\n", isTried: true).value
        #expect(tried.isRefused)
    }

    @Test func `income that goes out is named`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        try await book.addCategories(["Salary": .income])
        let found = try await book.enter("Date,Payee,Amount,Category\n2026-03-20,A,-5.00,Salary\n")
        #expect(
            found.warnings.map(\.message) == ["1 row goes out with a category of income, and lowers it: 'Salary'."])
    }

    @Test(arguments: [
        ("Date,Payee,Amount\n2026-03-20,A\u{1B}[1m,-5.00\n", "Line 2 has a control character, as no text has"),
        ("\u{7F}ELF\u{2}\u{1}\u{1}\u{0}\n", "The file is a program"),
    ])
    func `what is no text is told from a wrong encoding`(text: String, reason: String) async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        let found = await message { try await book.enter(text) }
        #expect(found.contains(reason), "\(found)")
    }

    @Test func `a question about a line names it once`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        let text = "Date,Payee,Amount,Balance\n2026-03-20,A,-5.00,95.00\n2026-03-21,B,-5.00,80.00\n"
        let found = await message { try await book.enter(text) }
        #expect(found.hasPrefix("Line 3: The balance does not follow"), "\(found)")
    }
}
