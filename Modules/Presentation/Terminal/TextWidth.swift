/// How many columns of a terminal a text takes: wide characters and emoji take two, combining marks none.
public enum TextWidth {
    /// The columns of a text in one line.
    public static func of(_ text: some StringProtocol) -> Int {
        let scalars = text.unicodeScalars
        return scalars.allSatisfy(isNarrow) ? scalars.count : text.reduce(0) { $0 + of($1) }
    }

    /// Whether a scalar is a character of its own, one column wide: almost all that our texts consist of, found without its
    /// properties, which take long to look up.
    private static func isNarrow(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x2010...0x2027, 0x202F: true
        default: false
        }
    }

    /// The columns of one character, which may be several scalars joined.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation || isWide(first) { return 2 }
        switch first.properties.generalCategory {
        case .control, .format, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
        default: return 1
        }
    }

    /// The text cut to `width` columns, with "…" when something is missing.
    public static func truncated(_ text: String, to width: Int) -> String {
        guard of(text) > width else { return text }
        guard width > 0 else { return "" }
        var result = ""
        var used = 0
        for character in text {
            let columns = of(character)
            if used + columns > width - 1 { break }
            result.append(character)
            used += columns
        }
        return result + "…"
    }

    /// The text in lines of at most `width` columns, broken at spaces where there are some.
    public static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let joined = line.isEmpty ? String(word) : line + " " + word
            if of(joined) <= width {
                line = joined
                continue
            }
            if !line.isEmpty { lines.append(line) }
            line = ""
            for character in word {
                if of(line) + of(character) > width, !line.isEmpty {
                    lines.append(line)
                    line = ""
                }
                line.append(character)
            }
        }
        return lines + [line]
    }

    /// The text without codes that a terminal would obey, in one line unless lines and tabs are kept: people can put anything into
    /// a note.
    public static func printable(_ text: String, keepingLines: Bool = false) -> String {
        if text.unicodeScalars.allSatisfy(isNarrow) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where keepingLines && "\n\r\t".unicodeScalars.contains(scalar): result.append(scalar)
            case .control where scalar == "\t" || scalar == "\n" || scalar == "\r": result.append(" ")
            case .lineSeparator, .paragraphSeparator: result.append(" ")
            case .control: result.append("\u{FFFD}")
            default: result.append(isReordering(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(result)
    }

    /// Marks that turn the direction of everything behind them: right-to-left text does not need them.
    private static func isReordering(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }

    /// Ranges of East Asian Width W and F (Unicode Standard Annex 11), apart from emoji, which have a property of their own.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
        0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18AFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x1100 && wideRanges.contains { $0.contains(scalar.value) }
    }
}
