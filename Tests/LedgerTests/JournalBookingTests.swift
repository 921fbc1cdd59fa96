import FileFormats
import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Journals of other programs, read as a ledger.
struct JournalBookingTests {
    /// Lines of a journal as transactions, each with its accounts and categories.
    private func booked(_ text: String, name: String = "main.journal") async throws -> [String] {
        let book = try await TestLedger()
        try await book.enter(text, account: nil, name: name)
        return try await book.service.transactions(TransactionQuery(), call("2026-05-20")).value.transactions.reversed()
            .map { listed in
                let sides = listed.lines.map { "\($0.account) \($0.posting.amount)" }
                let parts = listed.parts.map { "\($0.path ?? "-") \($0.amount)" }
                return (sides + parts).joined(separator: ", ")
            }
    }

    @Test(arguments: [
        // One account and its categories.
        (
            "2026-01-02 * Spar\n  expenses:food  10 EUR\n  assets:bank\n",
            ["bank -10.00 EUR, food -10.00 EUR"]
        ),
        // A payslip over two accounts.
        (
            """
            2026-01-02 * ACME | January
              assets:bank  3000 EUR
              assets:savings  120.33 EUR
              expenses:tax  879.67 EUR
              income:salary
            """,
            [
                "bank 3120.33 EUR, tax -879.67 EUR, salary 4000.00 EUR",
                "bank -120.33 EUR, savings 120.33 EUR",
            ]
        ),
        // An exchange with a fee.
        (
            "2026-01-02 x\n  assets:bank  -1000 EUR\n  assets:dollars  1083.28 USD @@ 992 EUR\n  expenses:fees  8 EUR\n",
            ["bank -1000.00 EUR, dollars 1083.28 USD, fees -8.00 EUR"]
        ),
        // An exchange without a price, through accounts for conversions.
        (
            """
            2026-01-02 x
              assets:bank  -9 EUR
              equity:conversion  9 EUR
              equity:conversion  -10 USD
              assets:dollars  10 USD
            """,
            ["bank -9.00 EUR, dollars 10.00 USD"]
        ),
        // What is bought in another currency costs what the account gave for it.
        (
            "2026-01-02 x\n  expenses:food  10 USD @ 0.9137 EUR\n  liabilities:visa  -9.14 EUR\n",
            ["visa -9.14 EUR, food -9.14 EUR"]
        ),
        // Money that one category loses to another.
        (
            """
            2026-01-02 x
              assets:bank  5 EUR
              assets:cash  -5 EUR
              expenses:food  3 EUR
              expenses:fun  -3 EUR
            """,
            ["bank 3.00 EUR, fun 3.00 EUR", "bank -3.00 EUR, food -3.00 EUR", "cash -5.00 EUR, bank 5.00 EUR"]
        ),
        // Names that stand for no category, and equal names of two kinds.
        (
            """
            2026-01-02 a
              expenses:unknown  1 EUR
              assets:bank
            2026-01-03 b
              expenses:gifts  1 EUR
              assets:bank
            2026-01-04 c
              income:gifts  -1 EUR
              assets:bank
            """,
            [
                "bank -1.00 EUR, - -1.00 EUR", "bank -1.00 EUR, gifts -1.00 EUR",
                "bank 1.00 EUR, gifts (income) 1.00 EUR",
            ]
        ),
    ])
    func `transactions become accounts and categories`(text: String, expected: [String]) async throws {
        #expect(try await booked(text).sorted() == expected.sorted(), "\(text)")
    }

    @Test func `the same opening balance twice counts twice`() async throws {
        let book = try await TestLedger()
        let opening = "2026-01-01 opening\n  assets:bank  100 EUR\n  equity:opening balances\n"
        try await book.enter(opening + opening, account: nil, name: "main.journal")
        #expect(try await book.balance("bank") == money("200.00 EUR"))
    }

    @Test func `an opening balance is the account's, and a later one is neutral`() async throws {
        let book = try await TestLedger()
        let text = """
            2026-01-01 opening
              assets:bank:checking  100 EUR
              liabilities:visa  -20 EUR
              equity:opening balances
            2026-01-05 ! Spar
              expenses:food:groceries  10 EUR
              assets:bank:checking
            2026-02-01 more
              assets:bank:checking  1 EUR
              equity:opening balances
            """
        let first = try await book.enter(text, account: nil, name: "main.journal")
        #expect(first.value.newAccounts == ["bank:checking", "visa"])
        #expect(first.value.newCategories == ["food", "food:groceries", "opening balances"])
        let accounts = try await book.store.read { try $0.all(Account.self) }
        #expect(try accounts.map(\.opening) == [money("100.00 EUR"), money("-20.00 EUR")])
        #expect(accounts.map(\.kind) == [.checking, .creditCard])
        #expect(try accounts.map(\.openingDay) == [day("2026-01-01"), day("2026-01-01")])
        #expect(try await book.balance("bank:checking") == money("91.00 EUR"))
        let again = try await book.enter(text, account: nil, name: "main.journal")
        #expect(again.value.count(.new) + again.value.count(.possible) == 0)
        #expect(again.value.count(.duplicate) == 1)
        let postings = try await book.store.read { try $0.all(Posting.self) }
        #expect(postings.map(\.status) == [.uncleared, .uncleared])
    }

    @Test(arguments: [
        ("2026-01-02 x\n  (assets:bank)  5 EUR\n", "parentheses"),
        ("2026-01-02 x\n  aktiva:bank  5 EUR\n  expenses:food\n", "aktiva"),
        ("2026-01-02 x\n  assets:bank  0.001 EUR\n  expenses:food\n", "decimals"),
        ("2026-01-02 x\n  assets:bank  5 EUR\n  expenses:food  5 EUR\n", "balance"),
        ("1700-01-02 x\n  assets:bank  5 EUR\n  expenses:food\n", "hundred years"),
    ])
    func `what no ledger has refuses the journal`(text: String, word: String) async throws {
        let book = try await TestLedger()
        let error = await #expect(throws: LedgerError.self) {
            try await book.enter(text, account: nil, name: "main.journal")
        }
        #expect(error.map { "\($0)".contains(word) } ?? false, "\(error.map { "\($0)" } ?? "")")
        #expect(try await book.store.read { try $0.all(Account.self).isEmpty })
    }
}
