/// Which mark stands before the decimals of a number.
public enum DecimalMark: String, Sendable, CaseIterable {
    /// 1,234.50
    case point
    /// 1.234,50
    case comma
}

/// A number as people and banks write it: `1.234,50 €`, `(12.00)`, `EUR -5`, `1'000-`.
struct NumberText {
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
    private let digits: String
    private let isNegative: Bool
    /// The code or sign of a currency beside the digits, as a code where that is certain; nil for none.
    let currency: String?

    /// Takes a text apart; nil when it is no number with at most one currency beside it.
    init?(_ text: String) {
        var rest = text.filter { !$0.isWhitespace && $0 != "'" && $0 != "\u{2019}" }.replacing("\u{2212}", with: "-")
        var isNegative: Bool?
        if rest.hasPrefix("("), rest.hasSuffix(")") {
            isNegative = true
            rest = String(rest.dropFirst().dropLast())
        }
        // Before the currency or behind it, but once.
        func takeSign() {
            guard isNegative == nil else { return }
            if let sign = rest.first, sign == "-" || sign == "+" {
                isNegative = sign == "-"
                rest.removeFirst()
            } else if rest.last == "-" {
                isNegative = true
                rest.removeLast()
            }
        }
        func isUnit(_ character: Character) -> Bool { character.isLetter || character.isCurrencySymbol }
        takeSign()
        let before = String(rest.prefix(while: isUnit))
        rest.removeFirst(before.count)
        let after = String(rest.reversed().prefix(while: isUnit).reversed())
        rest.removeLast(after.count)
        // Numbers writes $(80.50).
        if isNegative == nil, rest.hasPrefix("("), rest.hasSuffix(")") {
            isNegative = true
            rest = String(rest.dropFirst().dropLast())
        }
        takeSign()
        guard before.isEmpty || after.isEmpty, rest.first?.isNumber == true || rest.first == "." || rest.first == ",",
            rest.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2C }),
            rest.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { return nil }
        digits = rest
        self.isNegative = isNegative ?? false
        let unit = before + after
        currency = unit.isEmpty ? nil : Self.symbols[unit] ?? unit
    }

    /// The signs that only one currency has.
    static let symbols = ["€": "EUR", "£": "GBP", "₿": "BTC", "₹": "INR", "₽": "RUB", "₩": "KRW"]

    /// What it says about the mark.
    var evidence: Evidence {
        let (points, commas) = (digits.filter { $0 == "." }.count, digits.filter { $0 == "," }.count)
        if points > 0, commas > 0 {
            let last = digits.last { $0 == "." || $0 == "," }
            return .only(last == "." ? .point : .comma)
        }
        let (mark, other) = points > 0 ? (DecimalMark.point, DecimalMark.comma) : (.comma, .point)
        switch max(points, commas) {
        case 0: return .none
        case 1:
            let parts = digits.split(whereSeparator: { $0 == "." || $0 == "," })
            guard parts.count == 2, parts[1].count == 3, (1...3).contains(parts[0].count), parts[0].first != "0"
            else { return .only(mark) }
            return .either
        default: return .only(other)
        }
    }

    /// The number as `-1234.50`; nil when its marks do not fit: groups of other than three digits, or two decimal marks.
    func plain(_ mark: DecimalMark) -> String? {
        let (point, separator): (Character, Character) = mark == .point ? (".", ",") : (",", ".")
        let parts = digits.split(separator: point, omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return nil }
        let groups = parts[0].split(separator: separator, omittingEmptySubsequences: false)
        guard groups.dropFirst().allSatisfy({ $0.count == 3 }), groups.count == 1 || (1...3).contains(groups[0].count)
        else { return nil }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard !fraction.contains(separator) else { return nil }
        let whole = groups.joined()
        return (isNegative ? "-" : "") + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
    }
}
