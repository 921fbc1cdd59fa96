public import struct Foundation.Date

/// Which transactions count as contributed: those dated after a day, without what a month that was closed early has
/// settled already (R3, MO2, MO5).
public struct ContributionWindow: Sendable, Hashable {
    /// The early closing of a month. What is dated until its day counts again only when it was entered afterwards.
    public struct Closing: Sendable, Hashable {
        /// The day of the closing.
        public let end: CalendarDay
        /// The instant of the closing.
        public let instant: Date

        /// A closing before the end of a month.
        public init(end: CalendarDay, instant: Date) {
            self.end = end
            self.instant = instant
        }
    }

    /// Only transactions dated later than this day count.
    public let after: CalendarDay
    /// The early closing of the latest month, or nil.
    public let closing: Closing?

    /// A window that begins after a day.
    public init(after: CalendarDay, closing: Closing? = nil) {
        self.after = after
        // A month that ended before the window begins settles nothing in it.
        self.closing = closing.flatMap { $0.end > after ? $0 : nil }
    }

    /// Whether a transaction of a day that was entered at an instant lies in the window.
    public func contains(day: CalendarDay, entered: Date) -> Bool {
        guard day > after else { return false }
        guard let closing else { return true }
        return day > closing.end || entered > closing.instant
    }
}
