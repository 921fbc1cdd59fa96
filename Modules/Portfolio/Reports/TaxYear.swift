public import Models

/// A year for gains, which may begin on another day than 1 January (P11).
public struct TaxYear: Sendable, Hashable {
    /// The first day.
    public let first: CalendarDay
    /// The last day.
    public let last: CalendarDay

    /// The year that begins in `year` on a day of a month, which every year has; nil for any other.
    public init?(_ year: Int, startMonth: Int = 1, startDay: Int = 1) {
        guard startMonth != 2 || startDay < 29, let first = CalendarDay(year: year, month: startMonth, day: startDay),
            let next = CalendarDay(year: year + 1, month: startMonth, day: startDay)
        else { return nil }
        self.first = first
        last = next.adding(days: -1)
    }
}
