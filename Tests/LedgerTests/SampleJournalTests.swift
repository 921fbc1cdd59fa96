import FileFormats
import Foundation
import Ledger
import Persistence
import TestSupport
import Testing
import Values

/// Three years of a journal, in this ledger and in hledger.
struct SampleJournalTests {
    @Test(.enabled(if: JournalPrograms.path("hledger") != nil))
    func `balances and monthly income statement are those of hledger`() async throws {
        let hledger = try #require(JournalPrograms.path("hledger"))
        let book = try await TestLedger()
        let read = try await book.enter(SampleJournal.text, account: nil, name: "main.journal")
        #expect(read.value.count(.refused) == 0)
        #expect(read.warnings.map(\.code) == ["notRead", "assumedCurrency"])
        let (accounts, tree, booked) = try await book.store.read { reader in
            (
                try reader.all(Account.self), CategoryTree(try reader.all(Category.self)),
                try reader.all(LedgerTransaction.self).map { try BookedTransaction($0, in: reader) }
            )
        }
        var balances: [String: Money] = [:]
        for account in accounts { balances[account.name] = try await book.balance(account.name) }
        var months: [String: Money] = [:]
        for split in booked.flatMap(\.splits) {
            let id = try #require(split.categoryID)
            let kind = tree.byID[id]?.kind == .income ? "income" : "expenses"
            let key = "\(kind):\(tree.path(of: id)) \(split.day.month) \(split.amount.currency)"
            months[key] = try (months[key] ?? .zero(split.amount.currency)).adding(split.amount.negated)
        }
        let options = ["--flat", "-N", "-O", "csv", "--layout=bare"]
        try JournalPrograms.with(SampleJournal.text, "journal") { file in
            let shown = try JournalPrograms.run(hledger, ["-f", file, "bal", "assets", "liabilities"] + options)
            let rows = OtherProgramTests.table(shown.output).dropFirst()
            #expect(!rows.isEmpty, "\(shown.output)")
            for row in rows {
                let name = row[0].split(separator: ":").dropFirst().joined(separator: ":")
                let known = balances.removeValue(forKey: name).map { SlowLedger.fraction($0) }
                #expect(OtherProgramTests.number(row[2]) == known, "\(row)")
            }
            #expect(balances.values.filter { !$0.isZero }.isEmpty, "\(balances)")
            for month in 0..<36 {
                let first = CalendarDay(dayNumber: try day("2023-01-01").dayNumber).month.adding(months: month)
                let span = ["-b", "\(first.day(1))", "-e", "\(first.adding(months: 1).day(1))"]
                let shown = try JournalPrograms.run(
                    hledger, ["-f", file, "bal", "income", "expenses"] + span + options)
                for row in OtherProgramTests.table(shown.output).dropFirst() {
                    let key = "\(row[0]) \(first) \(row[1] == "$" ? "USD" : row[1])"
                    // The price of what was bought abroad is what the card gave for it.
                    if row[0] == "expenses:travel", month == 14 {
                        let paid = months.removeValue(forKey: "\(row[0]) \(first) EUR")
                        #expect(try paid == money("9.14 EUR"))
                        continue
                    }
                    let known = months.removeValue(forKey: key).map { SlowLedger.fraction($0) }
                    #expect(OtherProgramTests.number(row[2]) == known, "\(row)")
                }
            }
            #expect(months.values.filter { !$0.isZero }.isEmpty, "\(months)")
        }
    }
}
