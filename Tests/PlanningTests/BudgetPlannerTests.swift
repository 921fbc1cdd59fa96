import Foundation
import HouseholdLaws
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

    @Test func `a date that is no payment day serves only the goals due on it`() async throws {
        let soon = try Self.goals([("Soon", "100 USD", "2026-01-20"), ("Late", "300 USD", "2026-03-31")])
        let plan = try await BudgetPlanner(Self.report(soon, on: "2026-01-10")).plan()
        // 100 on 20 January; 1 February and 1 March for 300.
        #expect(try plan.minimum == money("150 USD"))
        #expect(
            plan.payments.map { "\($0.date) \($0.goal.name) \($0.amount)" } == [
                "2026-01-20 Soon 100.00 USD", "2026-02-01 Late 150.00 USD", "2026-03-01 Late 150.00 USD",
            ])
        let bills = try Self.goals([("Late", "9200 USD", "2026-01-07"), ("Bill", "7800 USD", "2026-01-26")])
        let needed = try await BudgetPlanner(Self.report(bills, on: "2026-01-08")).plan()
        #expect(try needed.minimum == money("9200 USD"))
        #expect(
            needed.payments.map { "\($0.date) \($0.goal.name) \($0.amount)" } == [
                "2026-01-08 Late 9200.00 USD", "2026-01-26 Bill 7800.00 USD",
            ])
    }

    @Test func `what remains is rounded up in the display currency, so that it buys the goal`() async throws {
        let car = try goal("Car", target: "100.01 USD", start: "2020-01-01", deadline: "2026-01-20")
        let report = try await Self.report([car], on: "2026-01-10", in: "EUR", rates: ["USD EUR 0.5"])
        #expect(try BudgetPlanner(report).plan().minimum == money("50.01 EUR"))
    }

    @Test func `a goal that starts later is paid from its start on`() async throws {
        let goals = [
            try goal("Now", target: "300 USD", start: "2026-01-01", deadline: "2026-03-31"),
            try goal("Then", target: "300 USD", start: "2026-03-01", deadline: "2026-03-31"),
        ]
        let plan = try await BudgetPlanner(Self.report(goals, on: "2026-01-01")).plan()
        #expect(try plan.minimum == money("300 USD"))
        #expect(plan.firstPayments.keys.sorted { $0.uuidString < $1.uuidString } == [goals[0].id])
    }

    @Test(arguments: SeededGenerator.seeds)
    func `suggestions are those that a plain search finds`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let caseSeed = random.next()
            var slow = SlowBudget.random(
                seed: caseSeed, conventions: [.paymentDay(1), .paymentDay(15), .lastDay, .calendarMonths])
            for index in slow.goals.indices { slow.goals[index].settled = [] }
            let store = MemoryStore()
            for (index, goal) in slow.goals.enumerated() {
                let kept = Goal(
                    id: UUID(), name: "G\(index)", target: try money("\(max(1, goal.saved + goal.remaining)) JPY"),
                    start: goal.start, deadline: goal.deadline)
                try await store.add(Record(kept))
                if goal.saved > 0 {
                    _ = try await store.fund(kept, with: "\(goal.saved) JPY", on: "2000-01-01")
                }
                if goal.saved + goal.remaining == 0 { slow.goals[index].remaining = 1 }
            }
            let convention: PaymentConvention =
                switch slow.convention {
                case .paymentDay(let day): .payments(.day(day))
                case .lastDay: .payments(.last)
                case .calendarMonths: .calendarMonths
                }
            let report = try await store.plan(on: slow.today.description, convention, in: "JPY")
            let budget = random.int(slow.minimum / 4...max(slow.minimum / 4, slow.minimum - 1))
            let plan = try BudgetPlanner(report).plan(money("\(budget) JPY"))
            let proposals = slow.proposals(budget)
            #expect(plan.isFeasible == slow.isFeasible(budget), "case \(caseSeed)")
            #expect(plan.deadlines.count == proposals.deadlines.count, "case \(caseSeed)")
            for new in plan.deadlines {
                let index = try #require(Int(new.goal.name.dropFirst()))
                let expected = try #require(proposals.deadlines[index])
                // The plain search ends after twenty years.
                if expected != nil || new.deadline.map({ $0 < slow.today.adding(months: 240) }) ?? false {
                    #expect(new.deadline == expected, "case \(caseSeed), G\(index), \(budget)")
                }
            }
            #expect(plan.targets.count == proposals.targets.count, "case \(caseSeed)")
            for new in plan.targets {
                let index = try #require(Int(new.goal.name.dropFirst()))
                let expected = try #require(proposals.targets[index])
                #expect(try new.target == expected.map { try money("\($0) JPY") }, "case \(caseSeed), G\(index)")
            }
        }
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

    @Test func `a tiny budget pays until the deadlines, and some goals have no deadline that would do`() async throws {
        let plan = try await BudgetPlanner(Self.report(Self.goals(), on: "2026-01-01")).plan(money("0.01 USD"))
        #expect(try plan.payments.last?.date == day("2026-12-01"))
        // 100,000 cents at one a month are beyond the calendar, 60,000 are not.
        #expect(try plan.deadlines.map(\.deadline) == [nil, day("7025-12-01"), nil])
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
