public import Values

/// The days of a joining's births, and how many are expected (H7).
///
/// ```swift
/// let joining = Joining(
///     .controlled, start: try CalendarDay("2025-11-01"), end: try CalendarDay("2026-01-03"), rate: try Percentage("85%"))
/// let calendar = BreedingCalendar(joining, gestation: 283)
/// calendar.conception  // 2025-12-02
/// calendar.first  // 2026-08-11
/// calendar.last  // 2026-10-13
/// ```
public struct BreedingCalendar: Sendable, Hashable {
    /// The joining.
    public let joining: Joining
    /// The day of conception that the value grows from.
    public let conception: CalendarDay
    /// The first day of births.
    public let first: CalendarDay
    /// The day in the middle of births.
    public let middle: CalendarDay
    /// The last day of births.
    public let last: CalendarDay
    /// The days over which the value grows: the gestation, or 365 without an end.
    public let span: Int

    /// The days before the first one from which births count.
    public static let daysBefore = 30
    /// The days after the last one for which offspring are expected where no birth was recorded.
    public static let daysAfter = 30

    /// The calendar of a joining for a gestation in days.
    public init(_ joining: Joining, gestation: Int) {
        self.joining = joining
        let start = joining.start
        first = start.adding(days: gestation)
        if joining.type == .uncontrolled {
            conception = start
            last = start.adding(days: 365)
            middle = first.adding(days: first.days(until: last) / 2)
            span = 365
        } else {
            let end = joining.end ?? start
            conception = start.adding(days: start.days(until: end) / 2)
            middle = conception.adding(days: gestation)
            last = end.adding(days: gestation)
            span = gestation
        }
    }

    /// The offspring expected of a joining on a day.
    public struct Expectation: Sendable, Hashable {
        /// The offspring expected in all.
        public let expected: Ratio
        /// The births recorded in the season.
        public let births: Int
        /// The offspring still to be born.
        public let left: Ratio
        /// The offspring that were expected, and are no more because the season is over.
        public let missing: Ratio
        /// Whether the season is over without a recorded birth.
        public let isShort: Bool
    }

    /// The offspring of a herd that are expected on a day, at its present head.
    public func expectation(_ season: BreedingSeason, _ state: HerdState, on day: CalendarDay) -> Expectation {
        let head = Int128(state.head)
        var expected = Ratio(min(Int128(season.joined), head)) * joining.rate.ratio
        if let tested = season.tested {
            let remaining = Ratio(head, over: Int128(max(1, season.headAtTest))) ?? .zero
            expected = Ratio(Int128(tested)) * min(.one, remaining)
        }
        let from = first.adding(days: -Self.daysBefore)
        let births = state.births.reduce(0) { $0 + ($1.day >= from ? $1.head : 0) }
        let isOver = day > (births > 0 ? last : last.adding(days: Self.daysAfter))
        let open = max(.zero, expected - Ratio(Int128(births)))
        return Expectation(
            expected: expected, births: births, left: isOver ? .zero : open, missing: isOver ? open : .zero,
            isShort: isOver && births == 0 && expected.isPositive)
    }

    /// The part of the value at birth that has grown on a day.
    public func grown(on day: CalendarDay) -> Ratio {
        let days = conception.days(until: day)
        return days <= 0 ? .zero : min(.one, Ratio(Int128(days), over: Int128(span)) ?? .one)
    }
}
