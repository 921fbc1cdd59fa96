import Allocation
import ExchangeRates
import Foundation
import Models
import Persistence
import Planning
import TestSupport
import Testing

@Suite("What other payments, deadlines and targets would do") struct WhatIfTests {
    private static func whatIf(
        _ store: MemoryStore, _ goal: Goal, edited: Goal? = nil, monthly payment: String? = nil, once: String? = nil,
        on today: String = "2024-06-01", rates: [String] = []
    ) async throws -> WhatIf {
        let service = MonthlyPlanningService(
            store: store, rates: ExchangeRateService(providers: [try WrittenRates(rates)]))
        let preview = try await service.preview(
            of: goal, edited: edited ?? goal, paying: once.map { try money($0) },
            .init(call: try call(today), convention: monthly, displayCurrency: try currency("USD")))
        return try WhatIf(preview, monthly: payment.map { try money($0) }, convention: monthly)
    }

    @Test func `paying once lowers what remains and settles this month's ask`() async throws {
        let store = MemoryStore()
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let whatIf = try await Self.whatIf(store, car, once: "2500 USD")
        #expect(
            whatIf.preview.after.payments.prefix(4) == [
                "2024-06-01 0.00", "2024-07-01 0.00", "2024-08-01 500.00", "2024-09-01 1000.00",
            ])
        #expect(try whatIf.preview.after.progress.saved == money("2500 USD") && whatIf.missing.isZero)
        #expect(try whatIf.minimumBefore == money("1000 USD") && whatIf.minimumAfter == money("642.86 USD"))
        let all = try await Self.whatIf(store, car, once: "9000 USD")
        #expect(all.preview.after.status == .achieved)
        #expect(try all.finishAfter == day("2024-06-01") && all.minimumAfter.isZero)
    }

    @Test func `a payment of one's own says when the goal is reached and what is missing on the deadline`() async throws
    {
        let store = MemoryStore()
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        let slow = try await Self.whatIf(store, car, monthly: "800 USD")
        #expect(try slow.finishBefore == day("2024-12-01") && slow.finishAfter == day("2025-02-01"))
        #expect(try slow.missing == money("1400 USD") && slow.minimumAfter == money("800 USD"))
        let fast = try await Self.whatIf(store, car, monthly: "3500 USD")
        #expect(try fast.finishAfter == day("2024-07-01") && fast.missing.isZero)
        // What was paid for the next date already counts for it.
        let paid = MemoryStore()
        try await paid.add(Record(car))
        _ = try await paid.fund(car, with: "1000 USD", on: "2024-06-01")
        let plan = try await Self.whatIf(paid, car, monthly: "1000 USD")
        #expect(
            try plan.finishAfter == day("2024-12-01") && plan.missing.isZero && plan.minimumAfter == money("1000 USD"))
        let never = try await Self.whatIf(store, car, monthly: "0.01 USD")
        #expect(try never.finishAfter == nil && never.missing == money("6999.93 USD"))
        for wrong in ["0 USD", "-1 USD", "0.001 USD"] {
            await #expect(throws: WhatIfError.badPayment(try money(wrong))) {
                try await Self.whatIf(store, car, monthly: wrong)
            }
        }
        let paused = try goal(target: "7000 USD", start: "2024-06-01", id: car.id, lifecycle: .paused)
        try await store.write(origin) { try $0.update(car, to: paused) }
        await #expect(throws: WhatIfError.notActive(goal: "Car", .paused)) {
            try await Self.whatIf(store, paused, once: "1 USD")
        }
    }

    @Test func `a frozen month does not hide what a change does`() async throws {
        let store = MemoryStore()
        let car = try goal(target: "7000 USD", start: "2024-06-01")
        try await store.add(Record(car))
        _ = try await MonthService(
            store: store, rates: ExchangeRateService(providers: []), settings: PlanningSettings(undoGrace: .zero)
        ).take(
            .start, of: nil, .init(call: try call("2024-06-01"), convention: monthly, displayCurrency: nil))
        var dearer = car
        dearer.target = try money("14000 USD")
        let whatIf = try await Self.whatIf(store, car, edited: dearer)
        #expect(whatIf.preview.after.required == "2000.00 USD" && whatIf.preview.changes.map(\.field) == ["target"])
    }

    /// Pays day by day: first the goal's own payment, then the rest to the earliest deadline.
    private static func simulate(
        _ goals: [(goal: Goal, lacking: Int)], budget: Int,
        own: (id: UUID, payment: Int, begin: CalendarDay, credit: Int)?, days: [CalendarDay]
    ) -> [UUID: CalendarDay] {
        var lacking = Dictionary(uniqueKeysWithValues: goals.map { ($0.goal.id, $0.lacking) })
        var finish: [UUID: CalendarDay] = [:]
        var credit = own?.credit ?? 0
        for day in days {
            var left = budget
            if let own, day >= own.begin {
                let paid = min(max(0, own.payment - credit), lacking[own.id] ?? 0)
                credit = max(0, credit - own.payment)
                lacking[own.id, default: 0] -= paid
                left -= paid
            }
            for (goal, _) in goals.sorted(by: { $0.goal.precedesInTies($1.goal) })
            where goal.id != own?.id && left > 0 && day >= goal.start {
                let paid = min(left, lacking[goal.id] ?? 0)
                lacking[goal.id, default: 0] -= paid
                left -= paid
                if lacking[goal.id] == 0, finish[goal.id] == nil { finish[goal.id] = day }
            }
        }
        return finish
    }

    /// The largest payment that the goal takes of a budget.
    private static func most(
        _ own: (id: UUID, payment: Int, begin: CalendarDay, credit: Int), _ goals: [(goal: Goal, lacking: Int)]
    ) -> Int {
        var (left, credit, most) = (goals.first { $0.goal.id == own.id }?.lacking ?? 0, own.credit, 0)
        while left > 0 {
            let paid = min(max(0, own.payment - credit), left)
            (left, credit, most) = (left - paid, max(0, credit - own.payment), max(most, paid))
        }
        return most
    }

    @Test(arguments: SeededGenerator.seeds)
    func `budget and other goals as if every payment were made one by one`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let today = try day("2024-06-01")
        for round in 0..<60 {
            let store = MemoryStore()
            var goals: [(goal: Goal, lacking: Int)] = []
            for index in 0..<random.int(1...4) {
                let (lacking, start) = (random.int(1...90), random.pick(["2024-06-01", "2024-06-01", "2024-08-15"]))
                let paid = random.chance(1, in: 2) ? random.int(1...9) : 0
                let goal = try goal(
                    "G\(index)", target: "\(lacking + paid) JPY", start: start,
                    deadline: "\(random.int(2024...2025))-\(random.int(10...12))-\(random.int(10...28))")
                goals.append((goal, lacking))
                try await store.add(Record(goal))
                if paid > 0 { _ = try await store.fund(goal, with: "\(paid) JPY", on: "2024-06-01") }
            }
            let chosen = random.pick(goals).goal
            let payment = random.chance(1, in: 3) ? nil : random.int(1...40)
            let service = MonthlyPlanningService(store: store, rates: ExchangeRateService(providers: []))
            let preview = try await service.preview(
                of: chosen, edited: chosen,
                .init(call: call(today), convention: monthly, displayCurrency: try currency("JPY")))
            let whatIf = try WhatIf(preview, monthly: payment.map { try money("\($0) JPY") }, convention: monthly)
            let credit = Int(try preview.after.requirement.paid.minorUnits(.down))
            let own = payment.map { (id: chosen.id, payment: $0, begin: chosen.start, credit: credit) }
            let days = PaymentDay.day(1).dates(from: today, through: try day("2040-01-01"))
            let context: Comment = "seed \(seed), round \(round)"

            let budget = Int(try whatIf.minimumBefore.minorUnits(.down))
            let finish = Self.simulate(goals, budget: budget, own: own, days: days)
            for other in whatIf.others { #expect(other.finishAfter == finish[other.goal.id], context) }
            #expect(Set(whatIf.others.map(\.goal.id)) == Set(goals.map(\.goal.id)).subtracting([chosen.id]), context)

            // The least budget is enough, and one yen less is not.
            func isEnough(_ budget: Int) -> Bool {
                let others = goals.map(\.goal).filter { $0.id != own?.id }
                let most = own.map { Self.most($0, goals) } ?? 0
                let finish = Self.simulate(goals, budget: budget, own: own, days: days)
                return budget >= most
                    && others.allSatisfy { other in finish[other.id].map { $0 <= other.deadline } ?? false }
            }
            let least = Int(try whatIf.minimumAfter.minorUnits(.down))
            #expect(isEnough(least) && (least == 0 || !isEnough(least - 1)), "\(context), least \(least)")
        }
    }
}
