/// What pictures of a terminal have in common.
enum ChartText {
    /// Two texts at the ends of a line; the second alone when there is no room for both.
    static func ends(_ first: String, _ last: String, width: Int, within most: Int) -> String {
        let needed = TextWidth.of(first) + TextWidth.of(last) + 1
        if needed <= max(width, min(most, needed)) {
            return first + String(repeating: " ", count: max(1, width - TextWidth.of(first) - TextWidth.of(last)))
                + last
        }
        return TextWidth.truncated(last, to: most)
    }

    /// Entries in lines of at most a width, none of them broken where that can be.
    static func wrapped(_ entries: [String], to width: Int) -> [String] {
        var lines: [String] = []
        for (index, entry) in entries.enumerated() {
            let text = index == entries.count - 1 ? entry : entry + ","
            if let last = lines.last, TextWidth.of(last) + 1 + TextWidth.of(text) <= width {
                lines[lines.count - 1] = last + " " + text
            } else {
                lines += TextWidth.wrapped(text, to: width)
            }
        }
        return lines
    }

    /// A text at the right end of a width.
    static func right(_ text: String, width: Int) -> String {
        String(repeating: " ", count: max(0, width - TextWidth.of(text))) + text
    }

    /// A text at the left end of a width.
    static func left(_ text: String, width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - TextWidth.of(text)))
    }
}
