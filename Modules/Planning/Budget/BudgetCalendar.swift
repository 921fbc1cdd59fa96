import Models

/// The payment days that a budget for all goals is paid on, counted from 0, and which of them one goal has.
struct BudgetCalendar {
    private let convention: PaymentConvention
    private let today: CalendarDay
    private let first: CalendarDay

    init(convention: PaymentConvention, today: CalendarDay) {
        self.convention = convention
        self.today = today
        switch convention {
        case .payments(let day): first = day.next(from: today)
        case .calendarMonths: first = today
        }
    }

    /// How many payment days there are until the end of the calendar.
    var length: Int {
        let (year, month, _) = first.parts
        return (9999 - year) * 12 + 13 - month
    }

    /// The payment day at a place; nil beyond the end of the calendar.
    func date(_ place: Int) -> CalendarDay? {
        guard (0..<length).contains(place) else { return nil }
        switch convention {
        case .payments(let day): return day.date(in: first.month.adding(months: place))
        case .calendarMonths: return first.adding(months: place)
        }
    }

    /// The day of a date of a schedule; nil beyond the end of the calendar.
    func date(of slot: DeadlineSchedule.Slot) -> CalendarDay? {
        switch slot {
        case .paymentDay(let place): date(place)
        case .other(let day): day
        }
    }

    /// The place of the first payment day on or after a day; at least `length` when there is none.
    func place(from day: CalendarDay) -> Int {
        guard day > first else { return 0 }
        let place =
            switch convention {
            case .payments: first.month.day(1).wholeMonths(until: day.month.day(1))
            case .calendarMonths: first.wholeMonths(until: day)
            }
        return date(place).map { $0 >= day } ?? true ? place : place + 1
    }

    /// The place of the last payment day on or before a day; less than 0 when there is none.
    private func lastPlace(through day: CalendarDay) -> Int {
        let place = place(from: day)
        return date(place) == day ? place : place - 1
    }

    /// The place of the first payment day that a goal has: not before its start, and not settled.
    func firstPlace(start: CalendarDay, settledThrough: CalendarDay?) -> Int {
        let open = settledThrough.map { $0.adding(days: 1) } ?? today
        return switch convention {
        case .payments: place(from: max(start, open))
        case .calendarMonths: place(from: open)
        }
    }

    /// The dates of a goal: its payment days that are not settled, else its deadline, or today when that has passed (R1, R2).
    func dates(start: CalendarDay, deadline: CalendarDay, settledThrough: CalendarDay?) -> DeadlineSchedule.Dates {
        let first = firstPlace(start: start, settledThrough: settledThrough)
        if deadline >= today {
            let last =
                switch convention {
                case .payments: lastPlace(through: deadline)
                case .calendarMonths: max(1, today.wholeMonths(until: deadline)) - 1
                }
            if first <= last { return .paymentDays(first...last) }
        }
        let only = max(deadline, today)
        let place = place(from: only)
        return date(place) == only ? .paymentDays(place...place) : .other(only)
    }

    /// The place of the last payment day that a goal has at least when its deadline becomes a later payment day.
    func placeOfDeadline(after deadline: CalendarDay) -> Int {
        let next = max(0, lastPlace(through: deadline) + 1)
        return switch convention {
        case .payments: next
        case .calendarMonths: max(0, next - 1)
        }
    }

    /// The earliest payment day after a deadline that leaves a goal its payment days through a place; nil beyond the end of
    /// the calendar.
    func deadline(through place: Int, after deadline: CalendarDay) -> CalendarDay? {
        switch convention {
        case .payments: date(place)
        case .calendarMonths: place == 0 && deadline < today ? today : date(place + 1)
        }
    }
}
