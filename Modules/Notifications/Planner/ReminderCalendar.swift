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
        let (shownDay, time) = settings.quietHours?.moved(day, settings.time) ?? (day, settings.time)
        let instant = time.instant(on: shownDay, in: zone)
        func occasion(_ subject: Occasion.Subject, _ id: String) -> Occasion {
            Occasion(subject: subject, day: day, instant: instant, id: id)
        }
        var found: [Occasion] = []
        if paymentDay(in: day.month) == day { found.append(occasion(.payment, "payment:\(day)")) }
        if day.month.day(1) == day { found.append(occasion(.monthStart(day.month), "start:\(day.month)")) }
        if day.month.lastDay == day { found.append(occasion(.monthClose(day.month), "close:\(day.month)")) }
        for goal in goals where goal.lifecycle == .active {
            let age = goal.start.days(until: day)
            guard age >= 0 else { continue }
            let name = goal.id.uuidString.lowercased()
            if let notice = Self.notice(on: day, of: goal) {
                found.append(occasion(.deadline(goal), "deadline:\(name):\(goal.deadline):\(notice)"))
            } else if Self.isReminded(goal, on: day, age: age) {
                found.append(occasion(.savings(goal), "savings:\(name):\(day)"))
            } else if age > 0 {
                found.append(occasion(.risk(goal, age: age), "risk:\(name):\(day)"))
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

    /// Whether a goal reminds of itself on a day, counted from its start.
    private static func isReminded(_ goal: Goal, on day: CalendarDay, age: Int) -> Bool {
        guard day <= goal.deadline else { return false }
        switch goal.reminder {
        case .weekly: return age.isMultiple(of: 7)
        case .biweekly: return age.isMultiple(of: 14)
        // The day of the start, or the last day of a shorter month.
        case .monthly: return day.month.day(goal.start.parts.day) == day
        case nil: return false
        }
    }
}
