import Allocation
import ExchangeRates
import FlexAdjustment
import Foundation
import Models
import Persistence
import Planning
import TestSupport
import Testing

@Suite("The month under a flex request") struct FlexPlannerTests {
    private static let origin = ChangeOrigin(
        instant: Date(timeIntervalSince1970: 0), program: "tests", command: "test")
    private static let rates = "from,to,rate,date\nEUR,USD,1.10,\nUSD,JPY,150,\n"

    private static func goals() throws -> [Goal] {
        [
            try goal("Car", target: "1200 USD", start: "2025-01-01", deadline: "2026-12-31"),
            try goal("Trip", target: "600 EUR", start: "2025-01-01", deadline: "2026-06-30"),
            try goal("Desk", target: "100 USD", start: "2025-01-01", deadline: "2026-01-31"),
        ]
    }

    private static func report(
        _ goals: [Goal], _ plans: [MonthlyPlan] = [], on today: String = "2026-01-01", in code: String = "USD",
        _ convention: PaymentConvention = .payments(.day(1))
    ) async throws -> MonthlyPlanReport {
        let store = MemoryStore()
        try await store.write(origin) { writer in
            for goal in goals { try writer.insert(goal) }
            for plan in plans { try writer.insert(plan) }
        }
        let fixed = FixedRates(
            try FixedRateTable(csv: rates, fileTime: Date(timeIntervalSince1970: 0)))
        return try await MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: [fixed])).plan(
            .init(call: try call(today), convention: convention, displayCurrency: currency(code)))
    }

    @Test func `rows are in the order of the report, and nothing changes at factor 1`() async throws {
        let report = try await Self.report(Self.goals())
        let plan = try FlexPlanner(report).plan(FlexRequest())
        #expect(plan.rows.map(\.plan.goal.name) == ["Car", "Desk", "Trip"])
        #expect(try plan.rows.map(\.required) == [money("100 USD"), money("100 USD"), money("110 USD")])
        #expect(plan.rows.map(\.adjusted) == plan.rows.map(\.required))
        #expect(plan.rows.map(\.payment) == plan.rows.map(\.plan.requirement.required))
        #expect(try plan.totalRequired == money("310 USD"))
        #expect(plan.totalRequired == report.total)
        #expect(plan.totalTarget == plan.totalRequired && plan.totalAdjusted == plan.totalRequired)
        #expect(plan.unavailable.isEmpty && plan.totalBound == nil)
    }

    @Test func `a budget is met, and payments in another currency are rounded down`() async throws {
        let report = try await Self.report(Self.goals())
        let plan = try FlexPlanner(report).plan(FlexRequest(target: .budget(money("250 USD"))))
        #expect(try plan.totalAdjusted == money("250 USD"))
        let trip = try #require(plan.rows.last)
        // 110 × 250/310 = 88.71 USD; ÷ 1.10 = 80.645… EUR.
        #expect(try trip.adjusted == money("88.71 USD"))
        #expect(try trip.payment == money("80.64 EUR"))
        #expect(try trip.change == money("-21.29 USD"))
        #expect(try trip.changeRatio * ratio("110") == ratio("-21.29"))
        #expect(trip.delay == 1)
        #expect(try trip.projectedFinish == day("2026-07-01"))
        #expect(trip.risk == .low)
    }

    @Test func `saving twice changes nothing, a custom amount stays, and a reset takes all back`() async throws {
        let goals = try Self.goals()
        let store = MemoryStore()
        let month = try day("2026-01-01").month
        let custom = MonthlyPlan(goalID: goals[0].id, month: month, state: .protected, custom: try money("80 USD"))
        let standing = MonthlyPlan(
            goalID: goals[1].id, month: month.adding(months: -1), scope: .standing, state: .skipped)
        try await store.write(Self.origin) { writer in
            for goal in goals { try writer.insert(goal) }
            for plan in [custom, standing] { try writer.insert(plan) }
        }
        let planning = MonthlyPlanningService(
            store: store,
            rates: ExchangeRateService(
                providers: [FixedRates(try FixedRateTable(csv: Self.rates, fileTime: Self.origin.instant))]))
        let call = try call("2026-01-01")
        func plans() async throws -> [GoalPlan] {
            try await planning.plan(
                .init(call: call, convention: .payments(.day(1)), displayCurrency: currency("USD"))
            ).rows.map(\.plan)
        }
        let amounts = [goals[0].id: try money("80 USD"), goals[2].id: try money("7 USD")]
        func save() async throws -> [MonthlyPlan] {
            let plans = try await plans()
            return try await store.write(Self.origin) { writer in
                var decisions = try PaymentDecisions(writer, call)
                try decisions.keep(plans.map { ($0, amounts[$0.goal.id] ?? .zero($0.goal.currency)) })
                try decisions.finish()
                return try writer.all(MonthlyPlan.self)
            }
        }
        let saved = try await save()
        #expect(try await save() == saved)
        let own = saved.filter { $0.scope == .month }
        // What is skipped stays skipped without an amount of its own.
        #expect(Dictionary(uniqueKeysWithValues: own.map { ($0.goalID, $0.adjusted) }) == amounts.mapValues { $0 })
        #expect(own.first { $0.goalID == goals[0].id }?.custom == custom.custom)
        #expect(own.first { $0.goalID == goals[0].id }?.state == .protected)
        let current = try await plans()
        #expect(current.map { "\($0.planned)" } == ["80.00 USD", "7.00 USD", "0.00 EUR"])
        let (count, after) = try await store.write(Self.origin) { writer in
            var decisions = try PaymentDecisions(writer, call)
            let count = try decisions.reset(current)
            try decisions.finish()
            return (count, try writer.all(MonthlyPlan.self))
        }
        #expect(count == 2)
        #expect(
            after.map { "\($0.goalID) \($0.scope) \($0.custom?.description ?? "-")" }.sorted()
                == [
                    "\(goals[0].id) month 80.00 USD", "\(goals[1].id) standing -",
                ].sorted())
    }

    @Test func `what was saved does not change what is required`() async throws {
        let goals = try Self.goals()
        let month = try day("2026-01-01").month
        let bare = try await FlexPlanner(Self.report(goals)).plan(FlexRequest())
        let plans = try goals.map { MonthlyPlan(goalID: $0.id, month: month, adjusted: try Money("1", $0.currency)) }
        let saved = try await FlexPlanner(Self.report(goals, plans)).plan(FlexRequest())
        #expect(saved.rows.map(\.required) == bare.rows.map(\.required))
    }

    @Test func `a custom amount stands for what is required, at most what remains`() async throws {
        let goals = try Self.goals()
        let month = try day("2026-01-01").month
        let plans = [
            MonthlyPlan(goalID: goals[0].id, month: month, custom: try money("40 USD")),
            MonthlyPlan(goalID: goals[2].id, month: month, state: .protected, custom: try money("900 USD")),
        ]
        let plan = try await FlexPlanner(Self.report(goals, plans)).plan(FlexRequest())
        #expect(try plan.rows.map(\.required) == [money("40 USD"), money("100 USD"), money("110 USD")])
        #expect(try plan.rows.map(\.payment) == [money("40 USD"), money("100 USD"), money("100 EUR")])
    }

    @Test func `states can be tried out, and skipped amounts be given to the others`() async throws {
        let goals = try Self.goals()
        let service = try await FlexPlanner(Self.report(goals))
        let states: [UUID: FlexState] = [goals[0].id: .skipped, goals[2].id: .protected]
        let plan = try service.plan(
            FlexRequest(target: .factor(.one, redistributingSkipped: true), states: states))
        #expect(plan.rows.map(\.state) == [.skipped, .protected, .flexible])
        #expect(try plan.totalRequired == money("210 USD"))
        #expect(try plan.totalTarget == money("310 USD"))
        #expect(try plan.rows.map(\.adjusted) == [money("0 USD"), money("100 USD"), money("165 USD")])
        #expect(try plan.unplaced == money("45 USD"))
        #expect(plan.rows[0].delay == 1)
        #expect(try plan.rows[0].projectedFinish == day("2027-01-01"))
    }

    @Test func `a goal without a rate is left out and named`() async throws {
        let goals = try Self.goals() + [goal("Ether", target: "1 ETH", start: "2025-01-01", deadline: "2026-12-31")]
        let report = try await Self.report(goals)
        let plan = try FlexPlanner(report).plan(FlexRequest())
        #expect(plan.rows.map(\.plan.goal.name) == ["Car", "Desk", "Trip"])
        #expect(plan.unavailable.map(\.item) == ["Ether in USD"])
        #expect(plan.totalBound == .atLeast)
    }

    @Test func `goals that are overdue or in whole months are dated on`() async throws {
        let late = try goal("Late", target: "100 USD", start: "2025-01-01", deadline: "2025-12-15")
        let skipped = FlexRequest(states: [late.id: .skipped])
        let plan = try await FlexPlanner(Self.report([late], on: "2026-01-10")).plan(skipped)
        #expect(try plan.rows[0].projectedFinish == day("2026-02-01"))
        #expect(plan.rows[0].risk == .high)
        let months = try await FlexPlanner(
            Self.report([late], on: "2026-01-10", .calendarMonths)
        ).plan(skipped)
        #expect(try months.rows[0].projectedFinish == day("2026-02-10"))
    }

    @Test func `budgets that cannot be used are refused`() async throws {
        let service = try await FlexPlanner(Self.report(Self.goals()))
        let (less, fine, euros) = (try money("-1 USD"), try money("1.005 USD"), try money("1 EUR"))
        let usd = try currency("USD")
        #expect(throws: FlexError.negativeBudget(less)) { try service.plan(FlexRequest(target: .budget(less))) }
        #expect(throws: FlexError.budgetTooPrecise(fine)) { try service.plan(FlexRequest(target: .budget(fine))) }
        #expect(throws: FlexError.budgetCurrency(euros, display: usd)) {
            try service.plan(FlexRequest(target: .budget(euros)))
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `payments in the goals' currencies never come to more than the adjusted amounts`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<30 {
            let goals = try (0..<random.int(1...6)).map { index in
                try goal(
                    "G\(index)", target: "\(random.int(1...99_999)) \(random.pick(["USD", "EUR", "JPY"]))",
                    start: "2025-01-01", deadline: day("2026-01-01").adding(days: random.int(-20...700)).description)
            }
            let code = random.pick(["USD", "JPY", "EUR"])
            let report = try await Self.report(goals, in: code)
            let factor = try ratio("\(random.int(50...150))e-2")
            let plan = try FlexPlanner(report).plan(
                FlexRequest(target: .factor(factor), strategy: random.pick(FlexStrategy.allCases)))
            for row in plan.rows {
                #expect(!(try row.plan.progress.remaining.isLess(than: row.payment)), "case \(number)")
                if row.change.isZero {
                    #expect(row.payment == row.plan.requirement.required, "case \(number)")
                } else {
                    let display = try #require(report.row(row.plan.goal.id)).inDisplayCurrency(row.payment)
                    #expect(!(try row.adjusted.isLess(than: display)), "case \(number)")
                }
            }
        }
    }
}
