public import Foundation
public import Notifications

/// Reminders as an iCalendar file (RFC 5545), which calendars import or subscribe to: one event with an alarm each, under an
/// id that stays, in UTC, so that no calendar needs to know the zone.
public struct ICalendar: Sendable {
    /// The text of the file.
    public let text: String

    /// A calendar of reminders.
    ///
    /// - Parameter now: when it is made.
    public init(_ calendar: ReminderService.Calendar, now: Date) {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//CryptoSavingsTracker//Reminders//EN", "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH", "X-WR-CALNAME:Savings",
        ]
        for reminder in calendar.reminders {
            let title = Self.escaped(reminder.title)
            lines += [
                "BEGIN:VEVENT", "UID:\(reminder.id)@cryptosavingstracker", "DTSTAMP:\(Self.time(now))",
                "SEQUENCE:\(calendar.sequence)", "DTSTART:\(Self.time(reminder.instant))", "DURATION:PT15M",
                "SUMMARY:\(title)", "DESCRIPTION:\(Self.escaped(reminder.body))",
                "CATEGORIES:\(reminder.category.rawValue)", "TRANSP:TRANSPARENT",
                "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S", "DESCRIPTION:\(title)", "END:VALARM",
                "END:VEVENT",
            ]
        }
        lines.append("END:VCALENDAR")
        text = lines.map { Self.folded($0) + "\r\n" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
            .replacing("\n", with: "\\n")
    }

    /// A line in pieces of at most 75 bytes, whole characters in each.
    private static func folded(_ line: String) -> String {
        var (folded, length) = ("", 0)
        for scalar in line.unicodeScalars {
            let width = UTF8.width(scalar)
            if length + width > 75 {
                folded += "\r\n "
                length = 1
            }
            folded.unicodeScalars.append(scalar)
            length += width
        }
        return folded
    }

    private static func time(_ instant: Date) -> String {
        let text = instant.formatted(.iso8601)
        return text.filter { $0 != "-" && $0 != ":" }
    }
}
