public import Values

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
        /// Black on white, whatever the terminal has: a drawing for a camera.
        case paper

        /// The control code that begins it.
        fileprivate var code: String? {
            switch self {
            case .plain: nil
            case .strong: "\u{1B}[1m"
            case .weak: "\u{1B}[2m"
            case .good: "\u{1B}[32m"
            case .attention: "\u{1B}[33m"
            case .bad: "\u{1B}[31m"
            case .paper: "\u{1B}[30;107m"
            }
        }
    }

    private static let end = "\u{1B}[0m"

    private let isColored: Bool
    private let numbers: NumberFormat
    private let tellsBoundsInWords: Bool
    private let hidesAmounts: Bool

    /// Whether ``apply(_:to:)`` changes anything.
    var hasColors: Bool { isColored }

    /// A style with or without colours.
    public init(isColored: Bool, grouping: DigitGrouping = .none) {
        self.isColored = isColored
        numbers = NumberFormat(grouping)
        (tellsBoundsInWords, hidesAmounts) = (false, false)
    }

    /// A style for sentences of a page: bounds are written in words.
    ///
    /// - Parameter hidesAmounts: whether ``hidden`` stands in the place of every amount.
    public init(_ numbers: NumberFormat, hidesAmounts: Bool) {
        isColored = false
        self.numbers = numbers
        tellsBoundsInWords = true
        self.hidesAmounts = hidesAmounts
    }

    /// What stands in the place of an amount that is not shown.
    public static let hidden = "•••"

    /// An amount with its currency and what is known about its completeness: "1 234.50 USD", "≥ 1 234.50 USD", "≤ …" or
    /// "~ …"; in words where the style has them: "at least 1,234.50 USD".
    public func amount(_ amount: Money, _ bound: Bound? = nil) -> String {
        bounded(hidesAmounts ? Self.hidden : numbers.text(amount), bound)
    }

    /// A figure with the side on which the true one lies before it; as it is where the bound is nil.
    public func bounded(_ text: String, _ bound: Bound?) -> String {
        guard let bound else { return text }
        return tellsBoundsInWords ? "\(bound.words) \(text)" : "\(bound.sign) \(text)"
    }

    /// A day.
    public func day(_ day: CalendarDay) -> String { numbers.text(day) }

    /// The digits of an amount without its currency.
    public func digits(_ amount: Money) -> String { hidesAmounts ? Self.hidden : numbers.digits(amount.amountText) }

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

extension Bound {
    /// The sign that stands before an amount.
    fileprivate var sign: String {
        switch self {
        case .atLeast: "≥"
        case .atMost: "≤"
        case .unknown: "~"
        }
    }

    /// The words that stand before an amount.
    public var words: String {
        switch self {
        case .atLeast: "at least"
        case .atMost: "at most"
        case .unknown: "not known, about"
        }
    }
}
