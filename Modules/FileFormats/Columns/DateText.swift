package import Values

package import struct Foundation.Date
package import struct Foundation.TimeZone

/// In which order a date has its day, month and year.
public enum DateOrder: String, Sendable, CaseIterable {
    /// 31.12.2026
    case dayFirst = "day-first"
    /// 12/31/2026
    case monthFirst = "month-first"
    /// 26-12-31, with a year of two digits
    case yearFirst = "year-first"
}

/// The parts of a date that a file may leave open: its century, and the zone of instants.
package struct DateContext: Sendable {
    /// The zone whose days instants belong to (M4).
    var zone: TimeZone = .gmt
    /// The present day, by which the century of a year of two digits is known; nil for this century.
    var today: CalendarDay?
    /// The first of the hundred years that years of two digits are of, where a person says so.
    package var century: Int?
    /// Whether times without a zone are in UTC, as the title of their column says.
    var isUTC = false

    package init(
        zone: TimeZone = .gmt, today: CalendarDay? = nil, century: Int? = nil, isUTC: Bool = false
    ) {
        self.zone = zone
        self.today = today
        self.century = century
        self.isUTC = isUTC
    }

    /// A year of two digits: the one at most 20 years ahead (I8).
    func year(_ digits: Int) -> Int {
        let last = century.map { $0 + 99 } ?? today.map { $0.parts.year + 20 } ?? 2099
        let year = last / 100 * 100 + digits
        return year > last ? year - 100 : year
    }
}

