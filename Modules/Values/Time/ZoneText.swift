public import struct Foundation.Date
public import struct Foundation.TimeZone

/// A zone as `TZ` writes it: a name (`Europe/Berlin`, `:Europe/Berlin`), a path of the system's zones, or rules as POSIX has them
/// (`CET-1CEST,M3.5.0,M10.5.0/3`, `JST-9`, `<+0530>-5:30`), which routers and small containers use (I8).
public enum ZoneText {
    /// The zone of a text; nil when it names none.
    ///
    /// Rules become the first named zone that has their offsets on each day of the year around `now`, or else a zone without
    /// summer time that has the present offset.
    public static func zone(_ text: String, now: Date) -> TimeZone? {
        var name = text.hasPrefix(":") ? String(text.dropFirst()) : text
        if let place = name.firstRange(of: "zoneinfo/") { name = String(name[place.upperBound...]) }
        // By POSIX, GMT+1 lies west of Greenwich.
        if let rules = PosixZone(name) { return rules.zone(now) }
        return TimeZone(identifier: name)
    }
}

/// A zone's offsets by the rules of POSIX.
struct PosixZone {
    /// The day on which summer time begins or ends, and the second of that day.
    private enum Rule {
        /// The week of a month, from 1, of which 5 is the last, and the day of the week from Sunday.
        case weekday(month: Int, week: Int, day: Int, seconds: Int)
        /// The day of the year from 1, without leap days, or from 0 with them.
        case day(Int, hasLeapDays: Bool, seconds: Int)
    }

    /// Seconds east of UTC.
    private let standard: Int
    private var summer: Int?
    private var start = Rule.weekday(month: 3, week: 2, day: 0, seconds: 7200)
    private var end = Rule.weekday(month: 11, week: 1, day: 0, seconds: 7200)

    /// Reads rules; nil for any other text.
    init?(_ text: String) {
        var rest = text[...]
        guard Self.takeName(&rest), let west = Self.takeOffset(&rest, upTo: 24) else { return nil }
        standard = -west
        guard !rest.isEmpty else { return }
        guard Self.takeName(&rest) else { return nil }
        summer = Self.takeOffset(&rest, upTo: 24).map { -$0 } ?? standard + 3600
        guard !rest.isEmpty else { return }
        let rules = rest.split(separator: ",", omittingEmptySubsequences: false)
        guard rules.count == 3, rules[0].isEmpty, let first = Self.rule(rules[1]), let second = Self.rule(rules[2])
        else {
            return nil
        }
        (start, end) = (first, second)
    }

    private static func takeName(_ rest: inout Substring) -> Bool {
        if rest.first == "<" {
            guard let close = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: close)...]
            return true
        }
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    /// `-5:30` as seconds; nil where there is no number.
    private static func takeOffset(_ rest: inout Substring, upTo hours: Int) -> Int? {
        let text = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "+" || $0 == "-" || $0 == ":") }
        guard let seconds = seconds(text, upTo: hours) else { return nil }
        rest = rest.dropFirst(text.count)
        return seconds
    }

    private static func seconds(_ text: Substring, upTo hours: Int) -> Int? {
        let isNegative = text.first == "-"
        let parts = text.drop { $0 == "+" || $0 == "-" }.split(separator: ":", omittingEmptySubsequences: false)
            .map { Int($0) }
        guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
        let numbers = parts.compactMap(\.self)
        guard numbers[0] <= hours, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        let sum = numbers.reduce(0) { $0 * 60 + $1 }
        let seconds = [3600, 60, 1][numbers.count - 1] * sum
        return isNegative ? -seconds : seconds
    }

    private static func rule(_ text: Substring) -> Rule? {
        let halves = text.split(separator: "/", maxSplits: 1)
        let time = halves.count == 2 ? seconds(halves[1], upTo: 167) : 7200
        guard let day = halves.first, let time else { return nil }
        if day.first == "M" {
            let numbers = day.dropFirst().split(separator: ".").compactMap { Int($0) }
            guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
                (0...6).contains(numbers[2])
            else { return nil }
            return .weekday(month: numbers[0], week: numbers[1], day: numbers[2], seconds: time)
        }
        let isJulian = day.first == "J"
        guard let number = Int(isJulian ? day.dropFirst() : day), (0...365).contains(number) else { return nil }
        return .day(number, hasLeapDays: !isJulian, seconds: time)
    }

    /// Seconds east of UTC at an instant, in seconds since 1970.
    func offset(_ instant: Int) -> Int {
        guard let summer else { return standard }
        let year = CalendarDay(dayNumber: (instant + standard).flooredDivision(by: 86_400)).parts.year
        let (from, to) = (Self.second(start, year) - standard, Self.second(end, year) - summer)
        let isSummer = from < to ? instant >= from && instant < to : instant >= from || instant < to
        return isSummer ? summer : standard
    }

    /// The second since 1970, by the wall clock, at which a rule applies in a year.
    private static func second(_ rule: Rule, _ year: Int) -> Int {
        switch rule {
        case .weekday(let month, let week, let day, let seconds):
            let first = CalendarDay.dayNumber(year: year, month: month, day: 1)
            // 1 January 1970 was a Thursday.
            let weekday = ((first + 4) % 7 + 7) % 7
            var found = first + (day - weekday + 7) % 7 + (week - 1) * 7
            if found >= first + CalendarMonth.length(year: year, month: month) { found -= 7 }
            return found * 86_400 + seconds
        case .day(let number, let hasLeapDays, let seconds):
            let first = CalendarDay.dayNumber(year: year, month: 1, day: 1)
            let isLeap = CalendarMonth.length(year: year, month: 2) == 29
            let place = hasLeapDays ? number : number - 1 + (isLeap && number >= 60 ? 1 : 0)
            return (first + place) * 86_400 + seconds
        }
    }

    /// A named zone with the same offsets around an instant, or one with the present offset.
    func zone(_ now: Date) -> TimeZone? {
        let second = Int(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0
        guard summer != nil else { return TimeZone(secondsFromGMT: standard) }
        let days = (-366...366).map { second + $0 * 86_400 }
        func agrees(_ zone: TimeZone, _ seconds: [Int]) -> Bool {
            seconds.allSatisfy { zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) == offset($0) }
        }
        let few = stride(from: 0, to: days.count, by: 60).map { days[$0] }
        for name in TimeZone.knownTimeZoneIdentifiers {
            guard let zone = TimeZone(identifier: name), agrees(zone, few), agrees(zone, days) else { continue }
            return zone
        }
        return TimeZone(secondsFromGMT: offset(second))
    }
}

extension Int {
    /// The quotient rounded down.
    fileprivate func flooredDivision(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
