package import Models
import TestSupport

extension SlowBudget {
    /// What would help when the budget is not enough (B3).
    package struct Proposals: Sendable, Hashable {
        /// For each failing goal a new deadline; nil when there is none in twenty years.
        package var deadlines: [Int: CalendarDay?] = [:]
        /// For each failing goal a new target; nil when nothing of it would be paid or saved.
        package var targets: [Int: Int?] = [:]
        /// The least budget that is enough.
        package var budget: Int
    }

    /// The proposals for a budget, by plain search; none of them for goals that do not fail.
    package func proposals(_ budget: Int) -> Proposals {
        let failing = failing(budget)
        let paid = paid(budget)
        var proposals = Proposals(budget: minimum)
        // The failing goals that were not moved yet are left out: as if nothing remained.
        var moved = self
        for goal in failing { moved.goals[goal].remaining = 0 }
        for goal in failing {
            let total = goals[goal].saved + paid[goal]
            proposals.targets[goal] = .some(total == 0 ? nil : total)
            var found: CalendarDay?
            for day in paymentDays(after: goals[goal].deadline) {
                var attempt = moved
                attempt.goals[goal] = goals[goal]
                attempt.goals[goal].deadline = day
                guard attempt.isFeasible(budget) else { continue }
                found = day
                moved = attempt
                break
            }
            proposals.deadlines[goal] = .some(found)
        }
        return proposals
    }

    /// The goals with the new deadlines; one without keeps its old one.
    package func applyingDeadlines(_ proposals: Proposals) -> SlowBudget {
        var changed = self
        for (goal, deadline) in proposals.deadlines { changed.goals[goal].deadline = deadline ?? goals[goal].deadline }
        return changed
    }

    /// The goals with the new targets; one without is paused.
    package func applyingTargets(_ proposals: Proposals) -> SlowBudget {
        var changed = self
        for (goal, target) in proposals.targets {
            changed.goals[goal].remaining = max(0, (target ?? 0) - goals[goal].saved)
        }
        return changed
    }

    private func paymentDays(after deadline: CalendarDay) -> [CalendarDay] {
        let days =
            convention == .calendarMonths
            ? (0...240).map { today.adding(months: $0) }
            : convention.paymentDays(from: today, through: today.adding(months: 240))
        return days.filter { $0 > deadline }
    }

    /// A random small case: up to 5 goals, up to 60 units each, about half a year.
    ///
    /// At times there is an overdue goal, one due today, one that starts later, or one whose first date is settled.
    package static func random(
        seed: UInt64, conventions: [HouseholdConvention] = [.paymentDay(1), .paymentDay(15), .paymentDay(28), .lastDay]
    ) -> SlowBudget {
        var random = SeededGenerator(seed: seed)
        let convention = random.pick(conventions)
        var today = CalendarDay(dayNumber: random.int(20_400...21_500))
        if random.chance(1, in: 4), let day = convention.paymentDay(in: today.month) { today = day }
        var budget = SlowBudget(today: today, convention: convention, goals: [])
        for _ in 0..<random.int(1...5) {
            let late = random.chance(1, in: 8)
            let deadline = today.adding(days: late ? -random.int(1...40) : random.int(0...180))
            let start = random.chance(1, in: 5) ? today.adding(days: random.int(1...60)) : today.adding(days: -60)
            var goal = SlowBudgetGoal(
                saved: random.chance(1, in: 2) ? random.int(1...30) : 0, remaining: random.int(0...60),
                start: min(start, deadline), deadline: deadline)
            if random.chance(1, in: 10), let first = convention.paymentDays(from: today, through: today + 31).first {
                goal.settled = [first]
            }
            budget.goals.append(goal)
        }
        return budget
    }
}

extension CalendarDay {
    fileprivate static func + (day: CalendarDay, days: Int) -> CalendarDay { day.adding(days: days) }
}
