import Allocation
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@Suite("L1: who may allocate what") struct AllocationServiceTests {
    private let store = MemoryStore()
    private let wallet: Asset
    private let car: Goal
    private let home: Goal
    private let trip: Goal

    init() async throws {
        wallet = try asset()
        car = try goal("Car", deadline: "2030-01-01")
        home = try goal("Home", deadline: "2030-01-02")
        trip = try goal("Trip", deadline: "2030-01-03")
        try await store.add(Record(wallet), Record(car), Record(home), Record(trip))
        try await store.deposit("100", to: wallet)
    }

    private func expectRefusal(
        _ error: AllocationError, _ goal: Goal, _ size: AssetAllocation.Size,
        source: SourceLocation = #_sourceLocation
    ) async throws {
        let (sizes, length) = (try await store.sizes(), try await store.journalLength())
        await #expect(throws: error, sourceLocation: source) { try await store.allocate(wallet, to: goal, size) }
        #expect(try await store.sizes() == sizes, sourceLocation: source)
        #expect(try await store.journalLength() == length, sourceLocation: source)
    }

    @Test func `shares sum to at most 100 %, and the refusal names what is free`() async throws {
        try await store.allocate(wallet, to: car, .share(Share("60%")))
        let error = AllocationError.shareTooLarge(asked: try Share("40.0001%"), asset: "Wallet", free: try Share("40%"))
        try await expectRefusal(error, home, .share(Share("40.0001%")))
        #expect(error.description.contains("40% is free"))
        try await store.allocate(wallet, to: home, .share(Share("40%")))
        try await expectRefusal(
            .shareTooLarge(asked: try Share("0.0001%"), asset: "Wallet", free: nil), trip, .share(Share("0.0001%")))
    }

    @Test func `a second allocation of a goal replaces its first`() async throws {
        try await store.allocate(wallet, to: car, .share(Share("60%")))
        try await store.allocate(wallet, to: car, .share(Share("100%")))
        #expect(try await store.sizes() == [car.id: .share(Share("100%"))])
        try await store.allocate(wallet, to: car, .fixed(money("100 USD")))
        #expect(try await store.sizes() == [car.id: .fixed(money("100 USD"))])
        try await store.allocate(wallet, to: car, .rest)
        try await store.allocate(wallet, to: car, .rest)
        #expect(try await store.sizes() == [car.id: .rest])
    }

    @Test func `a fixed amount is at most what fixed amounts and shares leave free`() async throws {
        try await store.allocate(wallet, to: car, .fixed(money("30 USD")))
        try await store.allocate(wallet, to: home, .share(Share("33.3333%")))
        let free = try money("36.66 USD")
        let error = AllocationError.amountTooLarge(asked: try money("36.67 USD"), asset: "Wallet", free: free)
        try await expectRefusal(error, trip, .fixed(money("36.67 USD")))
        #expect(error.description.contains("36.66 USD"))
        try await store.allocate(wallet, to: trip, .fixed(free))
        // Its own earlier fixed amount is free for the goal itself.
        try await store.allocate(wallet, to: car, .fixed(money("30.00 USD")))
    }

    @Test func `the rest does not stand in the way of a fixed amount`() async throws {
        try await store.allocate(wallet, to: car, .rest)
        try await store.allocate(wallet, to: home, .fixed(money("100 USD")))
        try await expectRefusal(.restIsTaken(asset: "Wallet", goal: "Car"), trip, .rest)
    }

    @Test func `a fixed amount is positive, in minor units and in the asset's currency`() async throws {
        for amount in ["0 USD", "-1 USD"] {
            try await expectRefusal(.amountNotPositive(money(amount)), car, .fixed(money(amount)))
        }
        try await expectRefusal(.amountTooPrecise(money("0.001 USD")), car, .fixed(money("0.001 USD")))
        let (usd, eur) = (wallet.currency, try currency("EUR"))
        await #expect(throws: MoneyError.currencyMismatch(eur, usd)) {
            try await store.allocate(wallet, to: car, .fixed(money("1 EUR")))
        }
        #expect(try await store.sizes().isEmpty)
    }

    @Test func `later transactions do not count, and a balance below 0 leaves nothing`() async throws {
        try await store.deposit("50", to: wallet, on: today.adding(days: 1))
        try await expectRefusal(
            .amountTooLarge(asked: money("100.01 USD"), asset: "Wallet", free: money("100 USD")), car,
            .fixed(money("100.01 USD")))
        try await store.deposit("-150", to: wallet)
        try await expectRefusal(
            .amountTooLarge(asked: money("0.01 USD"), asset: "Wallet", free: money("0 USD")), car,
            .fixed(money("0.01 USD")))
    }

    @Test func `a fixed amount on a balance that is not known is accepted`() async throws {
        let cold = try asset("Cold", "BTC", address: "bc1q")
        try await store.add(Record(cold))
        try await store.allocate(cold, to: car, .fixed(money("5 BTC")))
        #expect(try await store.sizes() == [car.id: .fixed(money("5 BTC"))])
    }

    @Test(arguments: Goal.Lifecycle.allCases)
    func `finished and cancelled goals get nothing`(lifecycle: Goal.Lifecycle) async throws {
        let other = try goal("Other", lifecycle: lifecycle)
        try await store.add(Record(other))
        if lifecycle == .finished || lifecycle == .cancelled {
            try await expectRefusal(.goalIsOver(goal: "Other", lifecycle), other, .rest)
        } else {
            try await store.allocate(wallet, to: other, .rest)
        }
    }

    @Test func `an even split gives the goals on the asset hundredths of a percent that sum to 100 %`() async throws {
        try await store.allocate(wallet, to: trip, .rest)
        try await store.allocate(wallet, to: home, .fixed(money("100 USD")))
        try await store.allocate(wallet, to: car, .share(Share("1%")))
        let result = try await store.write(origin) {
            try AllocationChanges(FundingWriter($0, call(today))).allocateEvenly(wallet)
        }
        #expect(result.map(\.goalID) == [car.id, home.id, trip.id])
        #expect(
            try await store.sizes() == [
                car.id: .share(Share("33.34%")), home.id: .share(Share("33.33%")), trip.id: .share(Share("33.33%")),
            ])
    }

    @Test func `an even split needs a goal, an allocation has to be there to be taken away`() async throws {
        await #expect(throws: AllocationError.noGoals(asset: "Wallet")) {
            try await store.write(origin) {
                try AllocationChanges(FundingWriter($0, call(today))).allocateEvenly(wallet)
            }
        }
        await #expect(throws: AllocationError.notAllocated(asset: "Wallet", goal: "Car")) {
            try await store.write(origin) {
                try AllocationChanges(FundingWriter($0, call(today))).unallocate(wallet, from: car)
            }
        }
        try await store.allocate(wallet, to: car, .rest)
        _ = try await store.write(origin) {
            try AllocationChanges(FundingWriter($0, call(today))).unallocate(wallet, from: car)
        }
        #expect(try await store.sizes().isEmpty)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `accepted allocations never pass the balance by fixed amounts`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var accepted: [UUID: (units: Int, cents: Int, isRest: Bool)] = [:]
        let goals = [car, home, trip]
        for _ in 0..<150 {
            let goal = random.pick(goals)
            let others = accepted.filter { $0.key != goal.id }.values
            let size: AssetAllocation.Size
            let isAllowed: Bool
            var kept = (units: 0, cents: 0, isRest: false)
            switch random.int(1...3) {
            case 1:
                kept.units = random.int(1...1_000_000)
                size = .share(try Share(units: kept.units))
                isAllowed = others.reduce(kept.units) { $0 + $1.units } <= 1_000_000
            case 2:
                kept.cents = random.int(1...12_000)
                size = .fixed(try Money(minorUnits: Int128(kept.cents), wallet.currency))
                // 100.00 are 10,000 cents; a share of units ten-thousandths of a percent is units ÷ 100 cents.
                let free = max(0, 1_000_000 - others.reduce(0) { $0 + $1.units + $1.cents * 100 }) / 100
                isAllowed = kept.cents <= free
            default:
                kept.isRest = true
                size = .rest
                isAllowed = !others.contains { $0.isRest }
            }
            do {
                try await store.allocate(wallet, to: goal, size)
                try #require(isAllowed, "\(size) with \(accepted)")
                accepted[goal.id] = kept
            } catch is AllocationError {
                try #require(!isAllowed, "\(size) with \(accepted)")
            }
        }
    }
}
