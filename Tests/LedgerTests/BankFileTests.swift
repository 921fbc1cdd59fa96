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

    // MARK: - Cards

    private static let card = """
        Date,Description,Amount
        01/13/2026,WALMART,45.10
        01/15/2026,PAYMENT,-100.00
        01/16/2026,SHELL,12
        """

    private func cardBook() async throws -> TestLedger {
        let book = try await TestLedger()
        var fields = AccountFields()
        (fields.name, fields.kind, fields.currency) = ("Visa", "creditCard", "USD")
        (fields.opening, fields.openingDay) = ("-54.90", "2026-01-01")
        _ = try await AccountService(store: book.store).add(fields, call("2026-05-20"))
        return book
    }

    @Test func `purchases of a card that come in are named`() async throws {
        let book = try await cardBook()
        let found = try await book.enter(Self.card, account: "Visa", isTried: true)
        let warning = try #require(found.warnings.first)
        #expect(
            warning.message
                == "2 of 3 rows bring money into the card 'Visa', although purchases take it away.")
        #expect(warning.remedy == .ledgerInvert)
    }

    @Test func `the amounts of a file can be turned round, also by its saved columns`() async throws {
        let book = try await cardBook()
        let found = try await book.enter(Self.card, account: "Visa") {
            $0.columns.answers.isInverted = true
            $0.savingMapAs = "card"
        }
        #expect(found.warnings.isEmpty, "\(found.warnings)")
        #expect(try found.value.rows.map(\.amount) == [money("-45.10 USD"), money("100 USD"), money("-12 USD")])
        #expect(try await book.balance("Visa") == money("-12.00 USD"))
        let again = try await book.enter(Self.card, account: "Visa") { $0.map = "card" }
        #expect(again.value.count(.duplicate) == 3)
    }

    // MARK: - Two columns of names, and a balance above the table

    private static let dkb = """
        "Girokonto";"DE00123"
        ""
        "Kontostand vom 31.03.2026:";"%@ €"
        ""
        "Buchungsdatum";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Betrag (€)"
        "29.03.26";"Gebucht";"Ich Selbst";"REWE";"2026-03-29 Debitk.";"-12,50"
        "28.03.26";"Gebucht";"ACME GmbH";"Ich Selbst";"Lohn";"2.000,00"
        """

    @Test func `of two columns of names that of the other side is the payee`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-03-01")
        _ = try await book.enter(Self.dkb.replacing("%@", with: "2.987,50"))
        let listed = try await book.service.transactions(TransactionQuery(), call("2026-05-20")).value.transactions
        #expect(listed.map(\.transaction.payee) == ["REWE", "ACME GmbH"])
    }

    @Test(arguments: [("2.987,50", true), ("1.999,99", false)])
    func `a balance that stands above the table is compared`(stated: String, isRight: Bool) async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-03-01")
        let warnings = try await book.enter(Self.dkb.replacing("%@", with: stated)).warnings
        #expect(
            warnings.map(\.message)
                == (isRight
                    ? [] : ["The file states 1999.99 EUR for 'Bank' on 2026-03-31, the ledger has 2987.50 EUR."]))
    }

    // MARK: - Quicken

    private static let quicken = """
        !Type:Bank
        D04/13/2026
        T-60.00
        PSpar
        LFood:Groceries/Home
        ^
        D04/14/2026
        T-100.00
        PMall
        LFood
        SFood
        $-60.00
        SClothes
        $-40.00
        ^
        D04/15/2026
        T-300.00
        PMe
        L[Savings]
        ^

        """

    @Test func `categories of Quicken are read, and parts that are not are named`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-03-01")
        try await book.addCategories(["Food:Groceries": .expense, "Clothes": .expense])
        let found = try await book.enter(Self.quicken, name: "a.qif")
        #expect(found.value.rows.map(\.category) == ["Food:Groceries", nil, nil])
        #expect(
            found.warnings.map(\.message) == [
                "Line 7 is divided among several categories, which are not read.",
                "Line 16 is a transfer: the other account is not read. Once its file is imported too, both can be joined.",
            ])
    }
}
