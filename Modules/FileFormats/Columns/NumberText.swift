/// Which mark stands before the decimals of a number.
public enum DecimalMark: String, Sendable, CaseIterable {
    /// 1,234.50
    case point
    /// 1.234,50
    case comma
}

/// A number as people, banks and exchanges write it: `1.234,50 €`, `(12.00)`, `EUR -5`, `1'000-`, `12.40 DR`, `2.5E-7`.
package struct NumberText {
    /// What a number says about the decimal mark of its column.
    enum Evidence: Equatable {
        /// Nothing: it has no mark.
        case none
        /// `1.234` may be a thousand or a little more than one.
        case either
        /// It can only be read with this mark.
        case only(DecimalMark)
    }

    /// Digits with marks between them.
    private let digits: [UInt8]
    /// Whether a minus, brackets or a word such as DR say that it goes out.
    let isMinus: Bool
    /// The power of ten by which the digits are multiplied.
    private let exponent: Int
    /// Whether a sign, brackets or a word such as DR say which way the amount goes.
    let hasSign: Bool
    /// The code or sign of a currency beside the digits, as a code where that is certain; nil for none.
    let currency: String?

    /// Takes a text apart; nil when it is no number with at most one currency beside it.
    init?(_ text: String) {
        var copy = text
        if let (digits, isNegative) = copy.withUTF8(Self.plainDigits) {
            (self.digits, isMinus, hasSign, exponent, currency) = (digits, isNegative, isNegative, 0, nil)
            return
        }
        guard let parts = NumberParts(text) else { return nil }
        digits = parts.digits
        exponent = parts.exponent
        isMinus = parts.isNegative ?? false
        hasSign = parts.isNegative != nil
        currency = parts.currency.map { Self.symbols[$0] ?? $0 }
    }

    /// Digits with marks and perhaps a minus before them, as nearly all numbers are; nil for any other text.
    private static func plainDigits(_ bytes: UnsafeBufferPointer<UInt8>) -> ([UInt8], isNegative: Bool)? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let rest = bytes.dropFirst(isNegative ? 1 : 0)
        var hasDigit = false
        for byte in rest {
            if (0x30...0x39).contains(byte) { hasDigit = true } else if byte != 0x2E && byte != 0x2C { return nil }
        }
        return hasDigit ? (Array(rest), isNegative) : nil
    }

    /// The signs that only one currency has.
    package static let symbols = ["€": "EUR", "£": "GBP", "₿": "BTC", "₹": "INR", "₽": "RUB", "₩": "KRW"]

    /// Whether anything but 0 stands there.
    var isZero: Bool { !digits.contains { (0x31...0x39).contains($0) } }

    /// Whether an exponent shows that a spreadsheet has dropped digits, as in `1.23E+05`.
    var hasLostDigits: Bool { exponent > 0 && plain(.point) == nil && plain(.comma) == nil }

    /// What it says about the mark.
    var evidence: Evidence {
        var (points, commas, last) = (0, 0, 0)
        for (index, byte) in digits.enumerated() where !byte.isDigit {
            if byte == 0x2E { points += 1 } else { commas += 1 }
            last = index
        }
        if points > 0, commas > 0 { return .only(digits[last] == 0x2E ? .point : .comma) }
        let (mark, other) = points > 0 ? (DecimalMark.point, DecimalMark.comma) : (.comma, .point)
        switch max(points, commas) {
        case 0: return .none
        case 1:
            let isGroup = digits.count - last - 1 == 3 && (1...3).contains(last) && digits.first != 0x30
            return isGroup && exponent == 0 ? .either : .only(mark)
        default: return .only(other)
        }
    }

    /// The number as `-1234.50`; nil when its marks do not fit (groups of other than three digits, two decimal marks), or when an
    /// exponent shows that digits were lost, as in `1.23E+05`.
    func plain(_ mark: DecimalMark) -> String? {
        let (point, separator): (UInt8, UInt8) = mark == .point ? (0x2E, 0x2C) : (0x2C, 0x2E)
        var (whole, fraction) = (digits[...], digits[digits.endIndex...])
        if let index = digits.firstIndex(of: point) { (whole, fraction) = (digits[..<index], digits[(index + 1)...]) }
        guard fraction.allSatisfy(\.isDigit), Self.areGroups(whole, separator) else { return nil }
        var number = whole.filter(\.isDigit)
        var places = Array(fraction)
        if exponent > 0 {
            guard places.count >= exponent else { return nil }
            number += places[..<exponent]
            places.removeFirst(exponent)
        } else if exponent < 0 {
            guard exponent > -40 else { return nil }
            number = Array(repeating: 0x30, count: max(0, -exponent - number.count + 1)) + number
            places = Array(number.suffix(-exponent)) + places
            number.removeLast(-exponent)
        }
        if number.isEmpty { number = [0x30] }
        if exponent != 0 {
            while number.count > 1, number.first == 0x30 { number.removeFirst() }
            while places.last == 0x30 { places.removeLast() }
        }
        var text: [UInt8] = isMinus ? [0x2D] : []
        text += number
        if !places.isEmpty { text += [0x2E] + places }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether digits are grouped by three, or as in India by three and then by two, or not at all.
    static func areGroups(_ digits: ArraySlice<UInt8>, _ separator: UInt8) -> Bool {
        guard digits.contains(separator) else { return digits.allSatisfy(\.isDigit) }
        let groups = digits.split(separator: separator, omittingEmptySubsequences: false)
        guard groups.last?.count == 3, let first = groups.first, groups.allSatisfy({ $0.allSatisfy(\.isDigit) }) else {
            return false
        }
        let middle = groups.dropFirst().dropLast()
        return (middle.allSatisfy { $0.count == 3 } && (1...3).contains(first.count))
            || (!middle.isEmpty && middle.allSatisfy { $0.count == 2 } && (1...2).contains(first.count))
    }
}
