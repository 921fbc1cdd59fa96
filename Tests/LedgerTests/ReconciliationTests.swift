import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Reconciliation (G7) as a calculation and as a use case.
struct ReconciliationTests {
    private func posting(_ amount: String, _ status: Posting.Status, _ date: String = "2026-05-04") throws -> Posting {
        Posting(
            transactionID: UUID(), position: 0, accountID: UUID(), day: try day(date),
            entered: Date(timeIntervalSince1970: 0),
            amount: try Money(amount, .eur), status: status)
    }

    @Test func `a pair explains the difference`() throws {
        let postings = [try posting("-30", .cleared), try posting("-12", .uncleared), try posting("-8", .uncleared)]
        let day = try day("2026-05-31")
        let comparison = try Reconciliation(
            opening: Money("200", .eur), postings: postings, statement: Money("150", .eur), on: day)
        #expect(comparison.difference == (try money("-20.00 EUR")))
        #expect(comparison.explains == [[postings[1].transactionID, postings[2].transactionID]])
        #expect(comparison.reconciles == [postings[0]])
    }

    @Test(arguments: SeededGenerator.seeds)
    func `differences and explanations are those of the law`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<200 {
            let postings = try (0..<generator.int(0...7)).map { _ in
                try posting(
                    generator.pick(["-1", "-2", "-3", "4", "5"]), generator.pick(Posting.Status.allCases),
                    "2026-05-0\(generator.int(1...9))")
            }
            let statement = generator.int(-9...9)
            let last = try day("2026-05-06")
            let found = try Reconciliation(
                opening: Money("1", .eur), postings: postings, statement: Money("\(statement)", .eur), on: last)
            func value(_ posting: Posting) -> Int { Int(posting.amount.amountText.replacing(".00", with: "")) ?? 0 }
            let cleared = postings.filter { $0.status == .reconciled || $0.status == .cleared && $0.day <= last }
            let difference = statement - 1 - cleared.map(value).reduce(0, +)
            #expect(found.difference == (try money("\(difference) EUR")), "seed \(seed), round \(round)")
            let open = postings.filter { $0.status == .uncleared && $0.day <= last }
            var explains = open.filter { value($0) == difference }.map { [$0.transactionID] }
            if explains.isEmpty {
                for (index, one) in open.enumerated() {
                    for other in open[(index + 1)...] where value(one) + value(other) == difference {
                        explains.append([one.transactionID, other.transactionID])
                    }
                }
            }
            #expect(
                found.explains == (difference == 0 ? [] : Array(explains.prefix(10))), "seed \(seed), round \(round)")
        }
    }

    @Test func `a statement is kept, holds while an older cheque clears later, and can be withdrawn`() async throws {
        let book = try await TestLedger("Bank EUR 200 2026-01-01")
        let call = try call("2026-05-20")
        _ = try await book.expense("Bank", "30", on: "2026-02-01", isCleared: true)
        let cheque = try await book.expense("Bank", "12", on: "2026-02-02")
        let service = ReconciliationService(store: book.store)
        let wrong = ReconciliationService.Request(account: "Bank", statement: "158", day: "2026-02-28")
        await #expect(throws: LedgerError.self) { try await service.reconcile(wrong, call) }
        let right = ReconciliationService.Request(account: "Bank", statement: "170", day: "2026-02-28")
        #expect(try await service.reconcile(right, call).value.count == 1)
        _ = try await book.service.mark([cheque.uuidString], as: "cleared", in: nil, call)
        #expect(try await service.check().map(\.holds) == [true])
        let older = ReconciliationService.Request(account: "Bank", statement: "170", day: "2026-02-28")
        await #expect(throws: LedgerError.statementTooOld(try day("2026-02-28"), last: try day("2026-02-28"))) {
            try await service.reconcile(older, call)
        }
        let next = ReconciliationService.Request(account: "Bank", statement: "158", day: "2026-03-31")
        #expect(try await service.reconcile(next, call).value.count == 1)
        var correction = LedgerService.Correction()
        correction.amount = "13"
        let locked = correction
        await #expect(throws: LedgerError.reconciled(account: "Bank", day: try day("2026-02-02"))) {
            try await book.service.correct(cheque.uuidString, locked, call)
        }
        correction.unlocks = true
        _ = try await book.service.correct(cheque.uuidString, correction, call)
        #expect(try await service.check().map(\.holds) == [true, false])
        #expect(try await service.withdraw("Bank", call).value.count == 1)
        #expect(try await service.check().map(\.holds) == [true])
    }

    @Test func `history from before the opening belongs to the first statement and changes no later balance`()
        async throws
    {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        let service = ReconciliationService(store: book.store)
        let today = try call("2026-05-20")
        _ = try await service.reconcile(.init(account: "Bank", statement: "100", day: "2026-03-31"), today)
        var entry = LedgerService.Entry(.expense, account: "Bank", amount: "30")
        entry.date = "2026-02-20"
        let early = entry
        await #expect(throws: RequestError.self) { try await book.service.enter(early, today) }
        entry.movesOpening = true
        _ = try await book.service.enter(entry, today)
        let account = try await AccountService(store: book.store).account(named: "Bank")
        #expect(account.opening == (try money("130 EUR")))
        #expect(account.openingDay == (try day("2026-02-20")))
        #expect(try await book.balance("Bank") == money("100 EUR"))
        #expect(try await service.check().map(\.holds) == [true])
    }

    @Test func `what comes later into a stated period makes the ledger differ`() async throws {
        let book = try await TestLedger("Bank EUR 200 2026-01-01")
        let service = ReconciliationService(store: book.store)
        let today = try call("2026-05-20", at: 1_779_000_000)
        let cheque = try await book.expense("Bank", "12", on: "2026-02-02")
        for (balance, day) in [("200", "2026-01-31"), ("200", "2026-02-28")] {
            _ = try await service.reconcile(.init(account: "Bank", statement: balance, day: day), today)
        }
        _ = try await book.service.mark([cheque.uuidString], as: "cleared", in: nil, today)
        #expect(try await service.check().map(\.difference.isZero) == [true, true], "the cheque was there")
        try await book.enter("Date,Payee,Amount\n2026-01-15,Late,-33.00\n2026-03-01,Shop,-5.00\n")
        let checked = try await service.check()
        #expect(checked.map(\.holds) == [true, true])
        #expect(checked.map(\.difference) == [try money("-33 EUR"), try money("-33 EUR")])
        #expect(checked.map { $0.later.map(\.lines[0].posting.amount) } == [[try money("-33 EUR")], []])
        // The bank has it from the next statement on.
        let next = ReconciliationService.Request(account: "Bank", statement: "150", day: "2026-03-31")
        _ = try await service.reconcile(next, try call("2026-05-20", at: 1_779_290_000))
        #expect(try await service.check().map(\.difference.isZero) == [true, true, true])
    }

    @Test func `what was there when the next statement was kept, and clears later, differs before that one only`()
        async throws
    {
        let book = try await TestLedger("Bank EUR 200 2026-01-01")
        let service = ReconciliationService(store: book.store)
        func today(at minute: Int) throws -> Call { try call("2026-05-20", at: 1_779_000_000 + 60 * minute) }
        func keep(_ balance: String, _ day: String, at minute: Int) async throws {
            _ = try await service.reconcile(.init(account: "Bank", statement: balance, day: day), today(at: minute))
        }
        try await keep("200", "2026-01-31", at: 0)
        var entry = LedgerService.Entry(.expense, account: "Bank", amount: "12")
        entry.date = "2026-01-15"
        let late = try await book.service.enter(entry, today(at: 2)).value.listed.transaction.id
        try await keep("200", "2026-02-28", at: 4)
        try await keep("200", "2026-03-31", at: 6)
        _ = try await book.service.mark([late.uuidString], as: "cleared", in: nil, today(at: 8))
        let checked = try await service.check()
        let (difference, nothing) = (try money("-12 EUR"), try money("0 EUR"))
        #expect(checked.map(\.difference) == [difference, nothing, nothing])
        #expect(checked.map(\.balance) == [try money("188 EUR"), try money("200 EUR"), try money("200 EUR")])
    }

    @Test func `all uncleared transactions together, or days of the bank, explain a difference`() async throws {
        let book = try await TestLedger("Bank EUR 1000 2026-01-01")
        let service = ReconciliationService(store: book.store)
        let call = try call("2026-05-20")
        for amount in ["50", "30", "7"] { _ = try await book.expense("Bank", amount, on: "2026-01-10") }
        var request = ReconciliationService.Request(account: "Bank", statement: "913", day: "2026-01-31")
        let wanted = request
        await #expect {
            try await service.reconcile(wanted, call)
        } throws: { error in
            guard case LedgerError.difference(_, _, _, _, _, .allUncleared(3, _)) = error else { return false }
            return (error as? LedgerError)?.remedy == .ledgerClearAll
        }
        request.adjusts = true
        var tried = call
        tried.isDryRun = true
        #expect(try await service.reconcile(request, tried).warnings.map(\.code) == ["unclearedLeft"])
        (request.adjusts, request.clearsAll) = (false, true)
        #expect(try await service.reconcile(request, call).warnings.isEmpty)
        // Entered by hand on the last day of a month, and the bank's file has it in the next one.
        let late = try await book.expense("Bank", "20", on: "2026-02-28")
        try await book.enter("Date,Payee,Amount\n2026-03-02,Shop,-20.00\n")
        let february = ReconciliationService.Request(account: "Bank", statement: "913", day: "2026-02-28")
        await #expect {
            try await service.reconcile(february, call)
        } throws: { error in
            guard case LedgerError.difference(_, _, _, _, _, .laterAtBank(_, let ids)) = error else { return false }
            return ids == [late.uuidString.lowercased()]
        }
    }
}
