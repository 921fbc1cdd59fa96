import Foundation
import Models
import TestSupport
import Testing

@testable import Allocation
@testable import Planning

@Suite("R1 to R7: what a goal asks for") struct GoalPlanTests {
    /// A random situation in small whole cents.
    private struct Case {
        var target: Int
        var saved: Int
        var contributed: Int
        var start: CalendarDay
        var deadline: CalendarDay
        var today: CalendarDay
        var convention: PaymentConvention
        var paymentDay: PaymentDay?

        init(_ random: inout SeededGenerator) {
            target = random.int(1...random.pick([5, 200, 3000]))
            saved = random.int(0...target + target / 4)
            contributed = random.chance(1, in: 2) ? 0 : random.int(0...saved)
            today = random.day()
            start = today.adding(days: random.int(-300...60))
            deadline = max(start, today.adding(days: random.int(-20...400)))
            let day = random.paymentDay()
            paymentDay = random.chance(1, in: 4) ? nil : day
            convention = paymentDay.map(PaymentConvention.payments) ?? .calendarMonths
        }

        func plan(bound: Bound? = nil) throws -> GoalPlan {
            let usd = try currency("USD")
            func cents(_ amount: Int) throws -> Money { try Money(minorUnits: Int128(amount), usd) }
            let goal = Goal(
                id: .init(), name: "G", target: try cents(target), start: start, deadline: deadline)
            let progress = GoalProgress(
                goal: goal, saved: try cents(saved), savedBound: bound, contributed: try cents(contributed),
                contributedBound: bound.map { _ in .atLeast }, remaining: try cents(max(0, target - saved)),
                unavailable: [], rates: [], funding: [])
            return try GoalPlan(
                progress,
                GoalPlan.Terms(
                    convention: convention, today: today,
                    months: StartedMonths([], today: today, convention: convention)))
        }

        var remaining: Int { max(0, target - saved) }

        /// R1 and R2 by looking at every day.
        var dates: [CalendarDay] {
            guard deadline >= today else { return [today] }
            guard let paymentDay else { return months(from: today) }
            let dates = scannedDates(paymentDay, from: max(today, start), through: deadline)
            return dates.isEmpty ? [deadline] : dates
        }

        var planned: [CalendarDay] {
            paymentDay.map { scannedDates($0, from: start, through: deadline) } ?? months(from: start)
        }

        private func months(from first: CalendarDay) -> [CalendarDay] {
            var dates = [first]
            while first.adding(months: dates.count + 1) <= deadline { dates.append(first.adding(months: dates.count)) }
            return dates
        }

        /// R3 cent by cent: handed out one after the other, then what was paid taken off the earliest.
        var payments: (level: Int, parts: [Int]) {
            let paid = paymentDay == nil ? 0 : contributed
            var parts = dates.map { _ in 0 }
            for cent in 0..<(remaining + paid) { parts[cent % parts.count] += 1 }
            let level = parts[0]
            for _ in 0..<paid {
                if let first = parts.firstIndex(where: { $0 > 0 }) { parts[first] -= 1 }
            }
            return (level, parts)
        }

        var status: GoalStatus {
            if saved >= target { return .achieved }
            if deadline < today { return .overdue }
            let passed = planned.filter { $0 < today }.count
            return planned.isEmpty || saved * planned.count >= passed * target ? .onTrack : .behind
        }

