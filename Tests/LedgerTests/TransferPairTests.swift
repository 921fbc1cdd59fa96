import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Transfers that were entered as two transactions (G11), as a use case.
struct TransferPairTests {
    private let left = "Date,Payee,Amount\n2026-01-30,Me,-200.00\n"
    private let arrived = "Date,Payee,Amount\n2026-02-02,Me,200.00\n"

    private func book() async throws -> TestLedger {
        try await TestLedger("Bank EUR 1000 2026-01-01", "Spar EUR 500 2026-01-01")
    }

    private func reconcile(_ account: String, _ balance: String, in book: TestLedger) async throws {
        _ = try await ReconciliationService(store: book.store).reconcile(
            .init(account: account, statement: balance, day: "2026-01-31"), call("2026-05-20", at: 1_779_000_000))
    }

    private func service(_ book: TestLedger) -> StatementImportService {
        StatementImportService(store: book.store, rates: nil)
    }

    @Test func `a transfer has a day on which the statements of both accounts hold`() async throws {
        let book = try await book()
        try await book.enter(left)
        try await reconcile("Spar", "500", in: book)
        let found = try await book.enter(arrived, account: "Spar") { $0.pairs = true }
        #expect(found.value.pairs.count == 1)
        let listed = try await book.service.transactions(TransactionQuery(), call("2026-05-20")).value.transactions
        #expect(try listed.map(\.transaction.day) == [day("2026-02-02")])
        let checked = try await ReconciliationService(store: book.store).check()
        #expect(checked.allSatisfy { $0.holds && $0.difference.isZero })
    }

    @Test func `what a statement has stays on it as a part of a transfer`() async throws {
        let book = try await book()
        try await book.enter("Date,Payee,Amount\n2026-01-30,Me,200.00\n", account: "Spar")
        try await reconcile("Spar", "700", in: book)
        let found = try await book.enter(left) { $0.pairs = true }
        #expect(found.value.pairs.count == 1)
        let listed = try await book.service.transactions(TransactionQuery(), call("2026-05-20")).value.transactions
        #expect(listed.map(\.kind) == [.transfer])
        #expect(try await ReconciliationService(store: book.store).check().map(\.holds) == [true])
    }

    @Test func `where no day keeps the statements of both accounts, nothing is joined`() async throws {
        let book = try await book()
        try await book.enter(left)
        try await reconcile("Bank", "800", in: book)
        try await reconcile("Spar", "500", in: book)
        #expect(try await book.enter(arrived, account: "Spar") { $0.pairs = true }.value.pairs.isEmpty)
        let found = try await service(book).pair(applies: true, call("2026-05-20"))
        #expect(found.value.pairs.isEmpty)
        let other = try #require(found.value.others.first)
        await #expect {
            try await service(book).join(other.from.uuidString, other.to.uuidString, call("2026-05-20"))
        } throws: {
            guard case LedgerError.notATransfer(_, _, .statements) = $0 else { return false }
            return true
        }
    }

    @Test func `an import joins no payees that have nothing in common`() async throws {
        let book = try await book()
        try await book.enter("Date,Payee,Amount\n2026-01-10,Zalando,-49.90\n2026-01-10,Me,-7.00\n")
        let found = try await book.enter(
            "Date,Payee,Amount\n2026-01-12,Grandma birthday,49.90\n2026-01-11,WIRE,7.00\n", account: "Spar"
        ) { $0.pairs = true }
        #expect(found.value.pairs.count == 1)
        #expect(found.value.paired.count == 2)
        #expect(found.value.unlikeCount == 1)
        let offered = try await service(book).pair(applies: false, call("2026-05-20")).value
        #expect(offered.pairs.count == 1)
        #expect(offered.unlike == Set(offered.pairs))
        let pair = offered.pairs[0]
        _ = try await service(book).join(
            String(pair.to.uuidString.prefix(8)), pair.from.uuidString, call("2026-05-20"))
        let listed = try await book.service.transactions(TransactionQuery(), call("2026-05-20")).value.transactions
        #expect(listed.map(\.kind) == [.transfer, .transfer])
    }

    @Test func `payees are alike by a word, an account or the word for a transfer`() {
        let likeness = PayeeLikeness(["Giro", "Savings"])
        for (first, second) in [
            ("Max Muster", "MUSTER, Erika"), ("Sparplan", "Girokonto"), ("Me", "me"), ("SEPA Überweisung", "Erika"),
        ] { #expect(likeness.isAlike(first, second)) }
        #expect(likeness.isAlike(nil, "Erika"))
        #expect(!likeness.isAlike("Zalando", "Grandma birthday"))
    }

    @Test func `amounts that cannot be compared for want of a rate are named`() async throws {
        let book = try await TestLedger("Bank EUR 2000 2026-01-01", "US USD 0 2026-01-01")
        try await book.enter("Date,Payee,Amount\n2026-03-10,Me,-1008.00\n")
        try await book.enter("Date,Payee,Amount\n2026-03-12,WIRE,1056.90\n", account: "US")
        let found = try await service(book).pair(applies: false, call("2026-05-20"))
        #expect(found.value.unavailable.map(\.item) == ["-1008.00 EUR and 1056.90 USD on 2026-03-10"])
        #expect(!found.isComplete)
    }

    @Test func `two transactions that are no transfer are refused with the reason`() async throws {
        let book = try await book()
        let ids = try await [
            book.expense("Bank", "10", on: "2026-02-01"), book.expense("Spar", "10", on: "2026-02-01"),
        ].map(\.uuidString)
        let service = service(book)
        for (second, reason) in [(ids[1], LedgerError.NoTransfer.oneDirection), (ids[0], .isOne)] {
            await #expect(throws: LedgerError.notATransfer(ids[0], second, reason)) {
                try await service.join(ids[0], second, call("2026-05-20"))
            }
        }
    }
}
