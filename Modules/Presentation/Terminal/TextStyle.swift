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
