public import Models

/// How text is shown: with colours on a terminal that wants them, plain elsewhere, and how digits are grouped. Meaning never
/// depends on colour alone.
public struct TextStyle: Sendable, Hashable {
    /// What a text is to be taken for.
    public enum Emphasis: Sendable, Hashable, CaseIterable {
        /// Nothing special.
        case plain
        /// A heading or the one figure that matters.
        case strong
        /// Something beside the point.
        case weak
        /// Good news.
        case good
        /// Something to look at.
        case attention
        /// Bad news.
        case bad

        /// The control code that begins it.
        fileprivate var code: String? {
            switch self {
            case .plain: nil
            case .strong: "\u{1B}[1m"
            case .weak: "\u{1B}[2m"
            case .good: "\u{1B}[32m"
            case .attention: "\u{1B}[33m"
            case .bad: "\u{1B}[31m"
            }
        }
    }

    private static let end = "\u{1B}[0m"

    private let isColored: Bool
    private let grouping: DigitGrouping

    /// A style with or without colours.
    public init(isColored: Bool, grouping: DigitGrouping = .none) {
        self.isColored = isColored
        self.grouping = grouping
    }

    /// An amount with its currency and what is known about its completeness: "1 234.50 USD", "≥ 1 234.50 USD", "≤ …" or
    /// "~ …".
    public func amount(_ amount: Money, _ bound: Bound? = nil) -> String {
        let text = grouping.apply(to: amount.description)
        return switch bound {
        case nil: text
        case .atLeast: "≥ \(text)"
        case .atMost: "≤ \(text)"
        case .unknown: "~ \(text)"
        }
    }

    /// The digits of an amount without its currency.
    public func digits(_ amount: Money) -> String { grouping.apply(to: amount.amountText) }

    /// The line safe to show: without codes that a terminal would obey, apart from those of this style.
    public func printable(_ line: String) -> String {
        guard isColored, line.utf8.contains(0x1B) else { return TextWidth.printable(line) }
        var result = ""
        var rest = line[...]
        while let escape = rest.firstIndex(of: "\u{1B}") {
            result += TextWidth.printable(String(rest[..<escape]))
            let code = TextStyle.codes.first { rest[escape...].hasPrefix($0) } ?? ""
            result += code.isEmpty ? TextWidth.printable("\u{1B}") : code
            rest = rest[escape...].dropFirst(max(1, code.count))
        }
        return result + TextWidth.printable(String(rest))
    }

    private static let codes = Emphasis.allCases.compactMap(\.code) + [end]

    /// The text with the control codes of its emphasis.
    public func apply(_ emphasis: Emphasis, to text: String) -> String {
        guard isColored, !text.isEmpty, let code = emphasis.code else { return text }
        return code + text + TextStyle.end
    }
}
