import Models
import Notifications
import Planning

import struct Foundation.UUID

/// Finds the days on which something may be due about goals.
struct PlanningCalendar {
    let goals: [Goal]
    let convention: PaymentConvention

    /// The occasions of a day.
    func occasions(on day: CalendarDay) -> [ReminderOccasion] {
        var found: [ReminderOccasion] = []
        if paymentDay(in: day.month) == day {
            found.append(ReminderOccasion(PlanningReminders.payment, "\(day)", on: day))
        }
        if day.month.day(1) == day {
            found.append(ReminderOccasion(PlanningReminders.monthStart, "\(day.month)", on: day))
        }
        if day.month.lastDay == day {
            found.append(ReminderOccasion(PlanningReminders.monthClose, "\(day.month)", on: day))
        }
        return found + goals.filter { $0.lifecycle == .active }.compactMap { occasion(of: $0, on: day) }
    }

    private func occasion(of goal: Goal, on day: CalendarDay) -> ReminderOccasion? {
        func occasion(_ category: ReminderCategory, _ key: String) -> ReminderOccasion {
            ReminderOccasion(
                category, "\(goal.id.uuidString.lowercased()):\(key)", on: day, at: goal.reminderTime,
                about: ReminderSubject(Goal.self, goal.id))
        }
        let age = goal.start.days(until: day)
        if age >= 0, let notice = Self.notice(on: day, of: goal) {
            return occasion(PlanningReminders.deadline, "\(goal.deadline):\(notice)")
        }
        if Self.isReminded(goal, on: day) { return occasion(PlanningReminders.savings, "\(day)") }
        return age > 0 ? occasion(PlanningReminders.risk, "\(day)") : nil
    }

    private func paymentDay(in month: CalendarMonth) -> CalendarDay {
        switch convention {
        case .payments(let day): day.date(in: month)
        // Payments are counted from today then, so that any day of the month would do.
        case .calendarMonths: month.day(1)
        }
    }

    private static func notice(on day: CalendarDay, of goal: Goal) -> String? {
        switch day {
        case goal.deadline.adding(months: -1): "month"
        case goal.deadline.adding(days: -7): "week"
        case goal.deadline.adding(days: -1): "day"
        default: nil
        }
    }

    /// Whether a goal reminds of itself on a day, counted from the first one.
    private static func isReminded(_ goal: Goal, on day: CalendarDay) -> Bool {
        let first = goal.reminderStart ?? goal.start
        guard first <= day, day <= goal.deadline else { return false }
        switch goal.reminder {
        case .weekly: return first.days(until: day).isMultiple(of: 7)
        case .biweekly: return first.days(until: day).isMultiple(of: 14)
        // The day of the first one, or the last day of a shorter month.
        case .monthly: return day.month.day(first.parts.day) == day
        case nil: return false
        }
    }
}
