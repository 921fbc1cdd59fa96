import Models
import Notifications
import Planning

import struct Foundation.UUID

/// Decides from the plan of a day whether an occasion of that day is one to remind of, and says of what.
struct ReminderPlanner {
    private let plan: MonthService.DayPlan
    /// The places of goals among the rows: many goals remind on one day.
    private let places: [UUID: Int]

    init(plan: MonthService.DayPlan) {
        self.plan = plan
        places = Dictionary(plan.report.rows.enumerated().map { ($1.plan.goal.id, $0) }) { first, _ in first }
    }

    /// The sentences of the reminder; nil when there is nothing to tell.
    ///
    /// - Throws: ``MoneyError/tooLarge(_:)``.
    func text(_ occasion: ReminderOccasion) throws(MoneyError) -> ReminderText? {
        let report = plan.report
        switch occasion.category {
        case PlanningReminders.savings: return try openGoal(of: occasion).map(ReminderText.init(savings:))
        case PlanningReminders.deadline: return try openGoal(of: occasion).map(ReminderText.init(deadline:))
        case PlanningReminders.risk:
            guard let goal = openGoal(of: occasion), let interval = Self.interval(of: goal),
                goal.goal.start.days(until: occasion.day).isMultiple(of: interval)
            else { return nil }
            return try ReminderText(risk: goal)
        case PlanningReminders.payment:
            // Payments of a later day have a reminder of that day.
            let due = report.due.filter { row in
                !row.plan.planned.isZero && row.plan.plannedDate.map { $0 <= occasion.day } ?? false
            }
            guard !due.isEmpty else { return nil }
            return ReminderText(payment: due, total: try report.planned(by: occasion.day), month: plan.month)
        case PlanningReminders.monthStart:
            let month = occasion.day.month
            guard report.month == nil, report.decisionMonth == month, !report.due.isEmpty else { return nil }
            return ReminderText(start: month, report: report)
        case PlanningReminders.monthClose:
            guard let open = plan.month, open.month.month == occasion.day.month else { return nil }
            return ReminderText(close: open)
        default: return nil
        }
    }

    /// The plan of the occasion's goal while it is saved for and not reached.
    private func openGoal(of occasion: ReminderOccasion) -> GoalPlan? {
        guard let place = occasion.subject?.id(of: Goal.self).flatMap({ places[$0] }) else { return nil }
        let plan = plan.report.rows[place].plan
        return plan.goal.lifecycle == .active && plan.status != .achieved ? plan : nil
    }

    /// Every how many days a goal at risk is reminded of; nil for one that is not. Each interval is a multiple of the shorter
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
