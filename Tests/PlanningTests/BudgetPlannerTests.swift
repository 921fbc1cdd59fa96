import Foundation
import Models
import Persistence
import Planning
import TestSupport
import Testing

@Suite("B1–B3: a budget for all goals") struct BudgetPlannerTests {
    private static func report(
        _ goals: [Goal], on today: String, _ convention: PaymentConvention = monthly, in code: String = "USD",
        rates: [String] = []
    ) async throws -> MonthlyPlanReport {
        let store = MemoryStore()
        for goal in goals { try await store.add(Record(goal)) }
        return try await store.plan(on: today, convention, in: code, rates: [WrittenRates(rates)])
    }

    private static let three = [
        ("A", "1000 USD", "2026-03-31"), ("B", "600 USD", "2026-06-30"), ("C", "3000 USD", "2026-12-31"),
    ]

    private static func goals(_ list: [(String, String, String)] = three) throws -> [Goal] {
        try list.map { try goal($0.0, target: $0.1, start: "2020-01-01", deadline: $0.2) }
    }

    @Test func `three goals need 383.34 on each date, and less is not enough`() async throws {
        let planner = try await BudgetPlanner(Self.report(Self.goals(), on: "2026-01-01"))
        let plan = try planner.plan()
        #expect(try plan.minimum == money("383.34 USD"))
        #expect(plan.isFeasible)
        #expect(plan.deadlines.isEmpty && plan.targets.isEmpty)
        #expect(try planner.plan(money("383.34 USD")).isFeasible)
        let less = try planner.plan(money("383.33 USD"))
        #expect(!less.isFeasible)
        #expect(less.deadlines.map(\.goal.name) == ["C"])
        #expect(try less.deadlines.map(\.deadline) == [day("2027-01-01")])
        #expect(try less.targets.map(\.target) == [money("2999.96 USD")])
    }

    @Test func `the schedule pays the earliest deadline first and sums exactly`() async throws {
        let plan = try await BudgetPlanner(Self.report(Self.goals(), on: "2026-01-01")).plan()
        let first = plan.payments.prefix(4).map { "\($0.date) \($0.goal.name) \($0.amount)" }
        #expect(
            first == [
                "2026-01-01 A 383.34 USD", "2026-02-01 A 383.34 USD", "2026-03-01 A 233.32 USD",
                "2026-03-01 B 150.02 USD",
            ])
        #expect(try Money.sum(plan.payments.map(\.amount), in: currency("USD")) == money("4600 USD"))
        for payment in plan.payments { #expect(payment.date <= payment.goal.deadline) }
        #expect(plan.firstPayments.values.filter { !$0.isZero } == [try money("383.34 USD")])
        #expect(plan.firstPayments.count == 3)
    }

