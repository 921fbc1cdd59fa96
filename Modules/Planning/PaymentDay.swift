public import Models

/// The day of each month on which is paid (setting `planning.paymentDay`).
public enum PaymentDay: Sendable, Hashable {
    /// A day that every month has: 1 to 28.
    case day(Int)
    /// The last day of the month.
    case last

    /// Reads `1` … `28` or `last`; nil for anything else.
    public init?(_ text: String) {
        if text == "last" {
            self = .last
        } else if let day = Int(text), (1...28).contains(day), text == String(day) {
            self = .day(day)
        } else {
            return nil
        }
    }

    /// The payment date of a month.
    public func date(in month: CalendarMonth) -> CalendarDay {
        switch self {
        case .day(let day): month.day(day)
        case .last: month.lastDay
        }
    }

    /// The payment dates from `first` to `last`, both included.
    public func dates(from first: CalendarDay, through last: CalendarDay) -> [CalendarDay] {
        guard first <= last else { return [] }
        var dates: [CalendarDay] = []
        var month = first.month
        while true {
            let date = date(in: month)
            if date >= first, date <= last { dates.append(date) }
            // There is no month after the calendar's last, so it must not be waited for.
            guard month < last.month else { return dates }
            month = month.adding(months: 1)
        }
    }

    /// The first payment date from a day on.
    func next(from day: CalendarDay) -> CalendarDay {
        let inMonth = date(in: day.month)
        return inMonth >= day ? inMonth : date(in: day.month.adding(months: 1))
    }

    /// The last payment date before a day.
    public func previous(before day: CalendarDay) -> CalendarDay {
        let inMonth = date(in: day.month)
        return inMonth < day ? inMonth : date(in: day.month.adding(months: -1))
    }
}

extension PaymentDay: CustomStringConvertible {
    /// "1" … "28" or "last".
    public var description: String {
        switch self {
        case .day(let day): String(day)
        case .last: "last"
        }
    }
}
