import Foundation
import Models
import Persistence
import StoreSamples
import Testing

@Suite("Every store keeps records exactly")
struct RecordTests {
    @Test(arguments: StoreKind.allCases)
    func `A record is read back as it was written, updated and deleted`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let ends: [Record] = [.goal(try goal(1)), .asset(asset(2))]
            try await store.apply(ends.map(Change.insert))
            for (before, after) in try RecordTests.pairs() {
                try await store.apply([.insert(before)])
                #expect(try await store.record(before.key) == before)
                try await store.apply([.update(before, to: after)])
                #expect(try await store.record(before.key) == after)
                try await store.apply([.delete(after)])
                #expect(try await store.record(before.key) == nil)
            }
            let contents = try await store.contents()
            #expect(contents.goals.count == 1 && contents.assets.count == 1)
            #expect(contents.allocations.isEmpty && contents.transactions.isEmpty && contents.plans.isEmpty)
        }
    }

    /// One record of each kind and form, and what it is changed to.
    private static func pairs() throws -> [(Record, Record)] {
        let snapshot = GoalSnapshot(
            day: try day("2026-06-30"), saved: try money("1199.99"), isComplete: false,
            funding: [
                .init(asset: "Wallet 🪙", amount: try money("0.000000000000000001", .eth), rate: "3133.7"),
                .init(asset: "Unknown", amount: try money("1", .btc), rate: nil),
            ])
        let full = Goal(
            id: UUID(10), name: "👨‍👩‍👧‍👦 Größe \"'; DROP TABLE goals; --", emoji: "🚗", details: "Line\nline\u{0}nul",
            link: "https://example.org/?a=1&b=%20", target: try money("12345678901234567890123456789012345678", .jpy),
            start: try day("0001-01-01"), deadline: try day("9999-12-31"), reminder: .biweekly, lifecycle: .finished,
            snapshot: snapshot)
        let wallet = Asset(
            id: UUID(11), name: "Ünïcode 名前", currency: .usdc, chain: "ethereum",
            address: "0x00000000219ab540356cBB839Cbe05303d7705Fa")
        let share = AssetAllocation(assetID: UUID(2), goalID: UUID(1), claim: .share(try Share("33.3333%")))
        let earmark = AssetAllocation(
            assetID: UUID(2), goalID: UUID(1), claim: .earmark(try money("0.123456789012345678901234567891", .usdc)))
        let rest = AssetAllocation(assetID: UUID(2), goalID: UUID(1), claim: .rest)
        let wei = Transaction(
            id: UUID(12), assetID: UUID(2), amount: try money("-0.000000000000000001", .eth),
            day: try day("2024-02-29"), note: "", hash: "0xabc")
        let plan = MonthlyPlan(
            goalID: UUID(1), month: try CalendarMonth("2026-05"), scope: .standing, state: .protected,
            custom: try money("12.30"), adjusted: try money("0"))
        return [
            (.goal(full), .goal(try goal(10))), (.goal(try goal(10, "")), .goal(full)),
            (.asset(wallet), .asset(asset(11, "plain"))), (.asset(asset(11)), .asset(wallet)),
            (.allocation(share), .allocation(earmark)), (.allocation(earmark), .allocation(rest)),
            (.allocation(rest), .allocation(share)),
            (.transaction(wei), .transaction(try transaction(12, of: 2))),
            (.plan(plan), .plan(MonthlyPlan(goalID: UUID(1), month: plan.month, scope: .standing))),
        ]
    }
}

extension Store {
    /// The record with the key, read by id where the store offers it, else out of its list.
    func record(_ key: Record.Key) async throws -> Record? {
        try await read { reader in
            switch key {
            case .goal(let id): try reader.goal(id).map(Record.goal)
            case .asset(let id): try reader.asset(id).map(Record.asset)
            case .allocation: try reader.allocations().map(Record.allocation).first { $0.key == key }
            case .transaction: try reader.transactions(of: nil).map(Record.transaction).first { $0.key == key }
            case .plan: try reader.plans().map(Record.plan).first { $0.key == key }
            case .month: try reader.months().map(Record.month).first { $0.key == key }
            }
        }
    }
}
