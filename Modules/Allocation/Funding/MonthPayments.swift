public import Models

public import struct Foundation.Date

/// The own payments of a month, and which of them were there when it was started (MO2).
public struct MonthPayments: Sendable, Hashable {
    /// When a month was started.
    public struct Start: Sendable, Hashable {
        /// The day.
        public let day: CalendarDay
        /// The instant.
        public let instant: Date

        /// The start of a month.
        public init(day: CalendarDay, instant: Date) {
            (self.day, self.instant) = (day, instant)
        }

        /// Whether a contribution was there.
        func has(_ contribution: SourceContributions.Contribution) -> Bool {
            contribution.day <= day && contribution.entered <= instant
        }
    }

    /// The window in which they lie.
    public let window: ContributionWindow
    /// When the month was started; nil for one that could be started now.
    public let start: Start?

    /// The own payments of a month.
    public init(_ window: ContributionWindow, start: Start? = nil) {
        (self.window, self.start) = (window, start)
    }

    /// The window of the payments to one goal: amounts dated before its start day were there when it began (R3).
    func window(from startDay: CalendarDay?) -> ContributionWindow {
        guard let startDay else { return window }
        return ContributionWindow(after: max(window.after, startDay.adding(days: -1)), closing: window.closing)
    }
}
