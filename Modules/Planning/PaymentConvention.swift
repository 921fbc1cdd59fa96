public import Models

/// How payment dates follow from today, start and deadline; part of every answer.
public enum PaymentConvention: Sendable, Hashable {
    /// Fixed day of each month (R1).
    case payments(PaymentDay)
    /// Whole calendar months counted from today (R2).
    case calendarMonths

    /// The name in options and documents: "payments" or "calendarMonths".
    public var name: String {
        switch self {
        case .payments: "payments"
        case .calendarMonths: "calendarMonths"
        }
    }

    /// The dates on which is still to be paid: never empty.
    ///
    /// After the deadline the one date is today. When no payment date lies before the deadline, the deadline is the one.
    public func upcoming(today: CalendarDay, start: CalendarDay, deadline: CalendarDay) -> [CalendarDay] {
        guard deadline >= today else { return [today] }
        switch self {
        case .payments(let day):
            let dates = day.dates(from: max(today, start), through: deadline)
            return dates.isEmpty ? [deadline] : dates
        case .calendarMonths:
            return (0..<max(1, today.wholeMonths(until: deadline))).map { today.adding(months: $0) }
        }
    }

    /// The dates from the start of a goal to its deadline: what its first level payment and its expected progress follow
    /// from. May be empty under ``payments(_:)``.
    func planned(start: CalendarDay, deadline: CalendarDay) -> [CalendarDay] {
        switch self {
        case .payments(let day): day.dates(from: start, through: deadline)
        case .calendarMonths: (0..<max(1, start.wholeMonths(until: deadline))).map { start.adding(months: $0) }
        }
    }

    /// Whether a payment is made on a day; under ``calendarMonths``, which counts from any day, always.
    public func isPaymentDay(_ day: CalendarDay) -> Bool {
        switch self {
        case .payments(let paymentDay): paymentDay.date(in: day.month) == day
        case .calendarMonths: true
        }
    }

    /// The first payment date after a day; under ``calendarMonths`` the last day of the month of the day after it.
    func nextPaymentDay(after day: CalendarDay) -> CalendarDay {
        switch self {
        case .payments(let paymentDay): paymentDay.next(from: day.adding(days: 1))
        case .calendarMonths: day.adding(days: 1).month.lastDay
        }
    }

    /// The payment date before a day; under ``calendarMonths`` the day itself, since contributions settle nothing then.
    func previousPaymentDay(before day: CalendarDay) -> CalendarDay {
        switch self {
        case .payments(let paymentDay): paymentDay.previous(before: day)
        case .calendarMonths: day
        }
    }
}
