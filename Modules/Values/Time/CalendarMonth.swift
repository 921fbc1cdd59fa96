/// A month of a year: "2026-05".
public struct CalendarMonth: Sendable, Hashable {
    /// Months since January of the year 0: year × 12 + month − 1.
    let ordinal: Int

    init(ordinal: Int) {
        self.ordinal = min(max(ordinal, 12), 9999 * 12 + 11)
    }

    /// Reads `2026-05`.
    ///
    /// - Throws: ``CalendarError/invalidMonth(_:)``.
    public init(_ text: String) throws(CalendarError) {
        let bytes = Array(text.utf8)
        guard bytes.count == 7, bytes[4] == 0x2D, let year = CalendarMonth.number(bytes[0..<4]),
            let month = CalendarMonth.number(bytes[5..<7]), (1...9999).contains(year), (1...12).contains(month)
        else { throw .invalidMonth(text) }
        ordinal = year * 12 + month - 1
    }

    /// The day `day` of the month, or its last day when it is shorter.
    public func day(_ day: Int) -> CalendarDay {
        let (year, month) = (ordinal / 12, ordinal % 12 + 1)
        let clamped = min(max(day, 1), CalendarMonth.length(year: year, month: month))
        return CalendarDay(dayNumber: CalendarDay.dayNumber(year: year, month: month, day: clamped))
    }

    /// The month's last day.
    public var lastDay: CalendarDay { day(31) }

    /// The month `months` later, or earlier when negative.
    public func adding(months: Int) -> CalendarMonth { CalendarMonth(ordinal: ordinal + months) }

    static func length(year: Int, month: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    @inline(__always)
    static func number(_ bytes: some Sequence<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }
}

extension CalendarMonth: Comparable, CustomStringConvertible, Codable {
    /// Earlier months come first.
    public static func < (left: CalendarMonth, right: CalendarMonth) -> Bool { left.ordinal < right.ordinal }

    /// ISO 8601: "2026-05".
    public var description: String {
        let year = String(ordinal / 12)
        let month = ordinal % 12 + 1
        return String(repeating: "0", count: 4 - year.utf8.count) + year + (month < 10 ? "-0\(month)" : "-\(month)")
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
