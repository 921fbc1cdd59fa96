import Testing

@testable import Presentation

struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("plain", 5), ("é", 1), ("e\u{301}", 1), ("a\u{300}\u{301}\u{302}b", 2), ("日本", 4), ("한국", 4),
        ("\u{1100}\u{1161}", 2), ("ｶﾅ", 2), ("カナ", 4), ("（全角）", 8), ("🚗", 2), ("👨‍👩‍👧‍👦", 2), ("🇯🇵", 2),
        ("👍🏽", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("©", 1), ("שלום", 4), ("שָׁלוֹם", 4), ("السلام", 6), ("مُحَمَّد", 4),
        ("\u{200B}", 0), ("a\u{200D}b", 2), ("…", 1), ("█░", 2), ("–", 1), ("ﷺ", 1), ("Ω", 1), ("\u{20000}", 2),
    ])
    func `a text takes as many columns as a terminal gives it`(text: String, columns: Int) {
        #expect(TextWidth.of(text) == columns)
    }

    @Test(arguments: [
        ("short", 10, "short"), ("exactly10!", 10, "exactly10!"), ("a long name", 6, "a lon…"), ("日本語", 5, "日本…"),
        ("日本語", 4, "日…"), ("🚗🚗🚗", 5, "🚗🚗…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"), ("anything", 1, "…"),
        ("anything", 0, ""), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3, "👨‍👩‍👧‍👦…"),
    ])
    func `a cut text fits and says that it was cut`(text: String, width: Int, expected: String) {
        #expect(TextWidth.truncated(text, to: width) == expected)
        #expect(TextWidth.of(expected) <= width)
    }

    @Test(arguments: 1...30)
    func `wrapped text loses nothing but spaces at line ends`(width: Int) {
        let text = "The quick 日本語 fox 👨‍👩‍👧‍👦 jumps over an extraordinarily long word"
        let lines = TextWidth.wrapped(text, to: width)
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
        // A character of two columns cannot be made narrower.
        for line in lines { #expect(TextWidth.of(line) <= max(width, 2)) }
    }

    /// Most texts are measured and let through without a look at properties.
    @Test func `a text of plain characters is what its characters are one by one`() {
        for scalar in (0x1...0x3100 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
            let text = "a\(scalar)b"
            #expect(TextWidth.of(text) == text.reduce(0) { $0 + TextWidth.of($1) }, "\(scalar.value)")
            #expect(TextWidth.printable("日\(scalar)日") == "日\(TextWidth.printable(String(scalar)))日", "\(scalar.value)")
        }
    }

    @Test func `nothing that a terminal would obey is shown`() {
        #expect(TextWidth.printable("a\u{1B}[31mb\u{7}\u{9B}1m") == "a\u{FFFD}[31mb\u{FFFD}\u{FFFD}1m")
        #expect(TextWidth.printable("one\ntwo\r\nthree\tfour\u{2028}five") == "one two  three four five")
        #expect(TextWidth.printable("\u{202E}drawkcab\u{2066}") == "\u{FFFD}drawkcab\u{FFFD}")
        #expect(TextWidth.printable("👨‍👩‍👧‍👦 שָׁלוֹם 日本") == "👨‍👩‍👧‍👦 שָׁלוֹם 日本")
    }
}
