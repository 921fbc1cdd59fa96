import Models
import Planning

import struct Foundation.UUID

/// Decides from the plan of a day whether an occasion of that day is one to remind of.
struct ReminderPlanner {
    private let plan: MonthService.DayPlan
    /// The places of goals among the rows: many goals remind on one day.
    private let places: [UUID: Int]

    init(plan: MonthService.DayPlan) {
        self.plan = plan
        places = Dictionary(plan.report.rows.enumerated().map { ($1.plan.goal.id, $0) }) { first, _ in first }
    }

    /// The reminder; nil when there is nothing to tell.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    func reminder(_ occasion: Occasion) throws(MoneyError) -> Reminder? {
        guard let text = try text(occasion) else { return nil }
        return Reminder(
            id: occasion.id, category: occasion.category, goalID: occasion.goal?.id, day: occasion.day,
            instant: occasion.instant, title: text.title, body: text.body)
    }

    private func text(_ occasion: Occasion) throws(MoneyError) -> ReminderText? {
        let report = plan.report
        switch occasion.subject {
        case .savings(let goal), .deadline(let goal):
            guard let row = open(goal) else { return nil }
            if occasion.category == .savings { return try ReminderText(savings: row.plan) }
            return try ReminderText(deadline: row.plan)
        case .risk(let goal, let age):
            guard let row = open(goal), let interval = Self.interval(of: row.plan), age.isMultiple(of: interval)
            else { return nil }
            return try ReminderText(risk: row.plan)
        case .payment:
            let due = report.due.filter { !$0.plan.planned.isZero }
            return due.isEmpty ? nil : ReminderText(payment: due, report: report, month: plan.month)
        case .monthStart(let month):
            guard report.month == nil, report.decisionMonth == month, !report.due.isEmpty else { return nil }
            return ReminderText(start: month, report: report)
        case .monthClose(let month):
            guard let open = plan.month, open.month.month == month else { return nil }
            return ReminderText(close: open)
        }
    }

    /// The goal's row while it is saved for and not reached.
    private func open(_ goal: Goal) -> MonthlyPlanReport.Row? {
        guard let place = places[goal.id] else { return nil }
        let row = plan.report.rows[place]
        return row.plan.goal.lifecycle == .active && row.plan.status != .achieved ? row : nil
    }

    /// Every how many days a goal at risk is told of; nil for one that is not. Each interval is a multiple of the shorter
    /// ones, so that a growing risk adds days and moves none.
    static func interval(of plan: GoalPlan) -> Int? {
        switch (plan.status, plan.pace) {
        case (.overdue, _), (.onTrack, .critical): 8
        case (.behind, .critical): plan.daysRemaining < 30 ? 4 : 8
        case (.behind, _): plan.daysRemaining < 30 ? 4 : 16
        default: nil
        }
    }
}