/// A day as people, banks and programs write it, or an instant.
package struct DateText {
    private let parts: [Int]
    private let isYearFirst: Bool
    /// Whether the year has two digits, so that each of the three parts may be it.
    private let isShort: Bool
    /// Whether a month with a name stands before a year of two digits, which leaves only the century open.
    private let hasShortYear: Bool
    private let hasPoints: Bool
    /// Seconds since midnight and east of UTC, where a time with a zone stands behind the day.
    private var time: (seconds: Int, offset: Int?)?
    /// A number of seconds since 1970.
    private var epoch: Int?

    /// Takes a text apart; nil when it is no date.
    package init?(_ text: String) {
        var copy = text
        if let numbers = copy.withUTF8({ DateDigits($0) }) {
            (parts, isYearFirst, isShort, hasPoints) = (
                numbers.parts, numbers.isYearFirst, numbers.isShort, numbers.hasPoints
            )
            hasShortYear = false
            epoch = numbers.epoch
            if numbers.end < text.utf8.count {
                let rest = String(decoding: Array(text.utf8)[numbers.end...], as: UTF8.self)
                guard let first = rest.first, first.isWhitespace || first == "T" || first == "," else { return nil }
                time = TimeText.read(rest.dropFirst())
            }
            return
        }
        guard let named = Self.named(text) else { return nil }
        (parts, isYearFirst, isShort, hasPoints) = (named.parts, true, false, false)
        hasShortYear = named.hasShortYear
        time = TimeText.read(named.rest)
    }

    /// The months in English, German, French, Spanish, Italian and Dutch, by number.
    private static let months: [[String]] = [
        ["january", "januar", "jänner", "janvier", "enero", "gennaio"],
        ["february", "februar", "février", "fevrier", "febrero", "febbraio", "fév"],
        ["march", "märz", "mrz", "mars", "marzo", "maart"], ["april", "avril", "abril", "aprile"],
        ["may", "mai", "mayo", "maggio", "mei"], ["june", "juni", "juin", "junio", "giugno"],
        ["july", "juli", "juillet", "julio", "luglio"],
        ["august", "août", "aout", "agosto", "augustus"], ["september", "septembre", "septiembre", "settembre"],
        ["october", "oktober", "octobre", "octubre", "ottobre"],
        ["november", "novembre", "noviembre"],
        ["december", "dezember", "décembre", "decembre", "diciembre", "dicembre"],
    ]

    /// Year, month and day of `15 Mar 2026`, `15. März 26` or `March 15, 2026`, and the time behind them.
    private static func named(_ text: String) -> (parts: [Int], hasShortYear: Bool, rest: Substring)? {
        guard text.contains(where: \.isLetter), text.first != "-" else { return nil }
        let words = text.split { !$0.isLetter && !$0.isNumber }
        guard words.count >= 3, let year = Int(words[2]) else { return nil }
        let isShort = words[2].count == 2
        guard isShort || words[2].count == 4 else { return nil }
        // The rest may only be a time, and `Mar 13 10:30` has no year.
        let end = text[words[2].endIndex...]
        let rest = end.drop { $0 == "," || $0.isWhitespace }
        guard words.count == 3 || words[3].first?.isNumber == true else { return nil }
        let isTime = rest.startIndex > end.startIndex && TimeText.read(rest) != nil
        guard !isShort || end.isEmpty || isTime else { return nil }
        for (name, number) in [(words[0], words[1]), (words[1], words[0])] {
            let name = name.lowercased()
            guard name.count >= 3, number.count <= 2, let day = Int(number),
                let month = months.firstIndex(where: { $0.contains { $0.hasPrefix(name) } })
            else { continue }
            return ([year, month + 1, day], isShort, rest)
        }
        return nil
    }

    /// The orders in which it is a day of the calendar.
    func orders(_ context: DateContext) -> Set<DateOrder> {
        if isYearFirst || epoch != nil { return Set(DateOrder.allCases) }
        return Set(
            DateOrder.allCases.filter { order in
                if order == .yearFirst, !isShort { return false }
                // Nobody who writes the month first writes points.
                if order == .monthFirst, hasPoints { return false }
                return plain(order, context) != nil
            })
    }

    /// The only order in which it can be read; nil when several are possible, or the year comes first with four digits.
    var evidence: DateOrder? {
        let orders = orders(DateContext())
        return orders.count == 1 ? orders.first : nil
    }

    /// The parts of a date whose year has two digits; nil for any other.
    var shortParts: [Int]? { isShort ? parts : nil }

    /// Whether the order makes a difference.
    var needsOrder: Bool { !isYearFirst && epoch == nil && (isShort || parts[0] != parts[1]) }

    /// The day; nil when there is no such day.
    package func day(_ order: DateOrder, _ context: DateContext = DateContext()) -> CalendarDay? {
        if let epoch { return Self.day(epoch, context.zone) }
        guard let day = plain(order, context) else { return nil }
        guard let time, let offset = time.offset ?? (context.isUTC ? 0 : nil) else { return day }
        return Self.day(day.dayNumber * 86_400 + time.seconds - offset, context.zone)
    }

    /// The time of day as `hh:mm:ss`, in the zone of the day; nil where none is written.
    func time(_ order: DateOrder, _ context: DateContext) -> String? {
        var seconds = time?.seconds
        if let epoch {
            seconds = epoch + context.zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(epoch)))
        } else if let time, let offset = time.offset ?? (context.isUTC ? 0 : nil), let day = plain(order, context) {
            let instant = day.dayNumber * 86_400 + time.seconds - offset
            seconds = instant + context.zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
        }
        guard let seconds else { return nil }
        let rest = (seconds % 86_400 + 86_400) % 86_400
        return [rest / 3600, rest / 60 % 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    private static func day(_ seconds: Int, _ zone: TimeZone) -> CalendarDay {
        let instant = Date(timeIntervalSince1970: Double(seconds))
        return CalendarDay(utc: instant, secondsFromUTC: zone.secondsFromGMT(for: instant))
    }

    /// The day as written, whatever the zone.
    func plain(_ order: DateOrder, _ context: DateContext = DateContext()) -> CalendarDay? {
        func year(_ part: Int) -> Int { isShort || hasShortYear ? context.year(part) : part }
        if isYearFirst { return CalendarDay(year: year(parts[0]), month: parts[1], day: parts[2]) }
        switch order {
        case .yearFirst:
            guard isShort else { return nil }
            return CalendarDay(year: year(parts[0]), month: parts[1], day: parts[2])
        case .dayFirst: return CalendarDay(year: year(parts[2]), month: parts[1], day: parts[0])
        case .monthFirst: return CalendarDay(year: year(parts[2]), month: parts[0], day: parts[1])
        }
    }
}
