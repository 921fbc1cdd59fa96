import Foundation
import Models
import TestSupport
import Testing

@testable import Notifications

/// A year of sending at any hour, in zones that change their clocks.
struct ReminderYearTests {
    private static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia", "America/St_Johns",
        "Africa/Casablanca",
    ]

    /// A seed for each zone, since a year of sending takes seconds.
    private static let years = zip(zones, (0..<UInt64(zones.count)).map { (SeededGenerator.seeds.last ?? 0) + $0 })

    @Test(arguments: years)
    func `each reminder of a year is told exactly once, as the preview of the year says`(
        zone: String, seed: UInt64
    ) async throws {
        var random = SeededGenerator(seed: seed)
        var settings = ReminderSettings(
            time: try #require(LocalTime(random.pick(["00:00", "02:30", "09:00", "23:59"]))))
        let timeZone: TimeZone = try #require(TimeZone(identifier: zone))
        settings.zone = timeZone
        settings.quietHours = random.chance(1, in: 2) ? QuietHours(random.pick(["22:00-07:00", "01:00-03:30"])) : nil
        var own = try reminding("Own", start: "2026-01-01", deadline: "2026-11-30", .weekly)
        own.reminderStart = try day("2026-02-1\(random.int(0...9))")
        own.reminderTime = LocalTime(random.pick(["00:30", "02:15", "18:45", "23:30"]))
        let household = try await Household(
            own, try reminding("Car", start: "2026-01-0\(random.int(1...9))", deadline: "2026-12-31", .weekly),
            try reminding("Trip", start: "2026-01-31", deadline: "2026-09-15", .monthly),
            try reminding("Roof", target: "500 USD", start: "2025-11-30", deadline: "2026-06-30", .biweekly),
            try reminding("Rest", start: "2026-01-01", deadline: "2028-01-01", nil), settings: settings)
        let channel = RecordingChannel()
        let start = try instant("2026-01-01T12:00:00Z")
        let end = try instant("2027-01-01T12:00:00Z")
        let preview = try await household.reminders.preview(from: "2026-01-01", to: "2027-01-02", call(at: start)).value

        var now = start
        let firstMorning = LocalTime.midnight.instant(
            on: CalendarDay(utc: start, secondsFromUTC: timeZone.secondsFromGMT(for: start)), in: timeZone)
        while now < end {
            _ = try await household.deliveries(channel).send(call(at: now))
            now = now.addingTimeInterval(Double(random.int(1...30)) * 3600 * (random.chance(1, in: 40) ? 9 : 1))
        }
        _ = try await household.deliveries(channel).send(call(at: end))

        let expected = preview.reminders.filter { $0.instant >= firstMorning && $0.instant <= end }
        let told = try await household.log.filter { !$0.reminder.hasPrefix("late:") }
        #expect(expected.count > 100)
        #expect(told.map(\.reminder).sorted() == expected.map(\.id).sorted(), "\(zone), seed \(seed)")
        #expect(
            Dictionary(uniqueKeysWithValues: told.map { ($0.reminder, "\($0.due) \($0.title) \($0.body)") })
                == Dictionary(uniqueKeysWithValues: expected.map { ($0.id, "\($0.instant) \($0.title) \($0.body)") }))
        // What the receiver saw: each message once, and with the coalesced ones every reminder.
        let received = channel.taken.map(\.id)
        #expect(Set(received).count == received.count)
        #expect(told.allSatisfy { received.contains($0.messageID) && [.sent, .coalesced].contains($0.state) })
    }

    @Test(arguments: zones) func `times are those of the zone's clocks, except where these skip them`(zone: String)
        async throws
    {
        var settings = ReminderSettings(time: try #require(LocalTime("09:00")))
        let zone = try #require(TimeZone(identifier: zone))
        settings.zone = zone
        let household = try await Household(try reminding(), settings: settings)
        let preview = try await household.reminders.preview(
            from: "2026-01-01", to: "2026-12-31", call(at: try instant("2026-01-01T00:00:00Z"))
        ).value
        for reminder in preview.reminders {
            #expect(reminder.instant.text(in: zone) == "\(reminder.day) 09:00")
        }
    }

    @Test func `a preview of parts is the preview of the whole`() async throws {
        let household = try await Household(try reminding(), try reminding("Trip", deadline: "2026-08-20", .biweekly))
        let now = call(at: try instant("2026-01-01T00:00:00Z"))
        let whole = try await household.reminders.preview(from: "2026-01-01", to: "2026-12-31", now).value.reminders
        var parts: [Reminder] = []
        for month in 1...12 {
            let first = try #require(CalendarDay(year: 2026, month: month, day: 1))
            parts += try await household.reminders.preview(from: first, to: first.month.lastDay, now).value.reminders
        }
        #expect(parts == whole)
    }
}
