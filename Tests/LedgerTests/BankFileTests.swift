import FileFormats
import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Files of banks as they are: of several accounts, of cards, with two columns of names, with balances above the table.
struct BankFileTests {
    // MARK: - Several accounts

    private static let several = """
        Date,Account,Payee,Amount
        2026-05-10,Bank,A,-5.00
        2026-05-11,Savings,B,-6.00
        2026-05-12,Nope,C,7.00
        """

    @Test func `rows about an account that is not known are left out and named`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-03-01", "Savings EUR 0 2026-03-01")
        let found = try await book.enter(Self.several)
        #expect(found.value.rows.map(\.verdict) == [.new, .leftOut, .leftOut])
        #expect(found.value.rows[2].reason == "it is about 'Nope', which is no account")
        #expect(found.warnings.map(\.message) == ["1 row is left out, as there is no account 'Nope'."])
        #expect(try await book.balance("Bank") == money("995.00 EUR"))
    }

    @Test func `a file of several accounts that names none of them as the ledger does is refused`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-03-01")
        let text = Self.several.replacing(",Bank,", with: ",DE12,")
        let tried = try await book.enter(text, isTried: true).value
        #expect(tried.rows.map(\.verdict) == [.refused, .refused, .refused])
        await #expect(throws: LedgerError.self) { try await book.enter(text) }
        #expect(try await book.balance("Bank") == money("1000.00 EUR"))
    }

    @Test func `a file of one account may name it by its number`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-03-01")
        let text = Self.several.replacing(",Savings,", with: ",Nope,").replacing(",Bank,", with: ",Nope,")
        #expect(try await book.enter(text).value.count(.new) == 3)
    }
}
