import FileFormats
import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Files that are imported again, of several accounts, or of other currencies.
struct ImportedAgainTests {
    private static let german = """
        Datum;Buchungstext;Verwendungszweck;Betrag
        10.05.2026;LASTSCHRIFT;Miete Mai;-10,00
        11.05.2026;LASTSCHRIFT;Strom Strom Lastschrift;-11,00
        """

    @Test func `a table without a payee is entered once`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        #expect(try await book.enter(Self.german).value.count(.new) == 2)
        #expect(try await book.enter(Self.german).value.rows.map(\.verdict) == [.duplicate, .duplicate])
        #expect(try await book.balance("Bank") == money("79.00 EUR"))
    }

    @Test func `a row whose amount a person corrected is still there`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        let text = "Date,Payee,Amount\n2026-05-10,Bus,-1.50\n"
        let id = try #require(try await book.enter(text).value.rows[0].transactionID)
        var correction = LedgerService.Correction()
        correction.amount = "2"
        _ = try await book.service.correct(id.uuidString, correction, call("2026-05-20"))
        correction.amount = "3"
        _ = try await book.service.correct(id.uuidString, correction, call("2026-05-20"))
        #expect(try await book.enter(text).value.rows.map(\.verdict) == [.duplicate])
        #expect(try await book.balance("Bank") == money("97.00 EUR"))
    }

    @Test func `amounts of another currency are refused, also by their sign`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01", "Dollar CAD 0 2026-03-01")
        for text in [
            "date,payee,amount,currency\n2026-05-10,Shop,-$10.00,USD\n", "date,payee,amount\n2026-05-10,Shop,-$11.00\n",
            "date,payee,amount,currency\n2026-05-10,Shop,-10.00,USD\n",
        ] {
            await #expect(throws: LedgerError.self, "\(text)") { try await book.enter(text) }
        }
        let cents = try await book.enter("date,payee,amount\n2026-05-10,Shop,-$11.00\n", account: "Dollar")
        #expect(cents.value.count(.new) == 1)
        #expect(try await book.balance("Bank") == money("100.00 EUR"))
    }

    @Test func `rows of another account are left out`() async throws {
        let book = try await TestLedger("Bank EUR 100 2026-03-01", "Savings EUR 0 2026-03-01")
        let text = "date,payee,amount,account\n2026-05-10,Shop,-1.00,Bank\n2026-05-10,In,5.00,Savings\n"
        #expect(try await book.enter(text).value.rows.map(\.verdict) == [.new, .leftOut])
        #expect(try await book.balance("Savings") == money("0.00 EUR"))
    }

    @Test func `an entry with the same payee is linked before others`() async throws {
        for _ in 0..<6 {
            let book = try await TestLedger("Bank EUR 100 2026-03-01")
            _ = try await book.expense("Bank", "10", on: "2026-05-10", payee: "Aldi")
            let spar = try await book.expense("Bank", "10", on: "2026-05-10", payee: "Spar")
            let found = try await book.enter(
                "Date,Payee,Description,Amount\n2026-05-10,SPAR 123,Thank you,-10.00\n")
            #expect(found.value.rows.map(\.transactionID) == [spar])
        }
    }

    @Test func `a stated balance names the row that was taken as there already`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-05-01")
        try await book.enter("Date,Payee,Amount,Balance\n2026-05-10,Coffee,-2.20,997.80\n")
        let found = try await book.enter(
            "Date,Payee,Amount,Balance\n2026-05-10,Coffee,-2.20,995.60\n2026-05-11,Shop,-5.60,990.00\n")
        #expect(found.value.count(.duplicate) == 1)
        let message = try #require(found.warnings.first { $0.code == "statedBalance" }?.message)
        #expect(message.contains("Line 2 was taken as there already"))
    }

    @Test func `a missing rate leaves no only match`() async throws {
        func side(_ amount: String, _ date: String, _ account: UUID) throws -> TransferPairs.Side {
            .init(id: UUID(), accountID: account, day: try day(date), amount: try money(amount))
        }
        let (bank, other, dollars) = (UUID(), UUID(), UUID())
        let sides = try [
            side("-100 EUR", "2026-05-09", bank), side("-100 EUR", "2026-05-11", other),
            side("111 USD", "2026-05-11", dollars),
        ]
        let known = try #require(Ratio(111, over: 100))
        let found = TransferPairs.find(among: sides) { _, _, date in
            date == (try? day("2026-05-11")) ? known : nil
        }
        #expect(found.pairs.isEmpty)
        #expect(found.others.count == 1)
    }

    @Test func `a pair keeps the day of a statement, tags and notes`() async throws {
        let book = try await TestLedger("A EUR 100 2026-03-01", "B EUR 100 2026-03-01")
        _ = try await book.enter("Date,Payee,Amount\n2026-05-01,In,10.00\n", account: "B")
        _ = try await ReconciliationService(store: book.store).reconcile(
            .init(account: "B", statement: "110", day: "2026-05-02"), call("2026-05-20"))
        var entry = LedgerService.Entry(.expense, account: "A", amount: "10")
        (entry.date, entry.tags, entry.note) = ("2026-05-03", ["t1"], "n1")
        _ = try await book.service.enter(entry, call("2026-05-20"))
        _ = try await StatementImportService(store: book.store, rates: nil).pair(applies: true, call("2026-05-20"))
        let listed = try await book.service.transactions(TransactionQuery(), call("2026-05-20")).value.transactions
        #expect(try listed.map(\.transaction.day) == [day("2026-05-01")])
        #expect(listed.map(\.transaction.tags) == [["t1"]])
        #expect(listed.map(\.transaction.note) == ["n1"])
        #expect(try await ReconciliationService(store: book.store).check().allSatisfy(\.holds))
    }
}
