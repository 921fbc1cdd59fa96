public import Models

extension PaymentConvention {
    /// The day of a goal's payment `number`, counted from 1, when its dates are `dates` and later payments follow as the
    /// convention says. `dates` are ascending and not empty; days are held within the calendar.
    public func date(ofPayment number: Int, dates: [CalendarDay]) -> CalendarDay? {
        guard let first = dates.first, let last = dates.last, number > 0 else { return nil }
        if number <= dates.count { return dates[number - 1] }
        let further = min(number - dates.count, 12 * 9999)
        switch self {
        case .payments(let day):
            let isBefore = last < day.date(in: last.month)
            return day.date(in: last.month.adding(months: isBefore ? further - 1 : further))
        case .calendarMonths:
            return first.adding(months: dates.count - 1 + further)
        }
    }
}
