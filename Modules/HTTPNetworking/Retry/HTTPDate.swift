import Foundation

/// Reads the three date forms of RFC 9110, section 5.6.7.
enum HTTPDate {
    /// The instant, or `nil` when the text is in none of the forms.
    ///
    /// - Parameter now: places two-digit years: one that would lie more than 50 years ahead is in the past century.
    static func parse(_ text: String, now: Date) -> Date? {
        let fields = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        switch fields.count {
        case 6 where fields[5] == "GMT":  // Sun, 06 Nov 1994 08:49:37 GMT
            return date(day: fields[1], month: fields[2], year: number(fields[3], 4...4), time: fields[4])
        case 4 where fields[3] == "GMT":  // Sunday, 06-Nov-94 08:49:37 GMT
            let parts = fields[1].split(separator: "-").map(String.init)
            guard parts.count == 3, let short = number(parts[2], 2...2) else { return nil }
            let thisYear = gregorian.component(.year, from: now)
            var year = thisYear - thisYear % 100 + short
            if year > thisYear + 50 { year -= 100 }
            return date(day: parts[0], month: parts[1], year: year, time: fields[2])
        case 5:  // Sun Nov  6 08:49:37 1994
            return date(day: fields[2], month: fields[1], year: number(fields[4], 4...4), time: fields[3])
        default:
            return nil
        }
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static let gregorian: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func date(day: String, month: String, year: Int?, time: String) -> Date? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), 2...2) }
        guard let year, let day = number(day, 1...2), let month = months.firstIndex(of: month), clock.count == 3,
            let hour = clock[0], let minute = clock[1], let second = clock[2],
            hour < 24, minute < 60, second <= 60  // 60 is a leap second
        else { return nil }
        let parts = DateComponents(
            year: year, month: month + 1, day: day, hour: hour, minute: minute, second: min(second, 59))
        guard let date = gregorian.date(from: parts), gregorian.component(.day, from: date) == day else { return nil }
        return date
    }

    /// A number of plain digits.
    private static func number(_ text: String, _ length: ClosedRange<Int>) -> Int? {
        guard length.contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int(text)
    }
}
