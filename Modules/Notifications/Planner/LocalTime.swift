public import Models

public import struct Foundation.Date
public import struct Foundation.TimeZone

/// A time of day on a wall clock, to the minute: "09:00".
public struct LocalTime: Sendable, Hashable, Comparable {
    /// Minutes since midnight, 0 to 1439.
    public let minute: Int

    /// Reads `09:00`; nil for anything else.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 5, digits[2] == UInt8(ascii: ":") else { return nil }
        let numbers = [0, 1, 3, 4].map { Int(digits[$0]) - 0x30 }
        guard numbers.allSatisfy((0...9).contains) else { return nil }
        let (hour, minute) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
        guard hour < 24, minute < 60 else { return nil }
        self.minute = hour * 60 + minute
    }

    /// The instant at which the clocks of a zone show the time on a day. Where they show it twice, the first one; where they
    /// skip it, as much later as they skip.
    public func instant(on day: CalendarDay, in zone: TimeZone) -> Date {
        let shown = day.startInUTC.addingTimeInterval(Double(minute * 60))
        // A day before and after lie on both sides of any change of the clocks.
        let before = Double(zone.secondsFromGMT(for: shown.addingTimeInterval(-86_400)))
        let after = Double(zone.secondsFromGMT(for: shown.addingTimeInterval(86_400)))
        for offset in [before, after] {
            let instant = shown.addingTimeInterval(-offset)
            if Double(zone.secondsFromGMT(for: instant)) == offset { return instant }
        }
        return shown.addingTimeInterval(-before)
    }

    /// Earlier times come first.
    public static func < (left: LocalTime, right: LocalTime) -> Bool { left.minute < right.minute }
}

/// Hours in which nobody is disturbed, which may pass midnight: "22:00-07:00".
public struct QuietHours: Sendable, Hashable {
    /// When they begin.
    public let start: LocalTime
    /// When they end; not quiet any more.
    public let end: LocalTime

    /// Reads `22:00-07:00`; nil for anything else, and for hours that end where they begin.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { LocalTime(String($0)) }
        guard parts.count == 2, let start = parts[0], let end = parts[1], start != end else { return nil }
        self.start = start
        self.end = end
    }

    /// When to remind instead of at a time on a day: at the end of the quiet hours when the time lies in them.
    func moved(_ day: CalendarDay, _ time: LocalTime) -> (day: CalendarDay, time: LocalTime) {
        if start < end { return time >= start && time < end ? (day, end) : (day, time) }
        if time >= start { return (day.adding(days: 1), end) }
        return time < end ? (day, end) : (day, time)
    }
}
