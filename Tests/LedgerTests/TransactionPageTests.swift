import Foundation
import Ledger
import TestSupport
import Testing
import Values

/// Pages of transactions.
struct TransactionPageTests {
    @Test(arguments: SeededGenerator.seeds)
    func `pages are the whole list, whatever is looked for`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let book = try await TestLedger("Bank EUR 0 2020-01-01", "Cash EUR 0 2024-06-01")
        try await book.addCategories(["Food": .expense, "Fun": .expense])
        for _ in 0..<90 {
            let account = random.pick(["Bank", "Cash"])
            let first = try day(account == "Bank" ? "2020-01-01" : "2024-06-01")
            let date = first.adding(days: random.int(0...(try first.days(until: day("2026-07-01")))))
            _ = try await book.expense(
                account, "\(random.int(1...90))", random.pick(["Food", "Fun", nil]), on: "\(date)",
                payee: random.pick(["Spar", "Aldi", nil]))
        }
        for today in ["2026-05-20", "2024-08-01"] {
            var call = try call("2026-05-20")
            call.today = try day(today)
            for number in 0..<8 {
                var query = TransactionQuery()
                query.account = random.pick([nil, "Bank", "Cash"])
                query.category = random.pick([nil, "Food"])
                query.payee = random.pick([nil, nil, "spar"])
                query.order = number % 4 == 3 ? .amount : .day
                if random.chance(1, in: 3) {
                    query.period = try LedgerPeriod(from: day("2021-03-01"), through: day("2025-02-01"))
                }
                let whole = try await book.service.transactions(query, call).value
                #expect(whole.next == nil)
                if query.order == .day {
                    let days = whole.transactions.map(\.transaction.day)
                    #expect(days == days.sorted(by: >))
                }
                query.limit = random.int(1...20)
                var pages: [[ListedTransaction]] = []
                repeat {
                    let page = try await book.service.transactions(query, call).value
                    pages.append(page.transactions)
                    query.after = page.next?.uuidString
                } while query.after != nil
                let place: Comment = "seed \(seed), \(today), query \(number)"
                #expect(pages.dropLast().allSatisfy { $0.count == query.limit }, place)
                #expect(
                    pages.joined().map(\.transaction.id) == whole.transactions.map(\.transaction.id), place)
                #expect(
                    pages.joined().map { $0.lines.map(\.balance) }
                        == whole.transactions.map { $0.lines.map(\.balance) },
                    place)
                query.after = UUID().uuidString
                await #expect(throws: LedgerError.lostPage) { try await book.service.transactions(query, call) }
            }
        }
    }
}
