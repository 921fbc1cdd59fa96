import Allocation
import Foundation
import Models
import Persistence
import PersistenceSQLite
import Planning
import StoreSamples
import Testing

/// What the files in Fixtures hold. Each was written once by the version that brought its layout, and is never written anew.
enum ReleasedVersion: String, CaseIterable {
    /// Goals, assets, allocations, transactions and plans.
    case v1
    /// Months too.
    case v2
    /// Kinds by their descriptions: amendments, kinds of transactions, sources of assets, the household.
    case v3
    /// Version 2 of goals, plans and months: snapshots know their assets.
    case v4

    /// Whether the layout had a fixed list of kinds, and is brought up to date when it is opened.
    var isOld: Bool { self == .v1 || self == .v2 }

    /// The layout of the file.
    var layout: Int {
        switch self {
        case .v1: 1
        case .v2: 2
        case .v3, .v4: 3
        }
    }

    /// What the first entry of the journal inserts, and the file still holds.
    func records() throws -> [Record] {
        switch self {
        // What old files did not keep is added beside the first goal.
        case .v1: try ReleasedVersion.first() + [Record(Household(displayCurrency: .usd))]
        case .v2: try ReleasedVersion.first() + ReleasedVersion.months() + [Record(Household(displayCurrency: .usd))]
        case .v3: try ReleasedVersion.first() + ReleasedVersion.months() + ReleasedVersion.third()
        case .v4:
            try ReleasedVersion.fourth() + ReleasedVersion.first() + ReleasedVersion.months()
                + ReleasedVersion.third()
        }
    }

    /// A copy of the file in a folder.
    func copy(to folder: String) throws -> String {
        let fixture = try #require(
            Bundle.module.url(forResource: rawValue, withExtension: "sqlite", subdirectory: "Fixtures"))
        let path = folder + "/store.sqlite"
        try FileManager.default.copyItem(atPath: fixture.path, toPath: path)
        return path
    }

    private static func fourth() throws -> [Record] {
        var ended = try goal(9)
        ended.name = "Reminded"
        ended.reminder = .weekly
        ended.lifecycle = .finished
        ended.snapshot = GoalSnapshot(
            day: try day("2026-06-30"), saved: try money("12.34"), isComplete: true,
            funding: [.init(asset: "Savings", amount: try money("12.34"), rate: "1", assetID: UUID(3))])
        return [Record(ended)]
    }

    private static func third() throws -> [Record] {
        var month = MonthExecution(
            month: try CalendarMonth("2026-04"), startedAt: start, startDay: try day("2026-04-01"),
            window: ContributionWindow(after: try day("2026-03-31")), convention: "payments", displayCurrency: .usd,
            payments: [
                .init(
                    goalID: UUID(1), name: "Car", emoji: nil, date: try day("2026-05-01"),
                    required: try money("100"), level: try money("100"), planned: nil, state: .flexible,
                    custom: nil,
                    funding: [.init(assetID: UUID(3), asset: "Savings", amount: try money("7"), isComplete: true)],
                    amendments: [
                        .init(
                            instant: start.addingTimeInterval(60), state: .protected, was: try money("100"),
                            becomes: try money("40.50"), custom: nil, adjusted: try money("40.50")),
                        .init(
                            instant: start.addingTimeInterval(61.001), state: .skipped, was: try money("40.50"),
                            becomes: try money("0"), custom: nil),
                    ],
                    result: .init(
                        contributed: try money("12"), contributedBound: .atLeast, released: try money("3.25"),
                        funding: [
                            .init(assetID: UUID(3), asset: "Savings", amount: try money("19"), isComplete: true)
                        ]))
            ], rates: [])
        month.closedAt = start.addingTimeInterval(86_400)
        month.closeDay = try day("2026-04-30")
        let sourced = Asset(
            id: UUID(8), name: "Fund \"'\u{1}", currency: .eth, source: "exec", reference: "account 7, ä\nline")
        let transactions = try Transaction.Kind.allCases.enumerated().map { index, kind in
            Transaction(
                id: UUID(30 + index), assetID: UUID(8), amount: try money("-0.000000000000000001", .eth),
                day: try day("2026-03-0\(index + 1)"), kind: kind,
                entered: start.addingTimeInterval(Double(index) + 0.001), goalID: kind == .spending ? UUID(2) : nil)
        }
        return [Record(month), Record(sourced), Record(Household(displayCurrency: .usdc))]
            + transactions.map { Record($0) }
    }

    private static func months() throws -> [Record] {
        var closed = MonthExecution(
            month: try CalendarMonth("2026-05"), startedAt: start, startDay: try day("2026-05-02"),
            window: ContributionWindow(after: try day("2026-04-30")), convention: "payments", displayCurrency: .jpy,
            payments: [
                .init(
                    goalID: UUID(1), name: "Car", emoji: "🚗", date: try day("2026-06-01"),
                    required: try money("12.30"), requiredBound: .atMost, level: try money("12.30"),
                    planned: try money("12.30"), state: .protected, custom: try money("12.30"),
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
            window: ContributionWindow(after: try day("2026-05-31")), convention: "calendarMonths",
            displayCurrency: .usd, payments: [], rates: [])
        return [Record(closed), Record(executing)]
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
        let sizes: [AssetAllocation.Size] = [
            .share(try Share("33.3333%")), .rest,
            .fixed(try money("0.123456789012345678901234567891", .usdc)),
        ]
        return [
            Record(try goal(1)), Record(finished), Record(asset(3)), Record(wallet),
            Record(AssetAllocation(assetID: UUID(3), goalID: UUID(1), size: sizes[0])),
            Record(AssetAllocation(assetID: UUID(3), goalID: UUID(2), size: sizes[1])),
            Record(AssetAllocation(assetID: UUID(4), goalID: UUID(1), size: sizes[2])),
            Record(
                Transaction(
                    id: UUID(5), assetID: UUID(4), amount: try money("-0.000001", .usdc), day: try day("2026-02-01"),
                    entered: start, note: "fee", hash: "0xabc")),
            Record(try transaction(6, of: 3, "1000.50")),
            Record(
                MonthlyPlan(
                    goalID: UUID(1), month: try CalendarMonth("2026-05"), scope: .standing, state: .protected,
                    custom: try money("12.30"), customPlan: try money("12.30"), adjusted: try money("0"))),
            Record(MonthlyPlan(goalID: UUID(1), month: try CalendarMonth("2026-06"), state: .skipped)),
        ]
    }

    /// Writes the file as this version does, which only the newest can be written with.
    func write(_ path: String) async throws {
        let store = try SQLiteStore(path: path, kinds: .samples, now: { start })
        try await store.apply(try records().map(Change.insert), "first")
        try await store.apply([.insert(Record(asset(7)))], "second")
        try await History.ofSamples.undo(in: store, .test("undo"))
        try store.close()
    }
}
