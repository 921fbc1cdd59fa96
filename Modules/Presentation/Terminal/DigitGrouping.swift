/// How the digits of amounts are grouped in texts for people. Documents for programs are never grouped.
public enum DigitGrouping: String, Sendable, CaseIterable {
    /// 14 285 714.15, with no-break spaces (ISO 80000-1), which cannot be taken for a decimal comma or point.
    case space
    /// 14,285,714.15.
    case comma
    /// 14285714.15.
    case none

    /// A decimal number with the digits before its point in groups of three.
    func apply(to number: String) -> String {
        let separator: Character
        switch self {
        case .space: separator = "\u{A0}"
        case .comma: separator = ","
        case .none: return number
        }
        let sign = number.prefix { !$0.isNumber }
        let digits = number.dropFirst(sign.count).prefix { $0.isNumber }
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(separator) }
            grouped.append(digit)
        }
        return sign + grouped + number.dropFirst(sign.count + digits.count)
    }
}
