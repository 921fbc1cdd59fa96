/// How text is set off: with colours on a terminal that wants them, plain elsewhere. Meaning never depends on colour alone.
public struct TextStyle: Sendable, Hashable {
    /// What a text is to be taken for.
    public enum Emphasis: Sendable, Hashable {
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
    }

    private let isColored: Bool

    /// A style with or without colours.
    public init(isColored: Bool) {
        self.isColored = isColored
    }

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

    private static let codes = ["1", "2", "32", "33", "31", "0"].map { "\u{1B}[\($0)m" }

    /// The text with the control codes of its emphasis.
    public func apply(_ emphasis: Emphasis, to text: String) -> String {
        guard isColored, !text.isEmpty else { return text }
        let code: String
        switch emphasis {
        case .plain: return text
        case .strong: code = "1"
        case .weak: code = "2"
        case .good: code = "32"
        case .attention: code = "33"
        case .bad: code = "31"
        }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}
