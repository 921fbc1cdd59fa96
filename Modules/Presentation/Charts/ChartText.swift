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

    /// About how wide a text is in a picture, in its units: rather more than less, because fonts differ.
    static func pixels(_ text: String) -> Double {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.reduce(0) { $0 + plainPixels[Int($1)] } }
        return text.reduce(0) { $0 + pixels($1) }
    }

    private static func pixels(_ character: Character) -> Double {
        switch character {
        case "i", "l", "j", "t", "f", "I", ".", ",", ":", ";", "'", "|", "!", " ", "\u{A0}", "\u{202F}": 4.8
        case "m", "w", "M", "W", "@", "%", "•", "…": 13
        case "A"..."Z": 9.6
        default: TextWidth.of(character) > 1 ? 17 : TextWidth.of(character) == 0 ? 0 : 8.4
        }
    }

    /// Those of ASCII: nearly every text is of it.
    private static let plainPixels = (UInt8(0)..<0x80).map { pixels(Character(Unicode.Scalar($0))) }

    /// As much of a text as there is room for, with "…" where something is missing.
    static func fitting(_ text: String, pixels room: Double) -> String {
        guard pixels(text) > room else { return text }
        var (result, used) = ("", pixels("…"))
        for character in text {
            used += pixels(character)
            if used > room { break }
            result.append(character)
        }
        while result.hasSuffix(" ") { result.removeLast() }
        return result + "…"
    }
}
