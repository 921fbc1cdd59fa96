package import struct Foundation.Date

/// Instants as ISO 8601 text in UTC with milliseconds: "2026-05-20T08:15:30.250Z".
package enum InstantText {
    package struct Malformed: Error {}

    private static let day = 86_400_000

    package static func text(_ instant: Date) -> String {
        let milliseconds = Int((instant.timeIntervalSince1970 * 1000).rounded())
        let (dayNumber, rest) = milliseconds.flooredQuotientAndRemainder(by: day)
        let (seconds, fraction) = rest.quotientAndRemainder(dividingBy: 1000)
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(CalendarDay(dayNumber: dayNumber))T\(clock).\(padded(fraction, 3))Z"
    }

    package static func instant(_ text: String) throws(Malformed) -> Date {
        var copy = text
        guard let instant = copy.withUTF8({ instant(utf8: UnsafeRawBufferPointer($0)) }) else { throw Malformed() }
        return instant
    }

    /// Reads the same text from its bytes; nil for any other.
    package static func instant(utf8 bytes: UnsafeRawBufferPointer) -> Date? {
        guard bytes.count == 24, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "."), bytes[23] == UInt8(ascii: "Z"),
            let date = CalendarDay(utf8: UnsafeRawBufferPointer(rebasing: bytes[0..<10])),
            let hour = CalendarMonth.number(bytes[11..<13]), let minute = CalendarMonth.number(bytes[14..<16]),
            let second = CalendarMonth.number(bytes[17..<19]), let fraction = CalendarMonth.number(bytes[20..<23]),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let seconds = hour * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(date.dayNumber * day + seconds * 1000 + fraction) / 1000)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Int {
    fileprivate func flooredQuotientAndRemainder(by divisor: Int) -> (Int, Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Date {
    /// Milliseconds since the beginning of 1970 of the years 1 to 9999: beyond them there is no day.
    private static let keptMilliseconds = -62_135_596_800_000...253_402_300_799_999

    /// The instant of a number that is kept; nil beyond the years 1 to 9999.
    package init?(milliseconds: Int) {
        guard Date.keptMilliseconds.contains(milliseconds) else { return nil }
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// The number that is kept, held within the years 1 to 9999.
    package var milliseconds: Int {
        let bounds = Date.keptMilliseconds
        let number = (timeIntervalSince1970 * 1000).rounded()
        return Int(min(max(number, Double(bounds.lowerBound)), Double(bounds.upperBound)))
    }

    /// The instant as it is kept: whole milliseconds.
    package var wholeMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}
