import Allocation
import ExchangeRates
import FlexAdjustment
import Foundation
import Models
import Persistence
import Planning
import StoreSamples
import Testing

import struct TestSupport.SeededGenerator

@Suite("A year of undo")
struct YearOfUndoTests {
    @Test(arguments: StoreKind.allCases)
    func `500 commands through the services are taken back one by one through every state, and brought again`(
        _ kind: StoreKind
    ) async throws {
        let seed = UInt64.random(in: 0...999_999)
        print("A year of undo: seed \(seed)")
        try await kind.withStore { store in
            var year = try HouseholdYear(store: store, seed: seed)
            var states = [try await store.contents()]
            while states.count <= 500 {
                let before = try await store.journal(limit: 1).first?.number ?? 0
                let isDone = try await year.command()
                let state = try await store.contents()
                let isWritten = try await store.journal(limit: 1).first?.number == before + 1
                if isWritten { states.append(state) } else { #expect(state == states.last, "seed \(seed)") }
                #expect(isDone || !isWritten, "seed \(seed): a refused command wrote")
            }
            #expect(states.contains { $0.goals.contains { $0.lifecycle == .finished && $0.snapshot != nil } })
            #expect(states.contains { $0.months.contains(where: \.isClosed) })
            #expect(states.contains { !$0.plans.isEmpty && !$0.allocations.isEmpty && !$0.transactions.isEmpty })
            let history = History.ofSamples
            for number in (0..<500).reversed() {
                try await history.undo(in: store, .test("undo"))
                #expect(try await store.contents() == states[number], "seed \(seed), back to \(number)")
            }
            await #expect(throws: HistoryError.nothingToUndo) { try await history.undo(in: store, .test()) }
            for number in 1...500 {
                try await history.redo(in: store, .test("redo"))
                #expect(try await store.contents() == states[number], "seed \(seed), on to \(number)")
            }
            await #expect(throws: HistoryError.nothingToRedo) { try await history.redo(in: store, .test()) }
        }
    }
}

/// A household that does something with its goals and assets every day or so, through the services that programs use.
private struct HouseholdYear {
    private let store: any Store
    private let rates: ExchangeRateService
    private var random: SeededGenerator
    private var today = CalendarDay(dayNumber: 20_454)

    init(store: any Store, seed: UInt64) throws {
        self.store = store
        random = SeededGenerator(seed: seed)
        let table = try FixedRateTable(csv: "from,to,rate,date\nBTC,USD,60000,\nUSD,JPY,150,\n", fileTime: start)
        rates = ExchangeRateService(providers: [FixedRates(table)])
    }

    /// Does one thing; false when it is refused, as much of what is tried at random has to be.
    mutating func command() async throws -> Bool {
        if random.chance(2, in: 3) { today = today.adding(days: 1) }
        do {
            try await tryCommand()
            return true
        } catch is AllocationError {
        } catch is LifecycleError {
        } catch is PaymentDecisionError {
        } catch is Models.ValidationError {
        } catch is FlexError {
        } catch is MonthError {
        } catch is Missing {}
        return false
    }

    private struct Missing: Error {}

