import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@testable import Allocation
@testable import Planning

@Suite("MO2: many transactions of one write") struct FundingBatchTests {
    private let funding = FundingSources(followers: [MonthStarts()])

    private func enter(
        _ transactions: [Transaction], of asset: Asset, in store: MemoryStore, asBatch: Bool, on today: String
    ) async throws {
        try await funding.write(call(today), in: store) { writer in
            guard asBatch else {
                for transaction in transactions { try writer.insert(transaction) }
                return
            }
            var batch = try FundingBatch(writer)
            for transaction in transactions {
                let there = try batch.enter(transaction, in: asset)
                #expect(there == nil)
                // The same again is there already, whether it was entered or waits.
                let same = try batch.enter(transaction, in: asset)
                #expect(same == transaction)
            }
            try batch.finish()
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `a month counts a batch as its transactions one by one`(_ seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let car = try goal(target: "70000 USD", start: "2024-06-01")
        let wallet = Asset(id: UUID(), name: "Wallet", currency: .usd)
        for round in 0..<12 {
            let stores = [MemoryStore(), MemoryStore()]
            let isStarted = round % 4 > 0
            // A month that is over and not closed, and the one that follows it, are followed apart.
            let today = random.pick(["2024-06-20", "2024-06-30", "2024-07-05"])
            for store in stores {
                try await store.add(
                    Record(car), Record(wallet),
                    Record(AssetAllocation(assetID: wallet.id, goalID: car.id, size: .rest)))
                try await store.add("100", to: wallet, on: "2024-01-01")
                if isStarted { try await store.take(.start, on: "2024-06-01") }
            }
            var own = Money.zero(.usd)
            let transactions = try (0..<random.int(1...40)).map { _ in
                let isOwn = random.chance(1, in: 3)
                let amount = try money("\(random.int(1...99)) USD")
                let date = try day(
                    isOwn ? "2024-06-\(random.int(10...20))" : "2024-0\(random.int(1...4))-\(random.int(10...28))")
                let kind = random.chance(1, in: 5) ? Transaction.Kind.opening : .manual
                if isOwn, kind == .manual { own = try own.adding(amount) }
                return Transaction(
                    id: UUID(), assetID: wallet.id, amount: amount, day: date, kind: kind,
                    entered: try call(today).now)
            }
            try await enter(transactions, of: wallet, in: stores[0], asBatch: false, on: today)
            try await enter(transactions, of: wallet, in: stores[1], asBatch: true, on: today)
            let months = try await stores[0].read { try $0.all(MonthExecution.self) }
            #expect(try await stores[1].read { try $0.all(MonthExecution.self) } == months, "seed \(seed), \(round)")
            for store in stores {
                let there = try await store.read { try $0.all(Transaction.self) }
                #expect(Set(there).isSuperset(of: transactions) && there.count == transactions.count + 1)
            }
            #expect(months.isEmpty != isStarted)
            guard isStarted else { continue }
            #expect(try await stores[1].month("2024-06", on: today).contributed == own, "seed \(seed), \(round)")
        }
    }
}
