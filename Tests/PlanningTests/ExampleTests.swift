import Allocation
import ExchangeRates
import FlexAdjustment
import Foundation
import Models
import Persistence
import Planning
import Testing

/// The examples of doc comments, as an importer writes them.
@Suite struct ExampleTests {
    private let instant = Date(timeIntervalSince1970: 0)

    @Test func `amounts and days`() throws {
        let price = try Money("19.99", .eur)
        let total = try price.adding(Money("0.01", .eur))
        #expect("\(total)" == "20.00 EUR")

        let day = try CalendarDay("2026-01-31")
        #expect("\(day.adding(months: 1))" == "2026-02-28")
    }

    @Test func `conversions`() throws {
        let quote = try RateQuote(
            from: .eur, to: .usd, rate: Ratio(decimal: "1.25"), time: instant, source: "mine", state: .fixed)
        let rates = FrozenRates([RateAnswer(quotes: [quote])])
        let conversion = try rates.conversion(from: .eur, to: .usd)
        let dollars = try conversion.convert(Money("100", .eur).exact).rounded(.halfEven)
        #expect("\(dollars)" == "125.00 USD")
    }

    @Test func `goals in a store`() async throws {
        let goal = Goal(
            id: UUID(), name: "Car", target: try Money("12000", .eur), start: try CalendarDay("2026-01-01"),
            deadline: try CalendarDay("2026-12-31"))
        #expect("\(goal.issues.count)" == "0")

        let store = MemoryStore()
        let origin = ChangeOrigin(instant: instant, program: "mine", command: "add goal")
        try await store.write(origin) { try $0.insert(goal) }
        let names = try await store.read { try $0.all(Goal.self).map(\.name) }
        #expect("\(names.joined())" == "Car")
    }

    @Test func `an asset that funds two goals`() throws {
        let (savings, car, reserve) = (UUID(), UUID(), UUID())
        let split = try AssetSplit(
            of: Money("4200", .eur),
            among: [
                AssetAllocation(assetID: savings, goalID: car, size: .fixed(Money("2500", .eur))),
                AssetAllocation(assetID: savings, goalID: reserve, size: .share(Share("30%"))),
            ])
        #expect("\(split.parts[1].amount)" == "1260.00 EUR")
        #expect("\(split.free)" == "440.00 EUR")
    }

    @Test func `payments of one goal and a budget for two`() throws {
        let plan = try PaymentPlan(
            target: Money("12000", .eur), saved: Money("4200", .eur), today: CalendarDay("2026-05-20"),
            deadline: CalendarDay("2026-12-31"))
        #expect("\(plan.required)" == "1114.29 EUR")
        #expect("\(plan.payments.count)" == "7")
        #expect("\(plan.payments[6].amount)" == "1114.28 EUR")

        let goals = try [
            LevelBudget.Goal("Car", remaining: Money("3000", .eur), deadline: CalendarDay("2026-08-31")),
            LevelBudget.Goal("Trip", remaining: Money("500", .eur), deadline: CalendarDay("2026-06-30")),
        ]
        let budget = try LevelBudget(goals, today: CalendarDay("2026-05-20"))
        let payments = try budget.payments().map { "\($0.date) \($0.goal.name) \($0.amount)" }
        #expect("\(budget.minimum)" == "1166.67 EUR")
        #expect("\(payments[0])" == "2026-06-01 Trip 500.00 EUR")
    }

    @Test func `payments that are adjusted together`() throws {
        let goals = try [
            FlexGoal("Car", required: Money("300", .eur), remaining: Money("3000", .eur), paymentsLeft: 10),
            FlexGoal("Rent", required: Money("500", .eur), remaining: Money("500", .eur), paymentsLeft: 1),
        ]
        let adjusted = try FlexAdjustmentService(goals, in: .eur).adjust(
            to: Money("700", .eur), strategy: .minimizeRisk)
        #expect("\(adjusted.payments[0].amount)" == "200.00 EUR")
        #expect("\(adjusted.payments[1].amount)" == "500.00 EUR")
    }
}
