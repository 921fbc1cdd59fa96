/// Decimal numbers as people and services write them, read strictly: ASCII digits, a point, nothing else.
enum DecimalText {
    /// The parts of `-12.50e3`: sign, all digits in order, and the power of ten of the last digit.
    struct Parts {
        var isNegative: Bool
        var digits: ArraySlice<UInt8>
        var exponent: Int
    }

    /// Reads `-?digits(.digits)?` and, where allowed, `(e|E)(+|-)?digits`; nil for anything else.
    static func parse(_ text: String, allowingExponent: Bool) -> Parts? {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes.removeFirst() }
        let whole = bytes.prefix(while: isDigit)
        guard !whole.isEmpty else { return nil }
        bytes = bytes.dropFirst(whole.count)
        var digits = whole
        var exponent = 0
        if bytes.first == UInt8(ascii: ".") {
            let fraction = bytes.dropFirst().prefix(while: isDigit)
            guard !fraction.isEmpty else { return nil }
            digits = (Array(whole) + fraction)[...]
            exponent = -fraction.count
            bytes = bytes.dropFirst(fraction.count + 1)
        }
        if allowingExponent, let letter = bytes.first, letter | 0x20 == UInt8(ascii: "e") {
            bytes.removeFirst()
            let sign = bytes.first
            if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { bytes.removeFirst() }
            guard !bytes.isEmpty, bytes.count <= 4, bytes.allSatisfy(isDigit) else { return nil }
            let value = bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            exponent += sign == UInt8(ascii: "-") ? -value : value
            bytes = []
        }
        guard bytes.isEmpty else { return nil }
        return Parts(isNegative: isNegative, digits: digits.drop { $0 == 0x30 }, exponent: exponent)
    }

    /// Reads the usual short amount, `-?digits(.digits)?` of at most 18 digits, without taking memory; nil for any other.
    static func parseShort(_ bytes: UnsafeRawBufferPointer) -> (coefficient: Int64, places: Int)? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        guard start < bytes.count, bytes.count - start <= 19, isDigit(bytes[start]), isDigit(bytes[bytes.count - 1])
        else { return nil }
        var value: Int64 = 0
        var point: Int?
        for index in start..<bytes.count {
            let byte = bytes[index]
            if isDigit(byte) {
                guard index - start < 18 || point != nil else { return nil }
                value = value * 10 + Int64(byte - 0x30)
            } else {
                guard byte == UInt8(ascii: "."), point == nil else { return nil }
                point = index
            }
        }
        return (isNegative ? -value : value, point.map { bytes.count - $0 - 1 } ?? 0)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// `digits` with `places` of them behind the point: ("1250", 2) is "12.50".
    static func insertPoint(in digits: String, places: Int) -> String {
        guard places > 0 else { return digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
        let split = padded.utf8.count - places
        return padded.prefix(split) + "." + padded.suffix(places)
    }

    /// Without zeros at the end of the fraction: "12.500" is "12.5", "12.00" is "12".
    static func withoutTrailingZeros(_ text: String) -> String {
        let bytes = text.utf8
        guard bytes.contains(UInt8(ascii: ".")) else { return text }
        var last = bytes.index(before: bytes.endIndex)
        while bytes[last] == UInt8(ascii: "0") { last = bytes.index(before: last) }
        return String(bytes[last] == UInt8(ascii: ".") ? text[..<last] : text[...last])
    }
}
