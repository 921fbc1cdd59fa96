public import Foundation
public import Notifications

/// Reminders as an iCalendar file (RFC 5545), which calendars import or subscribe to: one event with an alarm each, under an
/// id that stays, in UTC, so that no calendar needs to know the zone.
public struct ICalendar: Sendable {
    /// The text of the file.
    public let text: String

    /// What tells our calendars from those of others.
    static let product = "PRODID:-//CryptoSavingsTracker//Reminders//EN"
    /// Begins the line with the version of a calendar that is kept up to date.
    static let versionMark = "X-CRYPTOSAVINGSTRACKER-VERSION:"
    /// The last line.
    static let end = "END:VCALENDAR\r\n"

    /// A calendar of reminders.
    ///
    /// - Parameter now: when it is made.
    public init(_ calendar: ReminderService.Calendar, now: Date) { self.init(calendar, version: nil, now: now) }

    /// A calendar of reminders that says its version.
    init(_ calendar: ReminderService.Calendar, version: String?, now: Date) {
        var text = Self.text([
            "BEGIN:VCALENDAR", "VERSION:2.0", Self.product, "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
            "X-WR-CALNAME:Savings",
        ])
        if let version { text += Self.text([Self.versionMark + version]) }
        for reminder in calendar.reminders {
            text += Self.event(
                Self.uid(reminder, calendar.household), reminder.category.name, reminder.instant, reminder.title,
                reminder.body,
                sequence: calendar.sequence, now: now)
        }
        self.text = text + Self.end
    }

    /// An id that no other household has (RFC 5545, 3.8.4.7): what is about no single thing is told apart by the household.
    private static func uid(_ reminder: Reminder, _ household: String?) -> String {
        guard let household, reminder.subject == nil else { return reminder.id }
        return "\(reminder.id):\(household)"
    }

    /// An event with an alarm at its beginning.
    static func event(
        _ id: String, _ category: String, _ instant: Date, _ title: String, _ body: String, sequence: Int,
        now: Date
    ) -> String {
        let title = escaped(title)
        return text([
            "BEGIN:VEVENT", "UID:\(id)@cryptosavingstracker", "DTSTAMP:\(time(now))", "SEQUENCE:\(sequence)",
            "DTSTART:\(time(instant))", "DURATION:PT15M", "SUMMARY:\(title)", "DESCRIPTION:\(escaped(body))",
            "CATEGORIES:\(escaped(category))", "TRANSP:TRANSPARENT", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT0S",
            "DESCRIPTION:\(title)", "END:VALARM", "END:VEVENT",
        ])
    }

    private static func text(_ lines: [String]) -> String { lines.map { folded($0) + "\r\n" }.joined() }

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
