public import Values

/// Hours in which nobody is disturbed, which may pass midnight: "22:00-07:00".
public struct QuietHours: Sendable, Hashable, CustomStringConvertible {
    /// When they begin.
    public let start: LocalTime
    /// When they end; not quiet any more.
    public let end: LocalTime

    /// Hours between two times; nil when they end where they begin.
    public init?(from start: LocalTime, to end: LocalTime) {
        guard start != end else { return nil }
        self.start = start
        self.end = end
    }

    /// Reads `22:00-07:00`; nil for anything else, and for hours that end where they begin.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { LocalTime(String($0)) }
        guard parts.count == 2, let start = parts[0], let end = parts[1] else { return nil }
        self.init(from: start, to: end)
    }

    /// As they are read: "22:00-07:00".
    public var description: String { "\(start)-\(end)" }

    /// When to remind instead of at a time on a day: at the end of the quiet hours when the time lies in them.
    func moved(_ day: CalendarDay, _ time: LocalTime) -> (day: CalendarDay, time: LocalTime) {
        if start < end { return time >= start && time < end ? (day, end) : (day, time) }
        if time >= start { return (day.adding(days: 1), end) }
        return time < end ? (day, end) : (day, time)
    }
}
