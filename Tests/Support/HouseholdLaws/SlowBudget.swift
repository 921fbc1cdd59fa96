package import Models

/// A goal in whole units of one currency, as a budget for all goals sees it.
package struct SlowBudgetGoal: Sendable, Hashable {
    /// What is saved.
    package var saved: Int
    /// What is still wanted.
    package var remaining: Int
    /// The day saving begins.
    package var start: CalendarDay
    /// The day the amount has to be there.
    package var deadline: CalendarDay
    /// The payment dates that a month settled.
    package var settled: Set<CalendarDay>

    /// A goal.
    package init(
        saved: Int = 0, remaining: Int, start: CalendarDay, deadline: CalendarDay, settled: Set<CalendarDay> = []
    ) {
        self.saved = saved
        self.remaining = remaining
        self.start = start
        self.deadline = deadline
        self.settled = settled
    }
}

/// One level budget for all goals, for few goals, dates and units.
///
/// Goals are named by their place; a tie between deadlines goes to the earlier place.
package struct SlowBudget: Sendable, Hashable {
    /// The day on which it is asked.
    package let today: CalendarDay
    /// When payments are made.
    package let convention: HouseholdConvention
    /// The goals.
    package var goals: [SlowBudgetGoal]

    /// The goals on a day.
    package init(today: CalendarDay, convention: HouseholdConvention, goals: [SlowBudgetGoal]) {
        self.today = today
        self.convention = convention
        self.goals = goals
    }

    /// A goal's own dates; none when nothing remains.
    package func dates(_ goal: Int) -> [CalendarDay] {
        let goal = goals[goal]
        if goal.remaining == 0 { return [] }
        if goal.deadline < today { return [today] }
        let dates = convention.dates(today: today, start: goal.start, deadline: goal.deadline)
            .filter { !goal.settled.contains($0) }
        return dates.isEmpty ? [goal.deadline] : dates
    }

    /// All dates of all goals in order.
    package var allDates: [CalendarDay] { Set(goals.indices.flatMap(dates)).sorted() }

    /// Whether a date is a payment day, which serves every goal that has it.
    package func isPaymentDay(_ date: CalendarDay) -> Bool {
        guard convention == .calendarMonths else { return convention.isPaymentDay(date) }
        return (0...1200).lazy.map { today.adding(months: $0) }.prefix { $0 <= date }.contains(date)
    }

    // MARK: - B1

    /// Whether the budget on each date can pay for everything in time, in whatever way it is divided.
    ///
    /// It can exactly when, for every set of goals, the remainders fit into the budgets of the dates that they have.
    package func canPay(_ budget: Int) -> Bool {
        (0..<(1 << goals.count)).allSatisfy { set in
            let chosen = goals.indices.filter { set & (1 << $0) != 0 }
            let dates = Set(chosen.flatMap(dates))
            return chosen.reduce(0) { $0 + goals[$1].remaining } <= budget * dates.count
        }
    }

    /// The least budget that can pay for everything, searched upward from 0.
    package var minimum: Int {
        var budget = 0
        while !canPay(budget) { budget += 1 }
        return budget
    }

    /// The least budget by the formula of B1.
    package var minimumByFormula: Int {
        let paymentDays = allDates.filter(isPaymentDay)
        let others = allDates.filter { !isPaymentDay($0) }
        var largest = 0
        for (place, first) in paymentDays.enumerated() {
            for last in paymentDays[place...] {
                let days = paymentDays.filter { first <= $0 && $0 <= last }
                let within = goals.indices.filter { goal in
                    let dates = dates(goal)
                    return !dates.isEmpty && dates.allSatisfy { days.contains($0) }
                }
                let sum = within.reduce(0) { $0 + goals[$1].remaining }
                largest = max(largest, (sum + days.count - 1) / days.count)
            }
        }
        for date in others {
            let due = goals.indices.filter { dates($0) == [date] }
            largest = max(largest, due.reduce(0) { $0 + goals[$1].remaining })
        }
        return largest
    }

    // MARK: - B2

    /// One payment of a schedule.
    package struct Payment: Sendable, Hashable {
        /// When it is made.
        package let date: CalendarDay
        /// Which goal gets it.
        package let goal: Int
        /// How much; never 0.
        package let amount: Int

        /// A payment.
        package init(date: CalendarDay, goal: Int, amount: Int) {
            self.date = date
            self.goal = goal
            self.amount = amount
        }
    }

    /// Pays the budget on each date, among the goals that have it the earliest deadline first.
    package func schedule(_ budget: Int) -> [Payment] {
        var left = goals.map(\.remaining)
        var payments: [Payment] = []
        let order = goals.indices.sorted { (goals[$0].deadline, $0) < (goals[$1].deadline, $1) }
        let dates = goals.indices.map { Set(self.dates($0)) }
        for date in allDates {
            var money = budget
            for goal in order where dates[goal].contains(date) {
                let amount = min(money, left[goal])
                guard amount > 0 else { continue }
                payments.append(Payment(date: date, goal: goal, amount: amount))
                money -= amount
                left[goal] -= amount
            }
        }
        return payments
    }

    /// What the schedule pays to each goal.
    package func paid(_ budget: Int) -> [Int] {
        var paid = goals.map { _ in 0 }
        for payment in schedule(budget) { paid[payment.goal] += payment.amount }
        return paid
    }

    /// The goals that the schedule does not pay for, in the order of their deadlines.
    package func failing(_ budget: Int) -> [Int] {
        let paid = paid(budget)
        return goals.indices.filter { paid[$0] < goals[$0].remaining }
            .sorted { (goals[$0].deadline, $0) < (goals[$1].deadline, $1) }
    }

    /// Whether the schedule pays for everything.
    package func isFeasible(_ budget: Int) -> Bool { failing(budget).isEmpty }
}
