import HouseholdLaws
import Models
import TestSupport
import Testing

@testable import Planning

/// Small cases with goals that are overdue, start later, or have settled dates, against exhaustive search.
@Suite("B1, B2: a level budget, earliest deadline first") struct DeadlineScheduleTests {
    private static let cases = 10_000 / SeededGenerator.seeds.count

    private struct Case {
        let slow: SlowBudget
        let calendar: BudgetCalendar
        let order: [Int]
        let schedule: DeadlineSchedule

        init(_ slow: SlowBudget) {
            self.slow = slow
            let convention: PaymentConvention =
                switch slow.convention {
                case .paymentDay(let day): .payments(.day(day))
                case .lastDay: .payments(.last)
                case .calendarMonths: .calendarMonths
                }
            let calendar = BudgetCalendar(convention: convention, today: slow.today)
            self.calendar = calendar
            order = slow.goals.indices.sorted { (slow.goals[$0].deadline, $0) < (slow.goals[$1].deadline, $1) }
            schedule = DeadlineSchedule(
                order.map { index in
                    let goal = slow.goals[index]
                    return .init(
                        amount: Int128(goal.remaining),
                        dates: calendar.dates(
                            start: goal.start, deadline: goal.deadline, settledThrough: goal.settled.max()))
                })
        }

        func date(of slot: DeadlineSchedule.Slot) throws -> CalendarDay {
            switch slot {
            case .paymentDay(let place): try #require(calendar.date(place))
            case .other(let day): day
            }
        }
    }

    private static let conventions: [HouseholdConvention] = [
        .paymentDay(1), .paymentDay(15), .paymentDay(28), .lastDay, .calendarMonths,
    ]

    @Test(arguments: SeededGenerator.seeds)
    func `the dates, the least budget and the schedule are those of the exhaustive search`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Self.cases {
            let caseSeed = random.next()
            let slow = SlowBudget.random(seed: caseSeed, conventions: Self.conventions)
            let real = Case(slow)
            for (need, goal) in real.order.enumerated() where slow.goals[goal].remaining > 0 {
                let dates: [CalendarDay] =
                    switch real.schedule.needs[need].dates {
                    case .paymentDays(let places): try places.map { try #require(real.calendar.date($0)) }
                    case .other(let day): [day]
                    }
                #expect(dates == slow.dates(goal), "case \(caseSeed)")
            }
            let minimum = slow.minimum
            #expect(real.schedule.minimum == Int128(minimum), "case \(caseSeed)")
            for budget in Set([minimum, max(0, minimum - 1), random.int(0...60)]) {
                #expect(real.schedule.isFeasible(Int128(budget)) == slow.canPay(budget), "case \(caseSeed)")
                let payments = try real.schedule.payments(Int128(budget))
                    .map { (date: try real.date(of: $0.slot), need: $0.need, amount: Int($0.amount)) }
                    .sorted { ($0.date, $0.need) < ($1.date, $1.need) }
                    .map { SlowBudget.Payment(date: $0.date, goal: real.order[$0.need], amount: $0.amount) }
                #expect(payments == slow.schedule(budget), "case \(caseSeed), budget \(budget)")
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `nothing remaining more, and no deadline earlier, lowers the least budget`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<Self.cases {
            let caseSeed = random.next()
            let slow = SlowBudget.random(seed: caseSeed, conventions: Self.conventions)
            let place = random.int(0...slow.goals.count - 1)
            var less = slow
            less.goals[place].remaining = random.int(0...slow.goals[place].remaining)
            #expect(Case(less).schedule.minimum <= Case(slow).schedule.minimum, "case \(caseSeed), paid")
            // With a payment day before the deadline a later one leaves all dates there were.
            guard case .paymentDays = Case(slow).calendar.dates(of: slow.goals[place]),
                slow.goals[place].deadline >= slow.today
            else { continue }
            var later = slow
            later.goals[place].deadline = slow.goals[place].deadline.adding(days: random.int(1...90))
            #expect(Case(later).schedule.minimum <= Case(slow).schedule.minimum, "case \(caseSeed), later")
        }
    }

    @Test func `1,000 in 3, 600 in 6 and 3,000 in 12 dates need 383.34`() {
        let schedule = DeadlineSchedule([
            .init(amount: 100_000, dates: .paymentDays(0...2)), .init(amount: 60_000, dates: .paymentDays(0...5)),
            .init(amount: 300_000, dates: .paymentDays(0...11)),
        ])
        #expect(schedule.minimum == 38_334)
    }

    @Test func `the last day of the calendar can be a payment day`() throws {
        let (today, last) = (try day("9999-10-15"), try day("9999-12-31"))
        let calendar = BudgetCalendar(convention: .payments(.last), today: today)
        #expect(calendar.dates(start: today, deadline: last, settledThrough: nil) == .paymentDays(0...2))
    }

    @Test func `nothing to pay needs nothing`() {
        #expect(DeadlineSchedule([]).minimum == 0)
        #expect(DeadlineSchedule([.init(amount: 0, dates: .paymentDays(0...0))]).minimum == 0)
        #expect(DeadlineSchedule([.init(amount: 10, dates: .paymentDays(0...1))]).payments(0).isEmpty)
    }
}

extension BudgetCalendar {
    fileprivate func dates(of goal: SlowBudgetGoal) -> DeadlineSchedule.Dates {
        dates(start: goal.start, deadline: goal.deadline, settledThrough: goal.settled.max())
    }
}
