import Foundation
import Models
import Persistence
import PersistenceSQLite
import StoreSamples

/// What the files in Fixtures hold. Each was written once by the version that brought its schema, and is never written anew.
enum ReleasedVersion: String, CaseIterable {
    /// Goals, assets, allocations, transactions and plans.
    case v1
    /// Months too.
    case v2

    func records() throws -> [Record] {
        self == .v1 ? try ReleasedVersion.first() : try ReleasedVersion.first() + ReleasedVersion.months()
    }

    private static func months() throws -> [Record] {
        var closed = MonthExecution(
            month: try CalendarMonth("2026-05"), startedAt: start, startDay: try day("2026-05-02"),
            convention: "payments", displayCurrency: .jpy,
            payments: [
                .init(
                    goalID: UUID(1), name: "Car", emoji: "🚗", date: try day("2026-06-01"),
                    required: try money("12.30"), requiredBound: .atMost, state: .protected,
                    custom: try money("12.30"), adjusted: try money("0"),
                    funding: [
                        .init(
                            assetID: UUID(4), asset: "Wallet 🪙", amount: try money("0.000001", .usdc), isComplete: false
                        )
                    ],
                    result: .init(contributed: try money("-0.01"), contributedBound: .unknown, funding: []))
            ],
            rates: [
                .init(
                    from: .usdc, to: .usd, rate: try Ratio(decimal: "0.999846"), path: [.usdc, .usd],
                    sources: ["table"], time: start, state: "fixed"),
                .init(
                    from: .usd, to: .jpy, rate: Ratio(1000, over: 7) ?? .one, path: [.usd, .btc, .jpy],
                    sources: ["a", "b"], time: start, state: "live"),
            ])
        closed.closedAt = start
        closed.closeDay = try day("2026-05-31")
        let executing = MonthExecution(
            month: try CalendarMonth("2026-06"), startedAt: start, startDay: try day("2026-06-01"),
            convention: "calendarMonths", displayCurrency: .usd, payments: [], rates: [])
        return [.month(closed), .month(executing)]
    }

    private static func first() throws -> [Record] {
        let snapshot = GoalSnapshot(
            day: try day("2026-06-30"), saved: try money("1199.99"), isComplete: false,
            funding: [
                .init(asset: "Wallet 🪙", amount: try money("0.000000000000000001", .eth), rate: "3133.7"),
                .init(asset: "Unknown", amount: try money("1", .btc), rate: nil),
            ])
        let finished = Goal(
            id: UUID(2), name: "Größe \"'; 名前", emoji: "🚗", details: "Line\nline", link: "https://example.org/?a=1",
            target: try money("12345678901234567890123456789012345678", .jpy), start: try day("2024-02-29"),
            deadline: try day("2030-12-31"), reminder: .biweekly, lifecycle: .finished, snapshot: snapshot)
        let wallet = Asset(
            id: UUID(4), name: "Wallet", currency: .usdc, chain: "ethereum",
            address: "0x00000000219ab540356cBB839Cbe05303d7705Fa")
        let claims: [AssetAllocation.Claim] = [
            .share(try Share("33.3333%")), .rest,
            .earmark(try money("0.123456789012345678901234567891", .usdc)),
        ]
        return [
            .goal(try goal(1)), .goal(finished), .asset(asset(3)), .asset(wallet),
            .allocation(AssetAllocation(assetID: UUID(3), goalID: UUID(1), claim: claims[0])),
            .allocation(AssetAllocation(assetID: UUID(3), goalID: UUID(2), claim: claims[1])),
            .allocation(AssetAllocation(assetID: UUID(4), goalID: UUID(1), claim: claims[2])),
            .transaction(
                Transaction(
                    id: UUID(5), assetID: UUID(4), amount: try money("-0.000001", .usdc), day: try day("2026-02-01"),
                    note: "fee", hash: "0xabc")),
            .transaction(try transaction(6, of: 3, "1000.50")),
            .plan(
                MonthlyPlan(
                    goalID: UUID(1), month: try CalendarMonth("2026-05"), scope: .standing, state: .protected,
                    custom: try money("12.30"), adjusted: try money("0"))),
            .plan(MonthlyPlan(goalID: UUID(1), month: try CalendarMonth("2026-06"), state: .skipped)),
        ]
    }

    /// Writes the file as the version did.
    func write(_ path: String) async throws {
        let store = try SQLiteStore(path: path, now: { start })
        try await store.apply(try records().map(Change.insert), "first")
        try await store.apply([.insert(.asset(asset(7)))], "second")
        try await History(store: store).undo(.test("undo"))
        try store.close()
    }
}
