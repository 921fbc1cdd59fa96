package import Models

/// When payments are made (R1, R2): on a day of each month, on its last day, or counted in calendar months from today.
package enum HouseholdConvention: Sendable, Hashable {
    /// The convention `payments` with a payment day, 1...28.
    case paymentDay(Int)
    /// The convention `payments` on the last day of each month.
    case lastDay
    /// The convention `calendarMonths`.
    case calendarMonths

    /// The payment day of a month; nil for `calendarMonths`.
    package func paymentDay(in month: CalendarMonth) -> CalendarDay? {
        switch self {
        case .paymentDay(let day): month.day(day)
        case .lastDay: month.lastDay
        case .calendarMonths: nil
        }
    }

    /// Whether a day is a payment day.
    package func isPaymentDay(_ day: CalendarDay) -> Bool { paymentDay(in: day.month) == day }

    /// All payment days from one day to another, both included.
    package func paymentDays(from first: CalendarDay, through last: CalendarDay) -> [CalendarDay] {
        var days: [CalendarDay] = []
        var month = first.month
        while month <= last.month, let day = paymentDay(in: month) {
            if day >= first, day <= last { days.append(day) }
            month = month.adding(months: 1)
        }
        return days
    }

    /// How many whole calendar months lie between two days, and at least 1 (R2).
    package static func wholeMonths(from first: CalendarDay, to last: CalendarDay) -> Int {
        var count = 0
        while first.adding(months: count + 1) <= last { count += 1 }
        return max(1, count)
    }

    /// The dates between a goal's start and its deadline, from which expected progress is reckoned.
    package func datesOfWholeTime(start: CalendarDay, deadline: CalendarDay) -> [CalendarDay] {
        guard self == .calendarMonths else { return paymentDays(from: start, through: deadline) }
        return (0..<Self.wholeMonths(from: start, to: deadline)).map { start.adding(months: $0) }
    }

    /// The dates of R1 or R2 as of `today`, without regard to settled ones and without the deadline as a substitute.
    package func dates(today: CalendarDay, start: CalendarDay, deadline: CalendarDay) -> [CalendarDay] {
        guard self == .calendarMonths else { return paymentDays(from: max(today, start), through: deadline) }
        return (0..<Self.wholeMonths(from: today, to: deadline)).map { today.adding(months: $0) }
    }
}
