package import Foundation
package import Models

extension SlowHousehold {
    /// Decides about a goal's next payment, in a month in progress about its plan (R9, MO4).
    ///
    /// - Parameters:
    ///   - state: nil leaves the state alone; a custom amount then ends a skip.
    ///   - custom: an amount that is still to pay, in the goal's currency.
    ///   - clearsCustom: whether earlier custom amounts are forgotten.
    ///   - always: whether the decision is made anew for each later date.
    package mutating func decide(
        _ id: UUID, state: FlexState? = nil, custom: Money? = nil, clearsCustom: Bool = false, always: Bool = false,
        at moment: HouseholdMoment
    ) throws {
        guard let goal = goal(id) else { return }
        var savings = SlowSavings(self, moment)
        let line = try line(goal, &savings)
        func decide(_ decisions: inout SlowDecisions, _ scope: SlowDecisions.Scope) throws {
            try decisions.decide(
                state: state, custom: custom, clearsCustom: clearsCustom, contributed: line.paid, scope: scope,
                isForAlways: always, isSkipped: line.state == .skipped)
        }
        guard line.isInMonth, let month = months.indices.last,
            let row = months[month].rows.firstIndex(where: { $0.goal == id })
        else {
            try decide(&decisions[id, default: SlowDecisions()], decisionScope(goal, line, moment.today))
            return
        }
        try decide(&months[month].rows[row].decisions, .month)
        if always {
            var later = decisionsOutsideMonth(id)
            try decide(&later, .month)
            decisions[id] = later
        }
    }

    /// Keeps what flex saved for each of the goals: what is still to pay, in their own currencies.
    package mutating func saveFlex(_ amounts: [UUID: Money], at moment: HouseholdMoment) throws {
        var savings = SlowSavings(self, moment)
        for goal in goals {
            guard let amount = amounts[goal.id] else { continue }
            let line = try line(goal, &savings)
            let plan = try line.paid.adding(amount)
            if line.isInMonth, let month = months.indices.last,
                let row = months[month].rows.firstIndex(where: { $0.goal == goal.id })
            {
                months[month].rows[row].decisions.flex = .init(amount: amount, plan: plan, scope: .month)
            } else {
                decisions[goal.id, default: SlowDecisions()].flex = .init(
                    amount: amount, plan: plan, scope: decisionScope(goal, line, moment.today))
            }
        }
    }

    /// Forgets what flex saved, for every goal: skip, custom or required hold again.
    package mutating func resetFlex(at moment: HouseholdMoment) {
        let inMonth = Set(runningMonth(moment.today)?.rows.map(\.goal) ?? [])
        if let month = months.indices.last, !inMonth.isEmpty {
            for row in months[month].rows.indices { months[month].rows[row].decisions.flex = nil }
        }
        for goal in goals where !inMonth.contains(goal.id) { decisions[goal.id]?.flex = nil }
    }

    func decisionsOutsideMonth(_ goal: UUID) -> SlowDecisions { decisions[goal] ?? SlowDecisions() }

    /// What a decision outside a month is made for: the goal's first payment date.
    ///
    /// For a goal that is overdue or reached, or whose dates are all settled, it is the next payment day; under `calendarMonths` the
    /// calendar month.
    func decisionScope(
        _ goal: SlowGoal, _ line: HouseholdPlan.Line, _ today: CalendarDay
    ) -> SlowDecisions.Scope {
        let isOverdue = goal.deadline < today
        let first = isOverdue ? nil : line.payments.first?.day
        let date = first.flatMap { isSettled($0, for: goal.id, today: today) ? nil : $0 }
        if convention == .calendarMonths { return .calendarMonth((date ?? nextPaymentDay(today)).month) }
        return .date(date ?? nextPaymentDay(today))
    }

    /// Whether what a decision was made for lies ahead: it has not passed and is not settled.
    func isOpen(_ scope: SlowDecisions.Scope, for goal: UUID, today: CalendarDay) -> Bool {
        switch scope {
        case .date(let date): date >= today && !isSettled(date, for: goal, today: today)
        case .calendarMonth(let month):
            month >= today.month && !isSettled(month.lastDay, for: goal, today: today)
        case .month: false
        }
    }
}
