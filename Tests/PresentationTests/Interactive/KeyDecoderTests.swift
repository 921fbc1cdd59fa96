import TerminalUI
import TestSupport
import Testing

struct KeyDecoderTests {
    private func keys(_ text: String) -> [Key] {
        var decoder = KeyDecoder()
        return decoder.read(text.utf8) + decoder.flush()
    }

    @Test(arguments: [
        ("p", [Key.character("p")]), ("é日🚗", [.character("é"), .character("日"), .character("🚗")]),
        ("\r", [.enter]), ("\n", [.enter]), ("\t", [.tab]),
        ("\u{04}\u{0C}", [.character("\u{04}"), .character("\u{0C}")]),
        ("\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", [.up, .down, .right, .left]),
        ("\u{1B}OA\u{1B}OB\u{1B}OC\u{1B}OD", [.up, .down, .right, .left]),
        ("\u{1B}[1;2C\u{1B}[1;2D\u{1B}[1;5C", [.farRight, .farLeft, .farRight]),
        ("\u{1B}[c\u{1B}[d", [.farRight, .farLeft]), ("\u{1B}[1;2A", [.up]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[5;2~", [.pageUp]),
        (
            "\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~",
            [
                .home, .end, .home, .end, .home, .end, .home, .end,
            ]
        ),
        ("\u{1B}OM", [.enter]),
        // Escape alone, before another key, twice, and before a sequence.
        ("\u{1B}", [.escape]), ("\u{1B}q", [.escape, .character("q")]), ("\u{1B}\r", [.escape, .enter]),
        ("\u{1B}\u{1B}", [.escape]), ("\u{1B}\u{1B}[C", [.right]),
        ("\u{1B}\u{1B}x", [.escape, .escape, .character("x")]),
        // What means nothing here takes nothing else with it.
        ("\u{1B}[[Ax", [.character("x")]), ("\u{1B}[15~x", [.character("x")]), ("\u{1B}[?1;2cx", [.character("x")]),
        ("\u{1B}[<0;3;4Mx", [.character("x")]), ("\u{1B}OPx", [.character("x")]),
        ("\u{1B}[1\u{1B}[Cx", [.right, .character("x")]),
        // Half a sequence when nothing more comes.
        ("\u{1B}[", []), ("\u{1B}[1;", []), ("\u{1B}O", []),
    ])
    func `bytes are keys`(text: String, expected: [Key]) {
        #expect(keys(text) == expected)
    }

    @Test func `bytes that are no text are passed over`() {
        var decoder = KeyDecoder()
        #expect(decoder.read([0xFF, 0x80, 0xC3, 0x28, 0xF0, 0x9F, 0x9A]) == [.character("(")])
        #expect(decoder.read([0x97]) == [.character("🚗")])
        #expect(decoder.read([0xE2, 0x82]) == [])
        #expect(decoder.flush() == [])
        #expect(decoder.read(Array("x".utf8)) == [.character("x")])
    }

    @Test func `rubbish without an end is given up`() {
        var decoder = KeyDecoder()
        #expect(decoder.read(Array(("\u{1B}[" + String(repeating: "1;", count: 40)).utf8)) == [])
        #expect(decoder.read(Array("q".utf8)).last == .character("q"))
    }

    @Test func `only something begun is waited for, and longer when it must be a sequence`() throws {
        var decoder = KeyDecoder()
        #expect(decoder.patience == nil)
        #expect(decoder.read([0x1B]) == [])
        let alone = try #require(decoder.patience)
        #expect(decoder.read(Array("[1;".utf8)) == [])
        #expect(try #require(decoder.patience) > alone)
        #expect(decoder.read(Array("2C".utf8)) == [.farRight])
        #expect(decoder.patience == nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func `in whatever pieces bytes come, the keys are the same`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for number in 0..<200 {
            let text = (0..<random.int(1...12)).map { _ in
                random.pick([
                    "\u{1B}[A", "\u{1B}[1;2C", "\u{1B}OB", "\u{1B}[5~", "q", "🚗", "\r", "\u{1B}[[A", "\u{1B}\u{1B}[D",
                ])
            }.joined()
            var decoder = KeyDecoder()
            var rest = Array(text.utf8)[...]
            var keys: [Key] = []
            while !rest.isEmpty {
                let piece = rest.prefix(random.int(1...4))
                keys += decoder.read(piece)
                rest = rest.dropFirst(piece.count)
            }
            #expect(keys == self.keys(text), "case \(number): \(text.debugDescription)")
            #expect(decoder.patience == nil)
        }
    }
}