    private mutating func tryCommand() async throws {
        let (id, number, today) = (random.uuid(), random.int(1...5_000), today)
        let (goals, assets) = try await store.read { (try $0.all(Goal.self), try $0.all(Asset.self)) }
        func some<Item>(_ items: [Item]) throws -> Item {
            guard !items.isEmpty else { throw Missing() }
            return random.pick(items)
        }
        switch random.int(0...17) {
        case 0:
            let goal = Goal(
                id: id, name: "Goal \(number)", target: try Money("\(number)", random.pick([.usd, .jpy])), start: today,
                deadline: today.adding(days: random.int(20...500)))
            try await write { try $0.insert(goal) }
        case 1:
            let asset = Asset(id: id, name: "Asset \(number)", currency: random.pick([.usd, .btc]))
            try await write { try $0.insert(asset) }
        case 2...5:
            let asset = try some(assets)
            let amount = try Money("\(random.chance(1, in: 4) ? "-" : "")\(number).25", asset.currency)
            let transaction = Transaction(
                id: id, assetID: asset.id, amount: amount, day: today, entered: today.startInUTC, note: "n\(number)")
            try await write { try $0.insertUnfollowed(transaction) }
        case 6...8:
            let (asset, goal) = (try some(assets), try some(goals))
            let sizes: [AssetAllocation.Size] = [
                .rest, .share(try Share(units: random.int(1...600_000))),
                .fixed(try Money("\(number)", asset.currency)),
            ]
            let size = random.pick(sizes)
            try await write {
                _ = try AllocationChanges(
                    FundingWriter($0, Call(now: today.startInUTC, today: today, program: "test", command: "test"))
                ).allocate(asset, to: goal, size: size)
            }
        case 9:
            let (asset, goal, isEven) = (try some(assets), try some(goals), random.chance(1, in: 2))
            try await write { writer in
                let service = AllocationChanges(
                    FundingWriter(writer, Call(now: today.startInUTC, today: today, program: "test", command: "test")))
                if isEven {
                    _ = try service.allocateEvenly(asset)
                } else {
                    _ = try service.unallocate(asset, from: goal)
                }
            }
        case 10:
            let old = try some(goals)
            var new = old
            new.target = try Money("\(number)", old.currency)
            let changed = new
            try await write { try $0.update(old, to: changed) }
        case 11:
            let (goal, lifecycle) = (try some(goals), random.pick(Goal.Lifecycle.allCases))
            try await write {
                _ = try GoalChanges(
                    FundingWriter($0, Call(now: today.startInUTC, today: today, program: "test", command: "test"))
                ).move(goal, to: lifecycle)
            }
        case 12: try await plan(number)
        case 13:
            let plan = try FlexPlanner(try await report()).plan(
                FlexRequest(target: .factor(try Ratio(decimal: "0.\(random.int(50...99))"))))
            try await write { writer in
                var decisions = try PaymentDecisions(
                    writer, Call(now: today.startInUTC, today: today, program: "test", command: "test"))
                try decisions.keep(plan.rows.map { ($0.plan, $0.payment) })
                try decisions.finish()
            }
        case 14:
            let finished = try some(try await report().rows).plan.progress
            try await write {
                _ = try GoalChanges(
                    FundingWriter($0, Call(now: today.startInUTC, today: today, program: "test", command: "test"))
                ).end(finished, as: .finished, on: today)
            }
        case 15, 16: try await step()
        default:
            guard random.chance(1, in: 3) else { throw Missing() }
            if random.chance(1, in: 2) {
                let goal = try some(goals)
                try await write {
                    try GoalChanges(
                        FundingWriter($0, Call(now: today.startInUTC, today: today, program: "test", command: "test"))
                    ).deleteWithPlans(goal)
                }
            } else {
                let asset = try some(assets)
                try await write {
                    try FundingWriter(
                        $0, Call(now: today.startInUTC, today: today, program: "test", command: "test")
                    ).deleteWhole(asset)
                }
            }
        }
    }

    private mutating func plan(_ number: Int) async throws {
        let rows = try await report().rows
        guard !rows.isEmpty else { throw Missing() }
        let (row, state) = (random.pick(rows), random.pick(FlexState.allCases))
        let custom = random.chance(1, in: 3) ? try Money("\(number)", row.plan.goal.currency) : nil
        let (clears, isStanding, today) = (random.chance(1, in: 4), random.chance(1, in: 3), today)
        try await write { writer in
            var decisions = try PaymentDecisions(
                writer, Call(now: today.startInUTC, today: today, program: "test", command: "test"))
            _ = try decisions.decide(
                row.plan, state: state, custom: custom, clearsCustom: clears, isStanding: isStanding)
            try decisions.finish()
        }
    }

    /// A step of a month: mostly back and forth between a draft and a closed month.
    private mutating func step() async throws {
        let step = random.pick([MonthService.Step.start, .start, .close, .close, .undo])
        _ = try await MonthService(store: store, rates: rates, settings: PlanningSettings(undoGrace: .seconds(864_000)))
            .take(
                step, of: nil, request)
    }

    private var request: MonthlyPlanningService.Request {
        .init(
            call: Call(now: today.startInUTC, today: today, program: "test", command: "plan"),
            convention: .payments(.day(1)), displayCurrency: .usd)
    }

    private func report() async throws -> MonthlyPlanReport {
        try await MonthlyPlanningService(store: store, rates: rates).plan(request)
    }

    private func write(_ body: @Sendable (any StoreWriter) throws -> Void) async throws {
        try await store.write(.test("command")) { try body($0) }
    }
}
