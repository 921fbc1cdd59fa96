public import struct Foundation.Date
public import struct Foundation.TimeZone

/// A time of day on a wall clock, to the minute: "09:00".
public struct LocalTime: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Minutes since midnight, 0 to 1439.
    public let minute: Int

    /// Reads `09:00`; nil for anything else.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 5, digits[2] == UInt8(ascii: ":") else { return nil }
        let numbers = [0, 1, 3, 4].map { Int(digits[$0]) - 0x30 }
        guard numbers.allSatisfy((0...9).contains) else { return nil }
        let (hour, minute) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
        guard hour < 24, minute < 60 else { return nil }
        self.minute = hour * 60 + minute
    }

    /// Reads `09:00` as a person entered it.
    ///
    /// - Throws: ``CalendarError/invalidTime(_:)``.
    public init(entered text: String) throws(CalendarError) {
        guard let time = LocalTime(text) else { throw .invalidTime(text) }
        self = time
    }

    /// The beginning of a day.
    public static let midnight = LocalTime(minute: 0)

    private init(minute: Int) { self.minute = minute }

    /// The instant at which the clocks of a zone show the time on a day. Where they show it twice, the first one; where they
    /// skip it, as much later as they skip.
    public func instant(on day: CalendarDay, in zone: TimeZone) -> Date {
        let shown = day.startInUTC.addingTimeInterval(Double(minute * 60))
        // A day before and after lie on both sides of any change of the clocks.
        let before = Double(zone.secondsFromGMT(for: shown.addingTimeInterval(-86_400)))
        let after = Double(zone.secondsFromGMT(for: shown.addingTimeInterval(86_400)))
        for offset in [before, after] {
            let instant = shown.addingTimeInterval(-offset)
            if Double(zone.secondsFromGMT(for: instant)) == offset { return instant }
        }
        return shown.addingTimeInterval(-before)
    }

    /// As it is read: "09:00".
    public var description: String {
        [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    }

    /// Earlier times come first.
    public static func < (left: LocalTime, right: LocalTime) -> Bool { left.minute < right.minute }
}

extension LocalTime: ColumnValue {
    /// A text.
    public static var columnType: ColumnType { .text }
    /// Appends `09:00`.
    public func append(to cells: inout [Cell]) { cells.append(.text(description)) }
    /// Reads `09:00`.
    ///
    /// - Throws: What the row throws.
    public static func read(from cursor: inout CellCursor) throws -> LocalTime {
        let column = cursor.next()
        guard let time = LocalTime(try cursor.row.text(column)) else { throw cursor.row.malformed(column) }
        return time
    }
}
