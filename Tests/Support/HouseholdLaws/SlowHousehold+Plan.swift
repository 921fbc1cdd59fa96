import Foundation
package import Models

extension SlowHousehold {
    /// What the active goals need (Required monthly, MO3), with totals in a currency or the display currency.
    package func plan(at moment: HouseholdMoment, in currency: Currency? = nil) throws -> HouseholdPlan {
        var savings = SlowSavings(self, moment)
        let lines = try goals.filter { $0.lifecycle == .active }.map { try line($0, &savings) }
        let display = currency ?? displayCurrency
        return HouseholdPlan(
            month: planMonth(moment.today), lines: lines,
            requiredTotal: try display.map { try total(lines, moment, in: $0, \.required) },
            plannedTotal: try display.map { try total(lines, moment, in: $0, \.planned) })
    }

    private func total(
        _ lines: [HouseholdPlan.Line], _ moment: HouseholdMoment, in currency: Currency,
        _ amount: (HouseholdPlan.Line) -> Money
    ) throws -> HouseholdPlan.Total {
        var sum = Money.zero(currency)
        var bounds: Set<Bound> = []
        for line in lines where line.isCounted {
            if let bound = line.requiredBound { bounds.insert(bound) }
            let part = amount(line)
            if part.isZero { continue }
            if let rate = frozenRate(line, moment, in: currency) ?? moment.rate(part.currency, currency) {
                sum = try sum.adding(ExactAmount(part.ratio * rate, currency).rounded(.up))
            } else {
                bounds.insert(.atLeast)
            }
        }
        return HouseholdPlan.Total(amount: sum, bound: bounds.count > 1 ? .unknown : bounds.first)
    }

    /// The rate that a month in progress froze, also for the totals of every day of it.
    private func frozenRate(
        _ line: HouseholdPlan.Line, _ moment: HouseholdMoment, in currency: Currency
    ) -> Ratio? {
        guard line.isInMonth, let month = runningMonth(moment.today), month.display == currency else { return nil }
        return month.row(line.goal)?.displayRate
    }

    func line(_ goal: SlowGoal, _ savings: inout SlowSavings) throws -> HouseholdPlan.Line {
        let today = savings.moment.today
        let requirement = try SlowRequirement(goal, &savings)
        let inMonth = try runningMonth(today).flatMap { month in
            try month.row(goal.id).flatMap { row in
                row.endedWith == nil ? try InMonth(self, goal, month, row, requirement, today: today) : nil
            }
        }
        let decided =
            inMonth?.decided
            ?? decisionsOutsideMonth(goal.id).result(in: goal.currency) { isOpen($0, for: goal.id, today: today) }
        let payments = inMonth?.payments ?? requirement.payments
        let required = payments.first?.amount ?? .zero(goal.currency)
        let paid = inMonth?.contribution.settled ?? requirement.contributed
        let planned = try decided.plan.map { try Self.left(of: $0, paid: paid, remaining: requirement.remaining) }
        let isDue = payments.first.map { $0.day <= nextPaymentDay(today) } ?? false
        return HouseholdPlan.Line(
            goal: goal.id, saved: requirement.saved, savedIsComplete: requirement.savedIsComplete,
            remaining: requirement.remaining,
            progress: requirement.saved.ratio.divided(by: goal.target.ratio) ?? .zero,
            status: status(goal, requirement, today: today), payments: payments, required: required,
            level: payments.isEmpty ? .zero(goal.currency) : inMonth?.level ?? requirement.level, paid: paid,
            planned: planned ?? required, state: decided.state, isInMonth: inMonth != nil,
            requiredBound: inMonth.map { $0.bound } ?? requirement.bound, isCounted: isDue && decided.state != .skipped)
    }

    /// What is left of a plan: at least 0, at most what remains.
    static func left(of plan: Money, paid: Money, remaining: Money) throws -> Money {
        let left = try plan.subtracting(paid)
        if left.isNegative { return .zero(plan.currency) }
        return try remaining.isLess(than: left) ? remaining : left
    }

    private func status(
        _ goal: SlowGoal, _ requirement: SlowRequirement, today: CalendarDay
    ) -> HouseholdPlan.Status {
        if requirement.remaining.isZero { return .achieved }
        if !requirement.savedIsComplete { return .unknown }
        if goal.deadline < today { return .overdue }
        let dates = convention.datesOfWholeTime(start: goal.start, deadline: goal.deadline)
            .filter { goal.start <= $0 && $0 <= goal.deadline }
        let passed = dates.filter { $0 < today }
        let expected = Ratio(Int128(passed.count), over: Int128(dates.count)) ?? .zero
        let progress = requirement.saved.ratio.divided(by: goal.target.ratio) ?? .zero
        return progress >= expected ? .onTrack : .behind
    }
}

extension SlowHousehold {
    /// What a month in progress makes of a goal that is in it (MO3).
    struct InMonth {
        let contribution: SlowContribution
        let decided: SlowDecisions.Result
        let payments: [HouseholdPayment]
        let level: Money
        let bound: Bound?

        init(
            _ household: SlowHousehold, _ goal: SlowGoal, _ month: SlowMonth, _ row: SlowMonth.Row,
            _ requirement: SlowRequirement, today: CalendarDay
        ) throws {
            contribution = try household.contributed(row, in: month, today: today)
            decided = row.decisions.result(in: goal.currency) { $0 == .month }
            level = row.frozenLevel
            if requirement.remaining.isZero {
                bound = nil
            } else {
                bound = contribution.bound ?? (requirement.savedIsComplete ? nil : .atMost)
            }
            guard requirement.remaining.isPositive else {
                payments = []
                return
            }
            let calendarMonths = household.convention == .calendarMonths
            let hasPaymentDay =
                calendarMonths || goal.start <= month.paymentDay && month.paymentDay < goal.deadline
            if today >= goal.deadline || !hasPaymentDay {
                payments = [HouseholdPayment(day: max(today, goal.deadline), amount: requirement.remaining)]
                return
            }
            let required = try SlowHousehold.left(
                of: row.frozenRequired, paid: contribution.settled, remaining: requirement.remaining)
            let rest = try requirement.remaining.subtracting(required)
            let dates = household.convention.dates(today: today, start: goal.start, deadline: goal.deadline)
                .filter { !household.isSettled($0, for: goal.id, today: today) }
            let usual = dates.isEmpty ? goal.deadline : today
            let first = calendarMonths ? dates.first { month.settles($0) } ?? usual : max(today, month.paymentDay)
            let later = dates.filter { $0 > month.paymentDay }
            var payments = [HouseholdPayment(day: first, amount: required)]
            if later.isEmpty {
                if rest.isPositive { payments.append(HouseholdPayment(day: goal.deadline, amount: rest)) }
            } else {
                let parts = SlowSplit.level(try rest.minorUnits(.down), count: later.count)
                for (day, part) in zip(later, parts) {
                    payments.append(
                        HouseholdPayment(day: day, amount: try Money(minorUnits: part, goal.currency)))
                }
            }
            self.payments = payments
        }
    }
}
