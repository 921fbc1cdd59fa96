public import struct Foundation.Date
public import struct Foundation.TimeZone

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

    /// Reads an instant as people and other programs write it: whole seconds or a fraction of them, `Z` or an offset from UTC.
    /// Nil for any other text, and for days and times that there are not.
    package static func written(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count > 19, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), let date = try? CalendarDay(String(text.prefix(10))),
            let hour = number(bytes[11..<13], below: 24), let minute = number(bytes[14..<16], below: 60),
            let second = number(bytes[17..<19], below: 60)
        else { return nil }
        var rest = bytes[19...]
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard (1...9).contains(digits.count) else { return nil }
            fraction = Double("0." + String(decoding: digits, as: UTF8.self)) ?? 0
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = secondsEast(rest) else { return nil }
        let seconds: Int = hour * 3600 + minute * 60 + second - offset
        return date.startInUTC.addingTimeInterval(Double(seconds) + fraction)
    }

    /// What `Z` or `+02:00` stands for.
    private static func secondsEast(_ text: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(text)
        if bytes == [UInt8(ascii: "Z")] { return 0 }
        guard bytes.count == 6, bytes[0] == UInt8(ascii: "+") || bytes[0] == UInt8(ascii: "-"),
            bytes[3] == UInt8(ascii: ":"), let hours = number(bytes[1..<3], below: 24),
            let minutes = number(bytes[4..<6], below: 60)
        else { return nil }
        let seconds: Int = hours * 3600 + minutes * 60
        return bytes[0] == UInt8(ascii: "-") ? -seconds : seconds
    }

    private static func number(_ digits: ArraySlice<UInt8>, below limit: Int) -> Int? {
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return value < limit ? value : nil
    }

    fileprivate static func padded(_ number: Int, _ width: Int) -> String {
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
    /// The day and the minute in a zone, for people: "2026-05-20 09:00".
    public func text(in zone: TimeZone) -> String {
        let offset = zone.secondsFromGMT(for: self)
        let day = CalendarDay(utc: self, secondsFromUTC: offset)
        let seconds = addingTimeInterval(Double(offset)).timeIntervalSince(day.startInUTC)
        let minute = Int(seconds / 60)
        return "\(day) \(InstantText.padded(minute / 60, 2)):\(InstantText.padded(minute % 60, 2))"
    }

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
