import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import TestSupport
import Testing

@Suite("M5, V2, R3: what a goal has") struct GoalCalculationServiceTests {
    private let store = MemoryStore()

    private func snapshot(today: CalendarDay = today, since: CalendarDay = today) async throws -> AllocationSnapshot {
        try await store.read {
            try AllocationSnapshot(from: $0, today: today) { _ in ContributionWindow(after: since) }
        }
    }

    private func progress(of goal: Goal, _ rates: FrozenRates, since: CalendarDay = today) async throws -> GoalProgress
    {
        let fundings = try await snapshot(since: since).fundings().byGoal
        return GoalCalculationService(rates: rates).progress(of: goal, funding: fundings[goal.id] ?? GoalFunding())
    }

    @Test func `saved is the exact sum, rounded down once`() async throws {
        let car = try goal(target: "100 USD")
        try await store.add(Record(car))
        for name in ["A", "B"] {
            let wallet = try asset(name, "EUR")
            try await store.add(Record(wallet))
            try await store.deposit("0.50", to: wallet)
            try await store.allocate(wallet, to: car, .rest)
        }
        // Each is 0.555 USD: together 1.11, not 1.10.
        let progress = try await progress(of: car, rates(("EUR", "USD", "1.11", .live)))
        #expect(try progress.saved == money("1.11 USD") && progress.remaining == money("98.89 USD"))
        #expect(progress.savedBound == nil && progress.unavailable.isEmpty && !progress.isAchieved)
        #expect(progress.progress == Ratio(111, over: 10_000))
    }

    @Test func `a missing rate is a gap, never 0 and never one to one`() async throws {
        let (car, known, unknown) = (try goal(target: "100 USD"), try asset("Known"), try asset("Unknown", "BTC"))
        try await store.add(Record(car), Record(known), Record(unknown))
        try await store.deposit("40", to: known)
        try await store.deposit("1", to: unknown)
        for wallet in [known, unknown] { try await store.allocate(wallet, to: car, .rest) }
        let progress = try await progress(of: car, rates())
        #expect(try progress.saved == money("40 USD"))
        #expect(progress.savedBound == .atLeast && progress.remainingBound == .atMost)
        #expect(progress.unavailable.map(\.item) == ["Unknown (BTC)"])
    }

    @Test func `the known part of a balance counts`() async throws {
        let (car, cold) = (try goal(target: "1 BTC"), try asset("Cold", "BTC", address: "bc1q"))
        try await store.add(Record(car), Record(cold))
        try await store.deposit("0.25", to: cold)
        try await store.allocate(cold, to: car, .share(Share("100%")))
        let progress = try await progress(of: car, rates())
        #expect(try progress.saved == money("0.25 BTC") && progress.savedBound == .atLeast)
        #expect(progress.unavailable.count == 1)
    }

