import Values

/// Numbers of 6 decimals as text.
enum MicroText {
    /// Millionths of `-?digits(.digits)?` with at most 6 decimals and 9 digits before the point; nil for any other text.
    static func read(_ text: String) -> Int? {
        var text = text
        return text.withUTF8 { bytes in
            var index = 0
            let isNegative = bytes.first == UInt8(ascii: "-")
            if isNegative { index = 1 }
            var (value, whole, places) = (0, 0, -1)
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: ".") {
                    guard places < 0, whole > 0 else { return nil }
                    places = 0
                } else if (0x30...0x39).contains(byte) {
                    if places < 0 { whole += 1 } else { places += 1 }
                    guard whole <= 9, places <= 6 else { return nil }
                    value = value * 10 + Int(byte - 0x30)
                } else {
                    return nil
                }
                index += 1
            }
            guard whole > 0, places != 0 else { return nil }
            for _ in max(places, 0)..<6 { value *= 10 }
            return isNegative ? -value : value
        }
    }

    /// With exactly 6 decimals.
    static func padded(_ micro: Int) -> String {
        let (whole, rest) = micro.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest)
        return (micro < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    /// Without zeros at the end.
    static func short(_ micro: Int) -> String {
        if micro % 1_000_000 == 0 { return "\(micro / 1_000_000)" }
        var text = padded(micro)
        while text.hasSuffix("0") { text.removeLast() }
        return text
    }
}

extension Ratio {
    /// So many millionths.
    static func micro(_ count: Int) -> Ratio { Ratio(Int128(count), over: 1_000_000) ?? .zero }

    /// The nearest number of millionths, a tie to the even one; nil for one that is too large.
    var micro: Int? { (self * Ratio(1_000_000)).rounded(.halfEven).flatMap { Int(exactly: $0) } }
}

extension Int128 {
    /// The quotient, rounded to the nearest whole number, a tie to the even one. The divisor is positive.
    func dividedHalfEven(by divisor: Int128) -> Int128 {
        var (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        if rest < 0 { (quotient, rest) = (quotient - 1, rest + divisor) }
        let twice = 2 * rest
        return twice > divisor || twice == divisor && quotient % 2 != 0 ? quotient + 1 : quotient
    }
}
