/// The numbers that a date begins with, read from its bytes since every row of a file has one.
struct DateDigits {
    private(set) var parts = [0, 0, 0]
    private(set) var isYearFirst = false
    private(set) var isShort = false
    private(set) var hasPoints = false
    /// A number of seconds since 1970, for a text that is nothing but a number of seconds or of thousandths.
    private(set) var epoch: Int?
    /// The index after the last digit.
    private(set) var end = 0

    /// Reads them; nil for what does not begin with a date.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        while index < bytes.count, bytes[index] == 0x20 { index += 1 }
        var (lengths, count) = ((0, 0, 0), 0)
        var mark: UInt8?
        var number = 0
        var length = 0
        var whole = 0
        while index < bytes.count {
            let byte = bytes[index]
            if (0x30...0x39).contains(byte) {
                guard length < 16 else { return nil }
                number = number * 10 + Int(byte - 0x30)
                length += 1
                index += 1
                continue
            }
            guard byte == 0x2E || byte == 0x2F || byte == 0x2D, count < 2 else { break }
            guard length > 0, length <= 4, mark == nil || mark == byte else { return nil }
            mark = byte
            parts[count] = number
            if count == 0 { lengths.0 = length } else { lengths.1 = length }
            (number, length) = (0, 0)
            count += 1
            index += 1
        }
        end = index
        guard count != 0 else {
            whole = number
            guard takeWhole(whole, digits: length, isAll: index == bytes.count) else { return nil }
            return
        }
        guard count == 2, length > 0, length <= 4 else { return nil }
        parts[2] = number
        lengths.2 = length
        hasPoints = mark == 0x2E
        isYearFirst = lengths.0 == 4
        let year = isYearFirst ? lengths.0 : lengths.2
        guard year == 4 || (year == 2 && lengths.0 <= 2 && lengths.1 <= 2) else { return nil }
        isShort = year == 2
    }

    /// Takes `20260305`, `20260305120000`, or seconds or thousandths since 1970.
    private mutating func takeWhole(_ number: Int, digits: Int, isAll: Bool) -> Bool {
        switch digits {
        case 8: parts = [number / 10_000, number / 100 % 100, number % 100]
        case 14:
            let day = number / 1_000_000
            parts = [day / 10_000, day / 100 % 100, day % 100]
        case 10 where isAll: epoch = number
        case 13 where isAll: epoch = number / 1000
        case 16 where isAll: epoch = number / 1_000_000
        default: return false
        }
        isYearFirst = true
        return true
    }
}

/// A time of day behind a date, with its zone where it has one.
package enum TimeText {
    /// Seconds since midnight of a time alone; nil for what is none.
    package static func seconds(_ text: String) -> Int? { read(text[...])?.seconds }

    /// Seconds since midnight and east of UTC; nil for what is no time.
    static func read(_ text: Substring) -> (seconds: Int, offset: Int?)? {
        var rest = text.drop { $0.isWhitespace || $0 == "T" }
        func number() -> Int? {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            return Int(digits)
        }
        guard let hours = number(), hours < 25, rest.first == ":" else { return nil }
        rest = rest.dropFirst()
        guard let minutes = number(), minutes < 60 else { return nil }
        var seconds = hours * 3600 + minutes * 60
        if rest.first == ":" {
            rest = rest.dropFirst()
            guard let part = number(), part < 61 else { return nil }
            seconds += part
        }
        if rest.first == "." || rest.first == "," {
            rest = rest.dropFirst()
            _ = number()
        }
        rest = rest.drop(while: \.isWhitespace)
        for (half, start) in [("AM", 0), ("PM", 12)] where rest.uppercased().hasPrefix(half) {
            seconds = seconds % (12 * 3600) + start * 3600
            rest = rest.dropFirst(2).drop(while: \.isWhitespace)
        }
        return (seconds, offset(rest))
    }

    /// Seconds east of UTC of `Z`, `+02:00`, `-0530`, `UTC`, `GMT+1` or `(UTC)`; nil for anything else.
    private static func offset(_ text: Substring) -> Int? {
        var zone = text.filter { !$0.isWhitespace && $0 != "(" && $0 != ")" }.uppercased()[...]
        if zone == "Z" { return 0 }
        for name in ["UTC", "GMT"] where zone.hasPrefix(name) {
            zone = zone.dropFirst(3)
            if zone.isEmpty { return 0 }
        }
        guard let sign = zone.first, sign == "+" || sign == "-" else { return nil }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard !digits.isEmpty, digits.count <= 4, let number = Int(digits) else { return nil }
        let seconds = digits.count <= 2 ? number * 3600 : (number / 100) * 3600 + number % 100 * 60
        return sign == "-" ? -seconds : seconds
    }
}
