import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@Suite("L4: what a goal held is freed when it is over") struct GoalLifecycleServiceTests {
    private let store = MemoryStore()
    private let wallet: Asset
    private let car: Goal
    private let home: Goal

    init() async throws {
        wallet = try asset("Wallet", "BTC")
        car = try goal("Car")
        home = try goal("Home")
        try await store.add(Record(wallet), Record(car), Record(home))
        try await store.deposit("2", to: wallet)
        try await store.allocate(wallet, to: car, .share(Share("50%")))
        try await store.allocate(wallet, to: home, .share(Share("50%")))
    }

    private func move(_ goal: Goal, to lifecycle: Goal.Lifecycle) async throws -> Goal {
        try await store.write(origin) { try GoalChanges(FundingWriter($0, call(today))).move(goal, to: lifecycle) }
    }

    private func progress(of goal: Goal) async throws -> GoalProgress {
        let snapshot = try await store.read { try AllocationSnapshot(from: $0, today: today) }
        let funding = try #require(snapshot.fundings().byGoal[goal.id])
        return GoalCalculationService(rates: try rates(("BTC", "USD", "3000.5", .live))).progress(
            of: goal, funding: funding)
    }

    @Test func `cancelling keeps what there was and releases the allocations of the goal alone`() async throws {
        let progress = try await progress(of: car)
        let cancelled = try await store.write(origin) {
            try GoalChanges(FundingWriter($0, call(today))).end(progress, as: .cancelled, on: today)
        }
        #expect(cancelled.lifecycle == .cancelled)
        #expect(try cancelled.snapshot?.saved == money("3000.50 USD"))
        #expect(try await store.sizes() == [home.id: .share(Share("50%"))])
    }

    @Test(arguments: [Goal.Lifecycle.paused, .archived])
    func `pausing and archiving keep them, and can be taken back`(lifecycle: Goal.Lifecycle) async throws {
        let moved = try await move(car, to: lifecycle)
        #expect(try await store.sizes().count == 2)
        #expect(try await move(moved, to: .active) == car)
    }

    @Test func `finishing keeps what there was and frees the allocations`() async throws {
        let progress = try await progress(of: car)
        let finished = try await store.write(origin) {
            try GoalChanges(FundingWriter($0, call(today))).end(progress, as: .finished, on: today)
        }
        #expect(finished.lifecycle == .finished)
        #expect(
            try finished.snapshot
                == GoalSnapshot(
                    day: today, saved: money("3000.50 USD"), isComplete: true,
                    funding: [.init(asset: "Wallet", amount: money("1 BTC"), rate: "3000.5", assetID: wallet.id)]))
        #expect(try await store.read { try $0.find(Goal.self, car.id) } == finished)
        #expect(try await store.sizes() == [home.id: .share(Share("50%"))])
    }

    @Test func `a goal cannot be finished without a snapshot`() async throws {
        await #expect(throws: LifecycleError.self) { try await move(car, to: .finished) }
        #expect(try await store.read { try $0.find(Goal.self, car.id) } == car)
        #expect(try await store.sizes().count == 2)
    }

    @Test(arguments: [Goal.Lifecycle.finished, .cancelled])
    func `what is over stays over`(lifecycle: Goal.Lifecycle) async throws {
        let over = try goal("Over", lifecycle: lifecycle)
        try await store.add(Record(over))
        await #expect(throws: LifecycleError.isOver(goal: "Over", lifecycle, wanted: .active)) {
            try await move(over, to: .active)
        }
        await #expect(throws: LifecycleError.alreadyThere(goal: "Over", lifecycle)) {
            try await move(over, to: lifecycle)
        }
    }

    @Test func `deleting takes allocations along`() async throws {
        try await store.write(origin) { try GoalChanges(FundingWriter($0, call(today))).delete(car) }
        #expect(try await store.sizes() == [home.id: .share(Share("50%"))])
        #expect(try await store.read { try $0.all(Goal.self) } == [home])
    }

    @Test func `a goal that changed since it was read is not moved`() async throws {
        var edited = car
        edited.name = "Van"
        let changed = edited
        try await store.write(origin) { try $0.update(car, to: changed) }
        await #expect(throws: StoreError.changedUnderneath(expected: Record(car), found: Record(changed))) {
            try await move(car, to: .paused)
        }
        #expect(try await store.sizes().count == 2)
    }
}