        /// R7 in whole numbers: level ÷ (target ÷ dates).
        var pace: Pace? {
            guard status == .onTrack || status == .behind else { return nil }
            let scaled = payments.level * max(1, planned.count)
            if scaled > 2 * target { return .critical }
            return scaled * 10 > 11 * target || dates.count == 1 ? .attention : .steady
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `dates, payments, status and pace equal a count by days and cents`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0...10_000 / SeededGenerator.seeds.count {
            let sample = Case(&random)
            let plan = try sample.plan()
            let (level, parts) = sample.payments
            guard sample.remaining > 0 else {
                try #require(plan.requirement.payments.isEmpty && plan.requirement.level.isZero)
                continue
            }
            try #require(plan.requirement.payments.map(\.date) == sample.dates, "round \(round): \(sample)")
            let amounts = try plan.requirement.payments.map { Int(try $0.amount.minorUnits(.down)) }
            try #require(amounts == parts, "round \(round): \(sample)")
            try #require(Int(try plan.requirement.level.minorUnits(.down)) == level, "round \(round): \(sample)")
            try #require(plan.status == sample.status, "round \(round): \(sample)")
            try #require(plan.pace == sample.pace, "round \(round): \(sample)")
            try #require(plan.daysRemaining == sample.deadline.dayNumber - sample.today.dayNumber)
            // R3 and R4 in their own words.
            try #require(amounts.reduce(0, +) == sample.remaining)
            try #require(amounts[0] >= 0 && amounts[0] <= sample.remaining)
            try #require(plan.requirement.required == plan.requirement.payments[0].amount)
            if sample.deadline < sample.today { try #require(amounts == [sample.remaining]) }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `R5: more saved or a later deadline never raises the payment, a higher target never lowers it`(seed: UInt64)
        throws
    {
        var random = SeededGenerator(seed: seed)
        for round in 0...10_000 / SeededGenerator.seeds.count {
            let sample = Case(&random)
            let ask = try sample.plan().requirement.required
            var richer = sample
            let more = random.int(1...50)
            richer.saved += more
            // The money may have come long ago or since the previous payment date.
            if random.chance(1, in: 2) { richer.contributed += more }
            var later = sample
            later.deadline = sample.deadline.adding(days: random.int(1...90))
            var higher = sample
            higher.target += random.int(1...50)
            try #require(
                try !ask.isLess(than: richer.plan().requirement.required), "round \(round): \(sample), \(more) more")
            try #require(
                try !ask.isLess(than: later.plan().requirement.required),
                "round \(round): \(sample) to \(later.deadline)")
            try #require(
                try !higher.plan().requirement.required.isLess(than: ask),
                "round \(round): \(sample) to \(higher.target)")
        }
    }

    @Test(arguments: [Bound.atLeast, .atMost, .unknown], SeededGenerator.seeds)
    func `incomplete savings leave status and pace unknown, unless they suffice`(bound: Bound, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let sample = Case(&random)
            let plan = try sample.plan(bound: bound)
            #expect(plan.status == (sample.saved >= sample.target ? .achieved : .unknown) && plan.pace == nil)
            let expected = bound == .atLeast ? Bound.atMost : bound == .atMost ? .atLeast : .unknown
            // What is at most 0 is 0.
            let isZero = plan.requirement.required.isZero && expected == .atMost
            #expect(plan.requiredBound == (isZero ? nil : expected))
        }
    }

    /// 12 dates and a target of 12.00: the first level payment is 1.00.
    @Test(arguments: [
        (1200 - 660, 6, Pace.steady), (1200 - 661, 6, .attention), (0, 6, .attention), (1200 - 111, 1, .attention),
        (1200 - 1, 1, .attention), (1200 - 200, 1, .attention), (1200 - 201, 1, .critical), (0, 12, .steady),
    ])
    func `R7: the bounds of pace are exact`(saved: Int, datesLeft: Int, pace: Pace) throws {
        var random = SeededGenerator(seed: 1)
        var sample = Case(&random)
        sample.paymentDay = .day(1)
        sample.convention = monthly
        (sample.target, sample.saved, sample.contributed) = (1200, saved, 0)
        (sample.start, sample.deadline) = (try day("2024-01-01"), try day("2024-12-31"))
        sample.today = try day("2024-01-01").adding(months: 12 - datesLeft)
        #expect(try sample.plan().pace == pace)
    }

    @Test func `R7: just above twice the first payment is critical`() throws {
        var random = SeededGenerator(seed: 1)
        var sample = Case(&random)
        (sample.paymentDay, sample.convention) = (.day(1), monthly)
        (sample.target, sample.saved, sample.contributed) = (1200, 0, 0)
        (sample.start, sample.deadline, sample.today) = (
            try day("2024-01-01"), try day("2024-12-31"), try day("2024-07-01")
        )
        #expect(try sample.plan().pace == .attention)
        sample.target = 1201  // level ⌈1201 ÷ 6⌉ = 201 against 1201 ÷ 12 = 100.08…
        #expect(try sample.plan().pace == .critical)
    }

    @Test(arguments: [
        (-1, Urgency.overdue), (0, .urgent), (6, .urgent), (7, .soon), (29, .soon), (30, .normal), (-400, .overdue),
    ])
    func `urgency by days left`(days: Int, urgency: Urgency) {
        #expect(Urgency(daysLeft: days) == urgency)
    }

    @Test func `a schedule adds up`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<50 {
            let plan = try Case(&random).plan()
            var total = Money.zero(plan.goal.currency)
            for row in try plan.schedule() {
                total = try total.adding(row.payment.amount)
                #expect(try row.total == total && row.saved == plan.progress.saved.adding(total))
            }
            #expect(total == plan.progress.remaining)
        }
    }
}