    @Test func `today is a date when a deadline has passed or comes before the first payment day`() async throws {
        let soon = try Self.goals([("Soon", "100 USD", "2026-01-20"), ("Late", "300 USD", "2026-03-31")])
        let plan = try await BudgetPlanner(Self.report(soon, on: "2026-01-10")).plan()
        #expect(try plan.payments.first?.date == day("2026-01-10"))
        // 10 January, 1 February, 1 March: 400 over three dates, and 100 on the first.
        #expect(try plan.minimum == money("133.34 USD"))
        let calm = try await BudgetPlanner(Self.report([soon[1]], on: "2026-01-10")).plan()
        #expect(try calm.payments.first?.date == day("2026-02-01"))
        #expect(try calm.minimum == money("150 USD"))
        let overdue = try Self.goals([("Over", "50 USD", "2025-12-01")])
        #expect(try await BudgetPlanner(Self.report(overdue, on: "2026-01-10")).plan().minimum == money("50 USD"))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `applying all suggestions of one kind makes the budget enough`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for number in 0..<60 {
            let codes = ["USD", "JPY", "BTC", "EUR"]
            let goals = try (0..<random.int(1...5)).map { index in
                let code = random.pick(codes)
                let target = code == "BTC" ? "0.0\(random.int(1...99999))" : "\(random.int(1...90_000))"
                return try goal(
                    "G\(index)", target: "\(target) \(code)", start: "2020-01-01",
                    deadline: day("2026-01-10").adding(days: random.int(-40...500)).description)
            }
            let convention = random.pick([monthly, .payments(.last), .payments(.day(10)), .calendarMonths])
            let rates = ["JPY USD 0.0066", "BTC USD 64250.17", "EUR USD 1.0842", "USD KWD 0.307"]
            let display = random.pick(["USD", "JPY", "KWD"])
            func planner(_ goals: [Goal]) async throws -> BudgetPlanner {
                try await BudgetPlanner(Self.report(goals, on: "2026-01-10", convention, in: display, rates: rates))
            }
            let minimum = try await planner(goals).plan().minimum
            let parts = try minimum.minorUnits(.down)
            let budget = try Money(
                minorUnits: Int128.random(in: 1...max(1, parts), using: &random), currency(display))
            let plan = try await planner(goals).plan(budget)
            guard !plan.isFeasible else { continue }
            #expect(!plan.deadlines.isEmpty && !plan.targets.isEmpty, "case \(number)")
            var later = Dictionary(uniqueKeysWithValues: goals.map { ($0.id, $0) })
            for new in plan.deadlines {
                let deadline = try #require(new.deadline, "case \(number)")
                #expect(deadline > new.goal.deadline, "case \(number)")
                later[new.goal.id]?.deadline = deadline
            }
            #expect(try await planner(Array(later.values)).plan(budget).isFeasible, "deadlines of case \(number)")
            var smaller = Dictionary(uniqueKeysWithValues: goals.map { ($0.id, $0) })
            for new in plan.targets {
                if let target = new.target {
                    #expect(try target.isLess(than: new.goal.target), "case \(number)")
                    smaller[new.goal.id]?.target = target
                } else {
                    smaller[new.goal.id] = nil
                }
            }
            #expect(try await planner(Array(smaller.values)).plan(budget).isFeasible, "targets of case \(number)")
        }
    }

    @Test func `nothing to save for needs nothing`() async throws {
        let plan = try await BudgetPlanner(Self.report([], on: "2026-01-01")).plan()
        #expect(plan.minimum.isZero)
        #expect(plan.isFeasible)
        #expect(plan.payments.isEmpty)
    }

    @Test func `a budget of 0 suggests only what can be`() async throws {
        let plan = try await BudgetPlanner(Self.report(Self.goals(), on: "2026-01-01")).plan(money("0 USD"))
        #expect(!plan.isFeasible)
        #expect(plan.deadlines.map(\.deadline) == [nil, nil, nil])
        #expect(plan.targets.map(\.target) == [nil, nil, nil])
        #expect(plan.payments.isEmpty)
    }

    @Test func `a tiny budget ends with the calendar`() async throws {
        let plan = try await BudgetPlanner(Self.report(Self.goals(), on: "2026-01-01")).plan(money("0.01 USD"))
        #expect(try plan.payments.last?.date == day("9999-12-01"))
        #expect(plan.deadlines.allSatisfy { $0.deadline == nil })
    }

    @Test func `budgets that cannot be used are refused`() async throws {
        let planner = try await BudgetPlanner(Self.report(Self.goals(), on: "2026-01-01"))
        let (less, fine, euros) = (try money("-1 USD"), try money("1.005 USD"), try money("1 EUR"))
        #expect(throws: BudgetError.negative(less)) { try planner.plan(less) }
        #expect(throws: BudgetError.tooPrecise(fine)) { try planner.plan(fine) }
        #expect(throws: BudgetError.otherCurrency(euros, display: try currency("USD"))) { try planner.plan(euros) }
    }

    @Test func `a goal without a rate is left out and named`() async throws {
        let goals = try Self.goals([("A", "1000 USD", "2026-03-31"), ("Z", "1 BTC", "2026-03-31")])
        let plan = try await BudgetPlanner(Self.report(goals, on: "2026-01-01")).plan()
        #expect(try plan.minimum == money("333.34 USD"))
        #expect(plan.minimumBound == .atLeast)
        #expect(plan.unavailable.map(\.item) == ["Z in USD"])
    }
}
