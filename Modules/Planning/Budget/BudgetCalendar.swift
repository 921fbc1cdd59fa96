import Models

/// The dates on which a budget for all goals is paid: the payment days from today on, and today itself as the first one
/// when some deadline lies before the first of them or has passed.
struct BudgetCalendar: Equatable {
    let convention: PaymentConvention
    let today: CalendarDay
    /// Whether today is a date although it is no payment day.
    let addsToday: Bool

    init(convention: PaymentConvention, today: CalendarDay, deadlines: some Sequence<CalendarDay>) {
        self.convention = convention
        self.today = today
        switch convention {
        case .payments(let day):
            let first = day.next(from: today)
            addsToday = first > today && deadlines.contains { $0 < first }
        case .calendarMonths: addsToday = false
        }
    }

    /// How many dates there are until a deadline; a passed one is due today.
    func count(until deadline: CalendarDay) -> Int {
        switch convention {
        case .payments(let day):
            day.dates(from: today, through: max(deadline, today)).count + (addsToday ? 1 : 0)
        case .calendarMonths: max(1, today.wholeMonths(until: deadline))
        }
    }

    /// The first date that follows from the convention.
    private var start: CalendarDay {
        switch convention {
        case .payments(let day): day.next(from: today)
        case .calendarMonths: today
        }
    }

    /// How many dates there are until the end of the calendar.
    var length: Int {
        let (year, month, _) = start.parts
        return (9999 - year) * 12 + 13 - month + (addsToday ? 1 : 0)
    }

    /// The date `index`, counted from 0; nil beyond the end of the calendar.
    func date(_ index: Int) -> CalendarDay? {
        guard index < length else { return nil }
        if addsToday, index == 0 { return today }
        let months = addsToday ? index - 1 : index
        switch convention {
        case .payments(let day): return day.date(in: start.month.adding(months: months))
        case .calendarMonths: return start.adding(months: months)
        }
    }

    /// The earliest deadline with `count` dates until it; nil beyond the end of the calendar.
    func deadline(withDates count: Int) -> CalendarDay? {
        switch convention {
        case .payments: date(count - 1)
        case .calendarMonths: date(count)
        }
    }
}
