public import struct Foundation.Date

/// A day of the proleptic Gregorian calendar without a clock or a zone (M4), years 1 to 9999.
///
/// ```swift
/// let day = try CalendarDay("2026-01-31")
/// day.adding(months: 1)  // 2026-02-28
/// ```
public struct CalendarDay: Sendable, Hashable {
    /// Days since 1970-01-01, which is day 0.
    public let dayNumber: Int

    private static let first = CalendarDay.dayNumber(year: 1, month: 1, day: 1)
    private static let last = CalendarDay.dayNumber(year: 9999, month: 12, day: 31)

    /// The day `dayNumber` days after 1970-01-01, held within the years 1 to 9999.
    public init(dayNumber: Int) {
        self.dayNumber = min(max(dayNumber, CalendarDay.first), CalendarDay.last)
    }

    /// A day by its parts; nil when the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CalendarMonth.length(year: year, month: month)
        else { return nil }
        dayNumber = CalendarDay.dayNumber(year: year, month: month, day: day)
    }

    /// Reads `2026-05-20`.
    ///
    /// - Throws: ``CalendarError/invalidDay(_:)`` for any other form and for days that do not exist.
    public init(_ text: String) throws(CalendarError) {
        var copy = text
        guard let day = copy.withUTF8({ CalendarDay(utf8: UnsafeRawBufferPointer($0)) }) else {
            throw .invalidDay(text)
        }
        self = day
    }

    /// Reads the same text from its bytes.
    package init?(utf8 bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
            let year = CalendarMonth.number(bytes[0..<4]), let month = CalendarMonth.number(bytes[5..<7]),
            let day = CalendarMonth.number(bytes[8..<10])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year (1 to 9999), month (1 to 12) and day of the month (1 to 31).
    public var parts: (year: Int, month: Int, day: Int) {
        // Howard Hinnant's civil_from_days: eras of 400 years that start on 1 March.
        let shifted = dayNumber + 719_468
        let era = shifted >= 0 ? shifted / 146_097 : (shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The month the day lies in.
    public var month: CalendarMonth {
        let parts = parts
        return CalendarMonth(ordinal: parts.year * 12 + parts.month - 1)
    }

    /// The day `days` later, or earlier when negative.
    public func adding(days: Int) -> CalendarDay { CalendarDay(dayNumber: dayNumber + days) }

    /// The same day of the month `months` later, or the last day of that month when it is shorter.
    public func adding(months: Int) -> CalendarDay {
        let parts = parts
        return CalendarMonth(ordinal: parts.year * 12 + parts.month - 1 + months).day(parts.day)
    }

    /// How many days later `other` is; negative when it is earlier.
    public func days(until other: CalendarDay) -> Int { other.dayNumber - dayNumber }

    /// How many whole months fit between the day and a later one, counted as ``adding(months:)`` does; 0 when it is earlier.
    public func wholeMonths(until other: CalendarDay) -> Int {
        guard other > self else { return 0 }
        let months = other.month.ordinal - month.ordinal
        return adding(months: months) > other ? months - 1 : months
    }

    /// Days from 1970-01-01 (Howard Hinnant's days_from_civil).
    static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension CalendarDay: Comparable, CustomStringConvertible, Codable {
    /// Earlier days come first.
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.dayNumber < right.dayNumber }

    /// ISO 8601: "2026-05-20".
    public var description: String {
        // By hand, as every row that is written has one.
        String(unsafeUninitializedCapacity: 10) { bytes in
            bytes.baseAddress.map(write)
            return 10
        }
    }

    /// Writes the 10 bytes of the text.
    package func write(to bytes: UnsafeMutablePointer<UInt8>) {
        let parts = parts
        func put(_ number: Int, at place: Int) {
            bytes[place] = 0x30 + UInt8(number / 10)
            bytes[place + 1] = 0x30 + UInt8(number % 10)
        }
        put(parts.year / 100, at: 0)
        put(parts.year % 100, at: 2)
        bytes[4] = UInt8(ascii: "-")
        put(parts.month, at: 5)
        bytes[7] = UInt8(ascii: "-")
        put(parts.day, at: 8)
    }

    /// Decodes ISO 8601 text.
    ///
    /// - Throws: ``CalendarError`` or a decoding error.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes ISO 8601 text.
    ///
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension CalendarDay {
    /// The day of an instant in UTC, or in a zone `secondsFromUTC` east of it, held within the years 1 to 9999.
    public init(utc instant: Date, secondsFromUTC: Int = 0) {
        let seconds = instant.timeIntervalSince1970 + Double(secondsFromUTC)
        // A service may send any number as a time, also one that no Int can hold.
        self.init(dayNumber: Int(exactly: (seconds / 86_400).rounded(.down)) ?? (seconds > 0 ? .max : .min))
    }

    /// The first instant of the day in UTC.
    public var startInUTC: Date { Date(timeIntervalSince1970: Double(dayNumber) * 86_400) }
}
