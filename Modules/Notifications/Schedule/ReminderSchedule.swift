import Values

import struct Foundation.Date
import struct Foundation.TimeZone

/// When people are reminded: the time of day, the hours in which nobody is disturbed, and the zone of both.
struct ReminderSchedule {
    let time: LocalTime
    let quietHours: QuietHours?
    let zone: TimeZone

    /// The days whose occasions may be sent after an instant and until a later one.
    func days(after start: Date, through end: Date) -> (first: CalendarDay, last: CalendarDay) {
        // Quiet hours may move what belongs to a day into the next one.
        let first = day(of: start).adding(days: -1)
        return (first, max(first, day(of: end)))
    }

    private func day(of instant: Date) -> CalendarDay {
        CalendarDay(utc: instant, secondsFromUTC: zone.secondsFromGMT(for: instant))
    }

    /// The instant at which an occasion is sent.
    func instant(of occasion: ReminderOccasion) -> Date {
        let wanted = occasion.time ?? time
        let (day, time) = quietHours?.moved(occasion.day, wanted) ?? (occasion.day, wanted)
        return time.instant(on: day, in: zone)
    }
}

/// An occasion and when it is sent.
struct ScheduledOccasion: Sendable {
    let occasion: ReminderOccasion
    let instant: Date
}
