import Models
import TestSupport
import Testing

@testable import Planning

/// The payment dates found by looking at every day.
func scannedDates(_ day: PaymentDay, from first: CalendarDay, through last: CalendarDay) -> [CalendarDay] {
    guard first <= last else { return [] }
    return (0...first.days(until: last)).map { first.adding(days: $0) }.filter { candidate in
        switch day {
        case .day(let number): candidate.parts.day == number
        case .last: candidate.adding(days: 1).parts.day == 1
        }
    }
}

extension SeededGenerator {
    mutating func paymentDay() -> PaymentDay { chance(1, in: 5) ? .last : .day(int(1...28)) }
}

@Suite("R1, R2: payment dates") struct PaymentDayTests {
    @Test(arguments: SeededGenerator.seeds)
    func `dates are those that a look at every day finds`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let (day, first) = (random.paymentDay(), random.day())
            let last = first.adding(days: random.int(-40...400))
            #expect(day.dates(from: first, through: last) == scannedDates(day, from: first, through: last))
            #expect(
                day.previous(before: first)
                    == scannedDates(day, from: first.adding(days: -40), through: first.adding(days: -1)).last)
        }
    }

    @Test func `the last day of each month`() throws {
        let dates = PaymentDay.last.dates(from: try day("2024-01-31"), through: try day("2024-04-29"))
        #expect(dates.map(\.description) == ["2024-01-31", "2024-02-29", "2024-03-31"])
    }

    @Test func `the calendar's last month has an end`() throws {
        let end = try day("9999-12-31")
        #expect(PaymentDay.day(1).dates(from: try day("9999-11-15"), through: end).map(\.description) == ["9999-12-01"])
        #expect(PaymentDay.last.dates(from: try day("9999-12-31"), through: end) == [end])
        #expect(PaymentConvention.calendarMonths.upcoming(today: end, start: end, deadline: end) == [end])
    }

    @Test(arguments: [
        ("1", PaymentDay.day(1)), ("28", .day(28)), ("last", .last), ("0", nil), ("29", nil), ("31", nil), ("01", nil),
        ("+1", nil), ("", nil), ("Last", nil), (" 1", nil), ("1.0", nil), ("-1", nil),
    ])
    func `a setting is a day of every month or the last`(text: String, expected: PaymentDay?) {
        #expect(PaymentDay(text) == expected)
        if let expected { #expect(expected.description == text) }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `what is still to be paid follows the convention`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let (paymentDay, today) = (random.paymentDay(), random.day())
            let start = today.adding(days: random.int(-200...60))
            let deadline = today.adding(days: random.int(-20...400))
            let dates = PaymentConvention.payments(paymentDay).upcoming(today: today, start: start, deadline: deadline)
            let scanned = scannedDates(paymentDay, from: max(today, start), through: deadline)
            #expect(dates == (deadline < today ? [today] : scanned.isEmpty ? [deadline] : scanned))

            let months = PaymentConvention.calendarMonths.upcoming(today: today, start: start, deadline: deadline)
            var expected = [today]
            while today.adding(months: expected.count + 1) <= deadline {
                expected.append(today.adding(months: expected.count))
            }
            #expect(months == expected)
        }
    }

    @Test func `months are clamped to the month's end, each from today`() throws {
        let today = try day("2024-01-31")
        let dates = PaymentConvention.calendarMonths.upcoming(
            today: today, start: today, deadline: try day("2024-05-31"))
        #expect(dates.map(\.description) == ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30"])
    }

    @Test func `a payment date itself counts as before the next one`() throws {
        let convention = PaymentConvention.payments(.day(1))
        #expect(try convention.previousPaymentDay(before: day("2024-06-01")) == day("2024-05-01"))
        #expect(try convention.previousPaymentDay(before: day("2024-06-02")) == day("2024-06-01"))
        #expect(try PaymentConvention.calendarMonths.previousPaymentDay(before: day("2024-06-02")) == day("2024-06-02"))
    }
}
