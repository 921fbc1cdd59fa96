import Foundation
import Models
import TestSupport
import Testing

@testable import Notifications

/// Times of day in zones that change their clocks.
struct LocalTimeTests {
    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T01:30:00Z"),  // skipped: 03:30 is shown
        ("Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T00:30:00Z"),  // shown twice: the first one
        ("Europe/Berlin", "2026-03-28", "09:00", "2026-03-28T08:00:00Z"),
        ("Europe/Berlin", "2026-03-29", "09:00", "2026-03-29T07:00:00Z"),
        ("America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"),
        ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:45:00Z"),  // skips half an hour
        ("Pacific/Apia", "2026-01-01", "09:00", "2025-12-31T20:00:00Z"),
        ("Asia/Kolkata", "2026-06-01", "09:00", "2026-06-01T03:30:00Z"),
        ("America/Sao_Paulo", "2018-11-04", "00:00", "2018-11-04T03:00:00Z"),  // midnight is skipped
    ])
    func `a time is found on any day`(zone: String, date: String, time: String, instant: String) throws {
        let found = try #require(LocalTime(time)).instant(on: day(date), in: #require(TimeZone(identifier: zone)))
        #expect(found.formatted(.iso8601) == instant)
    }

    @Test(arguments: ["9:00", "24:00", "09:60", "0900", "09:00 ", "", "aa:bb", "٠٩:٠٠"])
    func `anything else is no time`(text: String) { #expect(LocalTime(text) == nil) }

    @Test(arguments: [
        ("22:00-07:00", "23:30", 1, "07:00"), ("22:00-07:00", "06:59", 0, "07:00"),
        ("22:00-07:00", "07:00", 0, "07:00"),
        ("22:00-07:00", "21:59", 0, "21:59"), ("22:00-07:00", "22:00", 1, "07:00"),
        ("12:00-14:00", "13:00", 0, "14:00"),
        ("12:00-14:00", "14:00", 0, "14:00"), ("00:00-09:30", "09:00", 0, "09:30"),
    ])
    func `quiet hours move a time to their end`(hours: String, time: String, days: Int, moved: String) throws {
        let start = try day("2026-05-20")
        let found = try #require(QuietHours(hours)).moved(start, #require(LocalTime(time)))
        #expect(found.day == start.adding(days: days) && found.time == LocalTime(moved))
    }
}