    @Test func `a substituted rate leaves the amount unknown, a stale one does not`() async throws {
        let (car, wallet) = (try goal(target: "100 USD"), try asset("W", "BTC"))
        try await store.add(Record(car), Record(wallet))
        try await store.deposit("1", to: wallet)
        try await store.allocate(wallet, to: car, .rest)
        let fallback = try await progress(of: car, rates(("BTC", "USD", "50", .fallback)))
        #expect(
            try fallback.saved == money("50 USD") && fallback.savedBound == .unknown
                && fallback.remainingBound == .unknown)
        let stale = try await progress(of: car, rates(("BTC", "USD", "50", .stale)))
        #expect(stale.savedBound == nil && stale.rates.map(\.state) == [.stale])
    }

    @Test func `contributions are what came after a day, at the same rates, at least 0`() async throws {
        let (car, wallet) = (try goal(target: "100000 USD"), try asset("W", "BTC"))
        try await store.add(Record(car), Record(wallet))
        try await store.deposit("1", to: wallet, on: today.adding(days: -10))
        try await store.deposit("0.5", to: wallet, on: today.adding(days: -5))
        try await store.deposit("0.25", to: wallet)
        try await store.deposit("8", to: wallet, on: today.adding(days: 1))
        try await store.allocate(wallet, to: car, .share(Share("50%")))
        let rates = try rates(("BTC", "USD", "1000", .live))
        for (since, contributed) in [(0, "0"), (-1, "125"), (-5, "125"), (-6, "375"), (-10, "375"), (-11, "875")] {
            let progress = try await progress(of: car, rates, since: today.adding(days: since))
            #expect(try progress.contributed == money("\(contributed) USD"), "\(since)")
            #expect(try progress.saved == money("875 USD"))
        }
        try await store.deposit("-1", to: wallet)
        #expect(try await progress(of: car, rates, since: today.adding(days: -1)).contributed.isZero)
    }

    @Test func `more than the target leaves nothing to save`() async throws {
        let (car, wallet) = (try goal(target: "100 USD"), try asset())
        try await store.add(Record(car), Record(wallet))
        try await store.deposit("250", to: wallet)
        try await store.allocate(wallet, to: car, .rest)
        let progress = try await progress(of: car, rates())
        #expect(try progress.remaining == money("0 USD") && progress.isAchieved && progress.progress == ratio("2.5"))
    }

    @Test func `negative and overdrawn balances are reported`() async throws {
        let (car, debt, small, cold) = (
            try goal(), try asset("Debt"), try asset("Small"), try asset("Cold", "BTC", address: "bc1q")
        )
        try await store.add(Record(car), Record(debt), Record(small), Record(cold))
        try await store.deposit("10", to: small)
        for (wallet, size) in [(debt, "0.01 USD"), (small, "10 USD"), (cold, "3 BTC")] where wallet.id != debt.id {
            try await store.allocate(wallet, to: car, .fixed(money(size)))
        }
        try await store.deposit("-5", to: debt)
        try await store.deposit("-2.50", to: small)
        // What was spent from an address by hand says nothing about what is on it.
        try await store.deposit("-1", to: cold)
        let warnings = try await snapshot().fundings().warnings
        #expect(warnings.map(\.code) == ["negativeBalance", "overAllocated"])
        #expect(warnings[0].message.contains("-5.00 USD") && warnings[1].message.contains("2.50 USD"))
    }

    @Test func `ties between goals are broken by deadline, name, id`() async throws {
        let wallet = try asset()
        let goals = [
            try goal("B", deadline: "2030-01-01"), try goal("A", deadline: "2030-01-02"),
            try goal("a", deadline: "2030-01-01"),
        ]
        try await store.add(Record(wallet), Record(goals[0]), Record(goals[1]), Record(goals[2]))
        try await store.deposit("0.05", to: wallet)
        for goal in goals { try await store.allocate(wallet, to: goal, .share(Share("33.3333%"))) }
        let fundings = try await snapshot().fundings().byGoal
        let amounts = goals.map { fundings[$0.id]?.parts.first?.amount.amountText }
        #expect(amounts == ["0.02", "0.01", "0.01"])
    }

    @Test func `R6: an asset with an absurd balance is a gap for its goals and nobody else's`() async throws {
        let (car, home, absurd, wallet) = (try goal("Car"), try goal("Home"), try asset("Absurd", "ETH"), try asset())
        let other = try goal("Other")
        try await store.add(Record(car), Record(home), Record(other), Record(absurd), Record(wallet))
        try await store.deposit("50", to: wallet)
        try await store.deposit("99999999999999999999", to: absurd)
        try await store.deposit("99999999999999999999", to: absurd)
        // What is left of it would have 39 digits.
        try await store.allocate(absurd, to: car, .share(Share("33.3333%")))
        try await store.allocate(absurd, to: other, .fixed(money("0.000000000000000001 ETH")))
        try await store.allocate(wallet, to: home, .rest)
        #expect(try await progress(of: home, rates()).saved == money("50 USD"))
        let lost = try await progress(of: car, rates(("ETH", "USD", "1", .live)))
        #expect(lost.savedBound == .atLeast && lost.unavailable.map(\.item) == ["Absurd (ETH)"])
        // A rate that turns a plain balance into an absurd amount.
        try await store.allocate(wallet, to: car, .share(Share("1%")))
        let eur = try goal("Euro", target: "5 EUR")
        try await store.add(Record(eur))
        try await store.allocate(wallet, to: eur, .share(Share("1%")))
        let huge = try await progress(of: eur, rates(("USD", "EUR", "1e40", .live)))
        #expect(huge.saved.isZero && huge.savedBound == .atLeast && huge.unavailable.map(\.item) == ["Euro"])
    }

    /// Two assets, two goals, whole cents and rates of whole tenths: everything by integers.
    @Test(arguments: SeededGenerator.seeds)
    func `saved equals the sum on paper`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let store = MemoryStore()
            let car = try goal(target: "500 USD")
            try await store.add(Record(car))
            let tenths = random.int(1...50)
            var exact = 0  // in thousandths of a dollar
            for code in ["USD", "EUR"] {
                for number in 0..<random.int(0...2) {
                    let wallet = try asset("W\(number)", code)
                    let (cents, percent) = (random.int(0...50_000), random.int(1...100))
                    try await store.add(Record(wallet))
                    try await store.deposit(
                        try Money(minorUnits: Int128(cents), wallet.currency).amountText, to: wallet)
                    try await store.allocate(wallet, to: car, .share(Share("\(percent)%")))
                    exact += cents * percent / 100 * (code == "USD" ? 10 : tenths)
                }
            }
            let snapshot = try await store.read { try AllocationSnapshot(from: $0, today: today) }
            let progress = GoalCalculationService(
                rates: try rates(("EUR", "USD", "\(tenths)e-1", .live))
            ).progress(of: car, funding: snapshot.fundings().byGoal[car.id] ?? GoalFunding())
            try #require(try progress.saved == Money(minorUnits: Int128(exact / 10), car.currency))
            try #require(try progress.remaining == Money(minorUnits: Int128(max(0, 50_000 - exact / 10)), car.currency))
        }
    }
}
