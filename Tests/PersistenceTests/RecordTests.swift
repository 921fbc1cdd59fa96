import Foundation
import Models
import Persistence
import Planning
import StoreSamples
import Testing

@Suite("Every store keeps records exactly")
struct RecordTests {
    @Test(arguments: StoreKind.allCases)
    func `A record is read back as it was written, updated and deleted`(_ kind: StoreKind) async throws {
        try await kind.withStore { store in
            let ends: [Record] = [Record(try goal(1)), Record(asset(2))]
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
            address: "0x00000000219ab540356cBB839Cbe05303d7705Fa", source: "exec", reference: "wallet 'one'")
        let share = AssetAllocation(assetID: UUID(2), goalID: UUID(1), size: .share(try Share("33.3333%")))
        let fixed = AssetAllocation(
            assetID: UUID(2), goalID: UUID(1), size: .fixed(try money("0.123456789012345678901234567891", .usdc)))
        let rest = AssetAllocation(assetID: UUID(2), goalID: UUID(1), size: .rest)
        let wei = Transaction(
            id: UUID(12), assetID: UUID(2), amount: try money("-0.000000000000000001", .eth),
            day: try day("2024-02-29"), kind: .spending,
            entered: start, goalID: UUID(1), note: "", hash: "0xabc")
        let plan = MonthlyPlan(
            goalID: UUID(1), month: try CalendarMonth("2026-05"), scope: .standing, state: .protected,
            custom: try money("12.30"), adjusted: try money("0"))
        return [
            (Record(full), Record(try goal(10))), (Record(try goal(10, "")), Record(full)),
            (Record(wallet), Record(asset(11, "plain"))), (Record(asset(11)), Record(wallet)),
            (Record(share), Record(fixed)), (Record(fixed), Record(rest)),
            (Record(rest), Record(share)),
            (Record(wei), Record(try transaction(12, of: 2))),
            (Record(plan), Record(MonthlyPlan(goalID: UUID(1), month: plan.month, scope: .standing))),
            (Record(Household(displayCurrency: .usdc)), Record(Household(displayCurrency: .jpy))),
        ]
    }
}

extension Store {
    /// The record with the key, read by its type.
    func record(_ key: EntityKey) async throws -> Record? {
        try await read { reader in
            func found<E: Entity>(_ type: E.Type) throws -> Record? {
                try reader.find(type, key: key.cells).map { Record($0) }
            }
            return switch key.kind {
            case "goal": try found(Goal.self)
            case "asset": try found(Asset.self)
            case "allocation": try found(AssetAllocation.self)
            case "transaction": try found(Transaction.self)
            case "plan": try found(MonthlyPlan.self)
            case "month": try found(MonthExecution.self)
            default: try found(Household.self)
            }
        }
    }
}
