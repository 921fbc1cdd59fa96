import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// How assets are named in a journal when there are many.
struct JournalAccountTests {
    private static func accounts(_ names: [String]) throws -> [String] {
        var random = SeededGenerator(seed: 5)
        let assets = try names.map { Asset(id: random.uuid(), name: $0, currency: try currency("EUR")) }
        let writer = JournalWriter(.hledger, assets)
        return assets.compactMap { writer.accounts[$0.id] }
    }

    @Test(arguments: [
        (["a", "a", "a"], ["assets:a", "assets:a-2", "assets:a-3"]),
        (["a", "A", "a-2", "a"], ["assets:a", "assets:A-2", "assets:a-2-2", "assets:a-3"]),
        (["a-2", "a", "a", "a-2"], ["assets:a-2", "assets:a", "assets:a-3", "assets:a-2-2"]),
    ])
    func `those of one name get numbers`(names: [String], accounts: [String]) throws {
        #expect(try Self.accounts(names) == accounts)
    }

    @Test func `three thousand of one name have as many accounts`() throws {
        let accounts = try Self.accounts((0..<3000).map { $0.isMultiple(of: 3) ? "Pot" : "pot \($0 % 7)" })
        #expect(Set(accounts.map { $0.lowercased() }).count == 3000)
    }

    @Test(arguments: [JournalDialect.hledger, .ledger, .beancount])
    func `each transaction is written with its asset, and each balance is that of its transactions`(
        dialect: JournalDialect
    ) throws {
        var random = SeededGenerator(seed: 6)
        let assets = try (0..<50).map { Asset(id: random.uuid(), name: "Pot \($0)", currency: try currency("EUR")) }
        let transactions = try (0..<400).map { number in
            Transaction(
                id: random.uuid(), assetID: random.pick(assets).id,
                amount: try Money("\(random.int(1...999)).\(random.int(10...99))", try currency("EUR")),
                day: CalendarDay(dayNumber: 20_000 + number / 4), entered: Date(timeIntervalSince1970: 1),
                note: "n\(number)")
        }
        let writer = JournalWriter(dialect, assets)
        let text = try writer.text(assets, transactions, tagged: [], on: CalendarDay(dayNumber: 20_200))
        let lines = text.split(separator: "\n").map(String.init)
        for (number, transaction) in transactions.enumerated() {
            let place = try #require(lines.firstIndex { $0.contains("n\(number)") && !$0.contains("n\(number)0") })
            let account = try #require(writer.accounts[transaction.assetID])
            let posting = lines[place...].first { $0.contains(account) }
            #expect(posting?.contains(transaction.amount.amountText) == true, "n\(number)")
        }
        for asset in assets {
            let own = transactions.filter { $0.assetID == asset.id }
            guard !own.isEmpty else { continue }
            let sum = try own.reduce(Money.zero(asset.currency)) { try $0.adding($1.amount) }
            let account = try #require(writer.accounts[asset.id])
            let last = lines.last { $0.contains("\(account) ") }
            #expect(last?.contains(sum.amountText) == true, "\(account)")
        }
    }
}
