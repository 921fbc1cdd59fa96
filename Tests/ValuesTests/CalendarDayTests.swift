import Foundation
import TestSupport
import Testing
import Values

@Suite("M4: days are calendar days") struct CalendarDayTests {
    /// Foundation's calendar; from 1900 on its Gregorian calendar and the proleptic one are the same.
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func date(_ day: CalendarDay) -> Date { Date(timeIntervalSince1970: Double(day.dayNumber) * 86_400) }

    @Test func `every day of two centuries is Foundation's`() throws {
        let first = try day("1900-01-01")
        for offset in 0..<73_414 {
            let day = first.adding(days: offset)
            let parts = Self.calendar.dateComponents([.year, .month, .day], from: Self.date(day))
            let known = day.parts
            guard known.year == parts.year, known.month == parts.month, known.day == parts.day,
                CalendarDay(year: known.year, month: known.month, day: known.day) == day
            else {
                Issue.record("\(day) is \(parts)")
                return
            }
        }
        #expect(first.adding(days: 73_413).description == "2100-12-31")
    }

    /// The proleptic Gregorian calendar, counted day by day with its own leap rule.
    @Test func `every day of the calendar follows the one before`() throws {
        var (year, month, dayOfMonth) = (1, 1, 1)
        var day = try day("0001-01-01")
        while true {
            let parts = day.parts
            guard parts.year == year, parts.month == month, parts.day == dayOfMonth else {
                Issue.record("\(day) should be \(year)-\(month)-\(dayOfMonth)")
                return
            }
            let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            if year == 9999, month == 12, dayOfMonth == 31 { break }
            (dayOfMonth, month) = dayOfMonth == lengths[month - 1] ? (1, month + 1) : (dayOfMonth + 1, month)
            if month == 13 { (year, month) = (year + 1, 1) }
            day = day.adding(days: 1)
        }
        #expect(day.description == "9999-12-31")
        #expect(day.adding(days: 1) == day)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `months later is Foundation's, held at the month's end`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let day = random.day()
            let months = random.int(-60...600)
            let expected = try #require(Self.calendar.date(byAdding: .month, value: months, to: Self.date(day)))
            #expect(day.adding(months: months) == CalendarDay(utc: expected), "\(day) + \(months)")
        }
        #expect(try day("2024-01-31").adding(months: 1) == day("2024-02-29"))
        #expect(try day("2023-01-31").adding(months: 1) == day("2023-02-28"))
        #expect(try day("2024-12-31").adding(months: -10) == day("2024-02-29"))
    }

    @Test(arguments: SeededGenerator.seeds)
    func `whole months are as many as fit`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let (day, other) = (random.day(), random.day())
            var fitting = 0
            while day.adding(months: fitting + 1) <= other { fitting += 1 }
            #expect(day.wholeMonths(until: other) == fitting, "\(day) to \(other)")
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `text survives a round trip and orders as days`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let (a, b) = (CalendarDay(dayNumber: random.int(-719_162...2_932_896)), random.day())
            #expect(try CalendarDay(a.description) == a)
            #expect((a < b) == (a.description < b.description))
            #expect(a.days(until: b) == b.dayNumber - a.dayNumber)
            #expect(try CalendarMonth(a.month.description) == a.month)
            #expect(a.month.day(a.parts.day) == a && a <= a.month.lastDay)
        }
    }

    @Test(arguments: [
        "", "2026-02-29", "2100-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01",
        "2026-1-01",
        "26-01-01", "2026/01/01", "20260101", "2026-01-01T00:00", " 2026-01-01", "2026-01-01 ", "٢٠٢٦-01-01",
        "+026-01-01",
        "-026-01-01", "2026-01-1x", "tomorrow",
    ])
    func `what is not a day is refused`(text: String) {
        #expect(throws: CalendarError.invalidDay(text)) { try CalendarDay(text) }
    }

    @Test(arguments: [
        "", "2026", "2026-13", "2026-00", "0000-01", "2026-1", "2026-05-01", "2026/05", "2026-0x", "２026-05",
    ])
    func `what is not a month is refused`(text: String) {
        #expect(throws: CalendarError.invalidMonth(text)) { try CalendarMonth(text) }
    }

    @Test func `an instant is a day of a zone`() throws {
        let instant = Date(timeIntervalSince1970: 1_779_235_199)  // 2026-05-19T23:59:59Z
        #expect(try CalendarDay(utc: instant) == day("2026-05-19"))
        #expect(try CalendarDay(utc: instant, secondsFromUTC: 3600) == day("2026-05-20"))
        #expect(try CalendarDay(utc: Date(timeIntervalSince1970: -1)) == day("1969-12-31"))
        #expect(try CalendarDay(utc: day("2026-05-19").startInUTC) == day("2026-05-19"))
    }

    @Test func `an instant beyond the calendar is its first or last day`() throws {
        #expect(try CalendarDay(utc: Date(timeIntervalSince1970: 1e300)) == day("9999-12-31"))
        #expect(try CalendarDay(utc: Date(timeIntervalSince1970: -1e300)) == day("0001-01-01"))
        #expect(try CalendarDay(utc: Date(timeIntervalSince1970: .infinity)) == day("9999-12-31"))
    }
}
