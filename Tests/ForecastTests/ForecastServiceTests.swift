import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import TestSupport
import Testing

@testable import Forecast

struct ForecastServiceTests {
    private let today = CalendarDay(dayNumber: 20_593)  // 20 May 2026

    private func goal(target: String = "12000 USD", start: CalendarDay? = nil, months: Int = 10) throws -> Goal {
        Goal(
            id: UUID(), name: "Car", target: try money(target), start: start ?? today.adding(months: -8),
            deadline: today.adding(months: months))
    }

    /// 60,000 and every other day three percent more.
    private static let bitcoin: @Sendable (CalendarDay) -> String? = {
        $0.dayNumber.isMultiple(of: 2) ? "60000" : "61800"
    }

    @Test(arguments: SeededGenerator.seeds)
    func `without a price that moves, the odds are those of the plan`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            let store = MemoryStore()
            let goal = try goal(
                target: "\(random.int(1...20_000)).\(random.int(10...99)) USD", months: random.int(0...30))
            let asset = Asset(id: UUID(), name: "Savings", currency: .usd)
            try await store.add(
                Record(goal), Record(asset), Record(AssetAllocation(assetID: asset.id, goalID: goal.id, size: .rest)))
            for _ in 0..<random.int(0...4) {
                let amount = try Money("\(random.int(1...3_000)).\(random.int(10...99))", .usd)
                let day = today.adding(days: -random.int(60...250))
                try await store.pay(amount, into: asset, on: day, random.pick([.manual, .opening]))
            }
            let odds = try #require(
                try await store.forecasts().odds("Car", .init(), morning(today)).value.goals.first)
            #expect(odds.probability == .one && odds.probabilityBound == nil && odds.paths == 0)
            #expect(odds.confidentPayment ?? .zero(.usd) == odds.plan.requirement.level)
            let total = try Money.sum(odds.plan.requirement.payments.map(\.amount), in: .usd)
            #expect(odds.bands.last?.low == (try odds.plan.progress.saved.adding(total)))
            // A cent less on each date is not enough.
            let level = odds.plan.requirement.level
            guard level.isPositive else { continue }
            let less = try level.subtracting(Money("0.01", .usd)).amountText
            let short = try await store.forecasts().odds("Car", .init(monthly: less), morning(today)).value.goals.first
            #expect(short?.probability == .zero)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `the history is what the plan of each day had saved`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let store = MemoryStore()
        let (goal, other) = (try goal(), try TestSupport.goal("Trip", target: "900 USD", deadline: "2027-01-01"))
        let cash = Asset(id: UUID(), name: "Savings", currency: .usd)
        let coins = Asset(id: UUID(), name: "Wallet", currency: .btc)
        try await store.add(
            Record(goal), Record(other), Record(cash), Record(coins),
            Record(AssetAllocation(assetID: cash.id, goalID: goal.id, size: .share(try Share("70%")))),
            Record(AssetAllocation(assetID: cash.id, goalID: other.id, size: .fixed(try money("400 USD")))),
            Record(AssetAllocation(assetID: coins.id, goalID: goal.id, size: .rest)))
        for _ in 0..<30 {
            let day = today.adding(days: -random.int(0...260))
            try await store.pay(Money("\(random.int(-200...900))", .usd), into: cash, on: day)
            try await store.pay(Money("0.00\(random.int(1...9))", .btc), into: coins, on: day)
        }
        let prices: [Currency: @Sendable (CalendarDay) -> String?] = [.btc: Self.bitcoin]
        let history = try await store.forecasts(prices).forecast("Car", .init(), morning(today)).value.history
        #expect(history.days.first?.day == goal.start && history.days.last?.day == today)
        let planning = MonthlyPlanningService(
            store: store, rates: ExchangeRateService(providers: [DailyPrices(prices: prices)]))
        for day in history.days where random.chance(1, in: 6) || day.day == today {
            let report = try await planning.required(morning(day.day)).value
            #expect(day.saved == report.rows.first { $0.plan.goal.id == goal.id }?.plan.progress.saved, "\(day.day)")
        }
    }

    @Test func `contributions are what was put in, at today's rates; opening balances are not`() async throws {
        let store = MemoryStore()
        let goal = try goal(start: CalendarDay("2026-01-10"))
        let asset = Asset(id: UUID(), name: "Savings", currency: .usd)
        let coins = Asset(id: UUID(), name: "Wallet", currency: .btc)
        try await store.add(
            Record(goal), Record(asset), Record(coins),
            Record(AssetAllocation(assetID: asset.id, goalID: goal.id, size: .share(try Share("50%")))),
            Record(AssetAllocation(assetID: coins.id, goalID: goal.id, size: .rest)))
        try await store.pay(try money("5000 USD"), into: asset, on: day("2026-02-01"), .opening)
        try await store.pay(try money("700 USD"), into: asset, on: day("2026-01-10"))
        try await store.pay(try money("600 USD"), into: asset, on: day("2026-03-01"))
        try await store.pay(try money("-100 USD"), into: asset, on: day("2026-04-01"))
        try await store.pay(try money("0.01 BTC"), into: coins, on: day("2026-05-01"))
        let history = try await store.forecasts([.btc: Self.bitcoin]).forecast("Car", .init(), morning(today)).value
            .history
        let found = history.days.filter { !$0.contributed.isZero }.map { "\($0.day) \($0.contributed)" }
        // What was there on the first day, which is no payment day, was there when the goal began (R3).
        #expect(found == ["2026-03-01 300.00 USD", "2026-04-01 -50.00 USD", "2026-05-01 618.00 USD"])
        // 868 in the 130 days since 10 January: 130 ÷ 30.4375 months.
        #expect(history.monthly == (try money("203.22 USD")))
        #expect(history.shares.map { $0.factor.label } == ["BTC", "USD"])
    }

    @Test func `allocations count from the day on which they were made, the first ones from the start`() async throws {
        let store = MemoryStore()
        let goal = try goal(start: CalendarDay("2026-05-01"))
        let asset = Asset(id: UUID(), name: "Savings", currency: .usd)
        let half = AssetAllocation(assetID: asset.id, goalID: goal.id, size: .share(try Share("50%")))
        try await store.add(at: day("2026-05-05"), Record(goal), Record(asset), Record(half))
        try await store.pay(try money("1000 USD"), into: asset, on: day("2026-04-01"), .opening)
        let whole = AssetAllocation(assetID: asset.id, goalID: goal.id, size: .share(.whole))
        try await store.write(
            ChangeOrigin(instant: day("2026-05-10").startInUTC, program: "tests", command: "test")
        ) { try $0.updateUnfollowed(half, to: whole) }
        let history = try await store.forecasts().forecast("Car", .init(), morning(today)).value.history
        let saved = history.days.map { $0.saved?.amountText }
        #expect(saved == Array(repeating: "500.00", count: 9) + Array(repeating: "1000.00", count: 11))
        #expect(history.monthly.isZero)
    }

    @Test func `a missing rate leaves a day out, and is never 0`() async throws {
        let store = MemoryStore()
        let goal = try goal(start: CalendarDay("2026-05-01"))
        let coins = Asset(id: UUID(), name: "Wallet", currency: .btc)
        try await store.add(
            Record(goal), Record(coins), Record(AssetAllocation(assetID: coins.id, goalID: goal.id, size: .rest)))
        try await store.pay(try money("0.01 BTC"), into: coins, on: day("2026-05-03"))
        let outcome = try await store.forecasts([.btc: { $0.parts.day == 20 ? "60000" : nil }]).forecast(
            "Car", .init(), morning(today))
        let known = outcome.value.history.days.filter { $0.saved != nil }.map {
            "\($0.day) \($0.saved?.amountText ?? "")"
        }
        #expect(known == ["2026-05-01 0.00", "2026-05-02 0.00", "2026-05-20 600.00"])
        #expect(!outcome.isComplete && outcome.value.gap == .fewPrices(RiskFactor(.btc), in: .usd, found: 13))
        #expect(outcome.value.finish != nil && outcome.value.finishBand == nil && outcome.value.bands.isEmpty)
    }

    @Test func `a goal that cannot be simulated stops no other`() async throws {
        let store = MemoryStore()
        let (car, trip) = (try goal(), try TestSupport.goal("Trip", target: "900 USD", deadline: "2026-01-01"))
        try await store.add(Record(car), Record(trip))
        let outcome = try await store.forecasts().odds(nil, .init(), morning(today))
        #expect(outcome.value.goals.map(\.goal.name) == ["Car"])
        #expect(outcome.value.unavailable.map(\.item) == ["Trip"] && !outcome.isComplete)
        await #expect(throws: ForecastError.deadlinePassed(goal: "Trip", trip.deadline)) {
            try await store.forecasts().odds("Trip", .init(), morning(today))
        }
    }

    @Test func `savings that are not fully known make the odds a lower bound`() async throws {
        let store = MemoryStore()
        let goal = try goal()
        let (cash, coins) = (
            Asset(id: UUID(), name: "Savings", currency: .usd), Asset(id: UUID(), name: "Wallet", currency: .eth)
        )
        try await store.add(
            Record(goal), Record(cash), Record(coins),
            Record(AssetAllocation(assetID: cash.id, goalID: goal.id, size: .rest)),
            Record(AssetAllocation(assetID: coins.id, goalID: goal.id, size: .rest)))
        try await store.pay(try money("1 ETH"), into: coins, on: today.adding(days: -40))
        let odds = try await store.forecasts().odds("Car", .init(monthly: "10"), morning(today))
        #expect(odds.value.goals.first?.probabilityBound == .atLeast && !odds.isComplete)
        #expect(odds.value.goals.first?.confidentPaymentBound == .atMost)
    }

    @Test func `a goal without any history says so`() async throws {
        let store = MemoryStore()
        try await store.add(Record(try goal()))
        let forecast = try await store.forecasts().forecast("Car", .init(), morning(today)).value
        #expect(forecast.finish == nil && forecast.history.monthly.isZero && forecast.parts.isEmpty)
        #expect(forecast.history.days.allSatisfy { $0.saved == .zero(.usd) } && !forecast.followsPlan)
    }

    @Test func `until a payment date has passed, a forecast follows the plan`() async throws {
        let store = MemoryStore()
        try await store.add(Record(try goal(start: today.adding(days: -5), months: 5)))
        let forecast = try await store.forecasts().forecast("Car", .init(), morning(today)).value
        let payments = forecast.plan.requirement.payments
        #expect(forecast.followsPlan && forecast.finish == payments.last?.date && forecast.history.monthly.isZero)
        #expect(forecast.bands.first?.median == payments.first?.amount)
        #expect(forecast.bands.first { $0.day == payments.last?.date }?.median == (try money("12000 USD")))
        #expect(forecast.bands.count == payments.count, "nothing is paid once the target is reached")
        // The day after the first payment date there is a before: nothing was paid.
        let missed = try await store.forecasts().forecast("Car", .init(), morning(day("2026-06-02"))).value
        #expect(!missed.followsPlan && missed.finish == nil)
    }

    @Test(arguments: ["0", "1", "100%", "-1", "x", ""]) func `a confidence that is none is refused`(text: String)
        async throws
    {
        let store = MemoryStore()
        try await store.add(Record(try goal()))
        await #expect(throws: ForecastError.badConfidence(text)) {
            try await store.forecasts().odds(nil, .init(confidence: text), morning(today))
        }
    }
}
