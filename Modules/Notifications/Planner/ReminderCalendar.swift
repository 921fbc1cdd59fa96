import Models
import Planning

import struct Foundation.Date
import struct Foundation.TimeZone

/// Finds the days on which reminders may be due.
struct ReminderCalendar {
    let goals: [Goal]
    let convention: PaymentConvention
    let settings: ReminderSettings
    let zone: TimeZone

    /// The occasions told after an instant, and until another one, in order.
    func occasions(after start: Date, through end: Date) -> [Occasion] {
        guard start < end else { return [] }
        // Quiet hours may move what belongs to a day into the next one.
        let first = day(of: start).adding(days: -1)
        let count = first.days(until: day(of: end))
        return (0...max(0, count)).flatMap { occasions(of: first.adding(days: $0)) }
            .filter { $0.instant > start && $0.instant <= end }
            .sorted { ($0.instant, $0.id) < ($1.instant, $1.id) }
    }

    private func day(of instant: Date) -> CalendarDay {
        CalendarDay(utc: instant, secondsFromUTC: zone.secondsFromGMT(for: instant))
    }

    private func occasions(of day: CalendarDay) -> [Occasion] {
        func occasion(_ subject: Occasion.Subject, _ id: String, at time: LocalTime? = nil) -> Occasion {
            let wanted = time ?? settings.time
            let (shownDay, time) = settings.quietHours?.moved(day, wanted) ?? (day, wanted)
            return Occasion(subject: subject, day: day, instant: time.instant(on: shownDay, in: zone), id: id)
        }
        var found: [Occasion] = []
        if paymentDay(in: day.month) == day { found.append(occasion(.payment, "payment:\(day)")) }
        if day.month.day(1) == day { found.append(occasion(.monthStart(day.month), "start:\(day.month)")) }
        if day.month.lastDay == day { found.append(occasion(.monthClose(day.month), "close:\(day.month)")) }
        for goal in goals where goal.lifecycle == .active {
            let (age, name) = (goal.start.days(until: day), goal.id.uuidString.lowercased())
            if age >= 0, let notice = Self.notice(on: day, of: goal) {
                found.append(
                    occasion(.deadline(goal), "deadline:\(name):\(goal.deadline):\(notice)", at: goal.reminderTime))
            } else if Self.isReminded(goal, on: day) {
                found.append(occasion(.savings(goal), "savings:\(name):\(day)", at: goal.reminderTime))
            } else if age > 0 {
                found.append(occasion(.risk(goal, age: age), "risk:\(name):\(day)", at: goal.reminderTime))
            }
        }
        return found.filter { settings.categories.contains($0.category) }
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
