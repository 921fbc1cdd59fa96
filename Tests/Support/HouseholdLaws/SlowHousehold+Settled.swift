import Foundation
package import Models

extension SlowHousehold {
    /// The months that are over on a day; with a goal, those it was in.
    func monthsOver(_ today: CalendarDay, with goal: UUID? = nil) -> [SlowMonth] {
        months.filter { month in
            guard month.isOver(today) else { return false }
            guard let goal else { return true }
            return month.row(goal) != nil
        }
    }

    /// The month in progress; nil when the newest is over, or none was started.
    func runningMonth(_ today: CalendarDay) -> SlowMonth? {
        months.last.flatMap { $0.isOver(today) ? nil : $0 }
    }

    /// Whether a date is settled for a goal, or for the household (MO5).
    func isSettled(_ date: CalendarDay, for goal: UUID? = nil, today: CalendarDay) -> Bool {
        monthsOver(today, with: goal).contains { $0.settles(date) }
    }

    /// The next payment day on or after today that is not settled.
    ///
    /// Under `calendarMonths` the last day of the first calendar month that is not settled.
    package func nextPaymentDay(_ today: CalendarDay) -> CalendarDay {
        var month = today.month
        while true {
            let day = convention.paymentDay(in: month) ?? month.lastDay
            if day >= today, !isSettled(day, today: today) { return day }
            month = month.adding(months: 1)
        }
    }

    /// The name of the month of today.
    package func planMonth(_ today: CalendarDay) -> CalendarMonth { nextPaymentDay(today).month }

    /// The newest payment day before a day that is not settled for a goal, or for the household, as of that day.
    ///
    /// nil under `calendarMonths`.
    func previousPaymentDay(before day: CalendarDay, for goal: UUID? = nil) -> CalendarDay? {
        var month = day.month
        while let candidate = convention.paymentDay(in: month) {
            if candidate < day, !isSettled(candidate, for: goal, today: day) { return candidate }
            month = month.adding(months: -1)
        }
        return nil
    }

    /// The payment dates of a goal that needs something (R1, R2), settled ones left out.
    func paymentDates(_ goal: SlowGoal, today: CalendarDay) -> [CalendarDay] {
        if goal.deadline < today { return [today] }
        let dates = convention.dates(today: today, start: goal.start, deadline: goal.deadline)
            .filter { !isSettled($0, for: goal.id, today: today) }
        return dates.isEmpty ? [goal.deadline] : dates
    }

    /// The transactions that are contributions since the previous payment date that no month has settled (R3).
    func contributions(to goal: SlowGoal, today: CalendarDay) -> Set<UUID> {
        guard let previous = previousPaymentDay(before: today, for: goal.id) else { return [] }
        let ends = monthsOver(today, with: goal.id).compactMap { $0.end(today) }
        let counted = transactions.filter { transaction in
            transaction.kind == .manual && transaction.day <= today && transaction.day > previous
                && (transaction.day > goal.start
                    || transaction.day == goal.start && convention.isPaymentDay(goal.start))
                && ends.allSatisfy { $0.isBefore(transaction) }
        }
        return Set(counted.map(\.id))
    }

    /// What is left out on the way from none to all of some transactions, in order of day and entry. What was entered at once
    /// for a day comes at once.
    func way(through counted: Set<UUID>, all: Set<UUID>? = nil) -> [Set<UUID>] {
        var left = all ?? counted
        var way = [left]
        let ordered = transactions.filter { counted.contains($0.id) }.sorted {
            ($0.day, $0.entered) < ($1.day, $1.entered)
        }
        for (index, transaction) in ordered.enumerated() {
            left.remove(transaction.id)
            let next = ordered.dropFirst(index + 1).first
            if next?.day != transaction.day || next?.entered != transaction.entered { way.append(left) }
        }
        return way
    }
}
