import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Random commands, undone one by one through every state that there was.
struct LedgerUndoTests {
    private static let accounts = ["Bank", "Cash", "Dollars", "Spare"]
    private static let categories = ["Food", "Food:Bars", "Fun", "Pay"]

    @Test(arguments: SeededGenerator.seeds.prefix(1))
    func `random commands are undone back through every state`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let book = try await TestLedger(
            "Bank EUR 100 2026-01-01", "Cash EUR 0 2026-02-01", "Dollars USD 50 2026-01-01", "Spare EUR 0 2026-01-01")
        try await book.addCategories(["Food": .expense, "Food:Bars": .expense, "Fun": .expense, "Pay": .income])
        var states = [try await Self.state(book.store)]
        var refusals = 0
        let isLong = ProcessInfo.processInfo.environment["CST_BOOK"] != nil
        while states.count < (isLong ? 300 : 100) {
            do {
                try await Self.step(book, &random)
            } catch is any Problem {
                refusals += 1
                continue
            }
            let state = try await Self.state(book.store)
            if state != states.last { states.append(state) }
        }
        #expect(refusals > 5, "seed \(seed)")
        let history = HistoryService(store: book.store, guards: [])
        for (number, expected) in states.dropLast().enumerated().reversed() {
            _ = try await history.undo(call("2026-05-20"))
            #expect(try await Self.state(book.store) == expected, "seed \(seed), state \(number)")
        }
    }

    private static func step(_ book: TestLedger, _ random: inout SeededGenerator) async throws {
        let today = try call("2026-05-20")
        let (account, other) = (random.pick(accounts), random.pick(accounts))
        let (category, second) = (random.pick(categories), random.pick(categories))
        let (amount, date) = (
            "\(random.int(1...90)).\(random.int(10...99))", "2026-0\(random.int(1...5))-1\(random.int(0...9))"
        )
        let ids = try await book.store.read { try $0.all(LedgerTransaction.self).map(\.id.uuidString) }
        let id = ids.isEmpty ? "none" : random.pick(ids)
        let categoryService = book.categories
        let reconciliation = ReconciliationService(store: book.store)
        switch random.int(0...21) {
        case 0...3:
            var entry = LedgerService.Entry(
                random.pick(LedgerService.Word.allCases), account: account, amount: amount, category: category)
            (entry.date, entry.movesOpening, entry.isCleared) = (date, random.chance(1, in: 4), random.chance(1, in: 2))
            entry.payee = random.pick([nil, "Spar", "Bar"])
            if random.chance(1, in: 4) { entry.splits = ["\(second)=1.00"] }
            _ = try await book.service.enter(entry, today)
        case 4...5:
            var transfer = LedgerService.Transfer(from: account, to: other, amount: amount)
            (transfer.date, transfer.fee) = (date, random.pick([nil, "0.50"]))
            transfer.arrives = random.pick([nil, "12"])
            _ = try await book.service.transfer(transfer, today)
        case 6: _ = try await book.service.repeat(id, amount: random.pick([nil, amount]), date: nil, today)
        case 7...8:
            var correction = LedgerService.Correction()
            (correction.amount, correction.date) = (random.pick([nil, amount]), random.pick([nil, date]))
            (correction.payee, correction.account) = (random.pick([nil, "Aldi"]), random.pick([nil, other]))
            correction.unlocks = random.chance(1, in: 3)
            _ = try await book.service.correct(id, correction, today)
        case 9: _ = try await book.service.delete(id, unlocks: random.chance(1, in: 3), today)
        case 10: _ = try await book.service.categorise([id], as: category, today)
        case 11: _ = try await book.service.mark([id], as: random.pick(["cleared", "uncleared"]), in: nil, today)
        case 12: _ = try await categoryService.rename(category, to: random.pick(["Food", "Fun", "Other"]), today)
        case 13: _ = try await categoryService.move(category, below: random.pick(["", second]), today)
        case 14: _ = try await categoryService.merge(category, into: second, today)
        case 15: _ = try await categoryService.add(random.pick(categories), kind: nil, icon: nil, color: nil, today)
        case 16:
            var fields = RuleService.Fields()
            (fields.name, fields.conditions) = (random.pick(["One", "Two"]), ["payee contains spar"])
            fields.settings = ["category=\(category)", "tag=t"]
            _ = try await RuleService(store: book.store).add(fields, today)
        case 17: _ = try await RuleService(store: book.store).apply([], in: nil, today)
        case 18:
            let balance = try await book.balance(account)
            var request = ReconciliationService.Request(
                account: account, statement: balance.amountText, day: "2026-05-\(random.int(10...20))")
            (request.clearsAll, request.adjusts) = (true, true)
            _ = try await reconciliation.reconcile(request, today)
        case 19: _ = try await reconciliation.withdraw(account, today)
        case 20:
            let accounts = AccountService(store: book.store)
            if random.chance(1, in: 2) {
                _ = try await accounts.close("Spare", transferTo: "Bank", today)
            } else {
                _ = try await accounts.reactivate("Spare", today)
            }
        default:
            try await book.enter(
                "Date,Payee,Amount\n\(date),Spar,-\(amount)\n2026-05-02,Bar,-3.00\n", account: account
            ) {
                ($0.movesOpening, $0.pairs) = (true, true)
            }
        }
    }

    private static func state(_ store: MemoryStore) async throws -> [String] {
        try await store.read { reader in
            var lines: [String] = []
            try reader.forEachRecord { lines.append("\($0.summary) \($0.cells)") }
            return lines
        }
    }
}
