import TestSupport
import Testing
import Values

@Suite struct CellTextTests {
    private static func text(_ random: inout SeededGenerator) -> String {
        (0..<random.int(0...8)).map { _ in
            random.pick([
                "a", "\"", "\\", "\u{0}", "\u{1F}", "\n", "\t", "/", "é", "e\u{301}", "🚗", "\u{2028}", "]", ",",
            ])
        }.joined()
    }

    private static func cells(_ random: inout SeededGenerator, depth: Int) -> [Cell] {
        (0..<random.int(0...4)).map { _ in
            switch random.int(0...(depth > 0 ? 4 : 3)) {
            case 0: .null
            case 1: .integer(random.pick([0, -1, .min, .max, random.int(-9999...9999)]))
            case 2, 3: .text(text(&random))
            default: .list((0..<random.int(0...3)).map { _ in cells(&random, depth: depth - 1) })
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `whatever the cells are, they are read back, and their text is the only one`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let cells = Self.cells(&random, depth: 4)
            let text = CellText.encode(cells)
            let read = try CellText.decode(text)
            #expect(read == cells, "seed \(seed): \(text)")
            // Swift takes é for e with an accent: the bytes have to be the same too.
            #expect(Array(CellText.encode(read).utf8) == Array(text.utf8), "seed \(seed): \(text)")
            let rows = [cells, Self.cells(&random, depth: 2)]
            #expect(try CellText.decode(rows: CellText.encode(rows: rows)) == rows, "seed \(seed)")
        }
    }

    @Test func `the form is the documented one`() {
        let cells: [Cell] = [.text("EUR"), .integer(12), .null, .list([[.text("a")], []])]
        #expect(CellText.encode(cells) == #"["EUR",12,null,[["a"],[]]]"#)
        #expect(CellText.encode([.text("\"\\\u{1F}\n/é")]) == #"["\"\\\u001f\u000a/é"]"#)
        #expect(CellText.encode([]) == "[]" && CellText.encode(rows: []) == "[]")
    }

    @Test(arguments: [
        "", " ", "[", "]", "[]]", "[] ", " []", "[1,]", "[,1]", "[1 ,2]", "[01]", "[+1]", "[-0]", "[-]", "[1-2]",
        "[1.0]", "[1e3]", "[9223372036854775808]", "[nul]", "[nulll]", "[true]", "[{}]", "[\"a]", "[\"\\\"]",
        "[\"\\n\"]", "[\"\\/\"]", "[\"\\u0041\"]", "[\"\\u001\"]", "[\"\\u00zz\"]", "[\"\n\"]", "[\"\u{0}\"]",
        "[[1]]", "[[[1],2]]", "[[],[]", "[1][2]",
    ])
    func `a text in any other form is refused`(text: String) {
        #expect(throws: CellText.Malformed.self) { try CellText.decode(text) }
    }

    @Test(arguments: ["[\"\\u001F\"]", "[\"\\u+01f\"]", "[\"\\u+001\"]", "[\"\\u000A\"]"])
    func `a control character has one form only`(text: String) {
        #expect(throws: CellText.Malformed.self) { try CellText.decode(text) }
    }

    @Test(arguments: SeededGenerator.seeds)
    func `what is cut off or changed is refused or has cells of its own`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let bytes = Array(CellText.encode(Self.cells(&random, depth: 3)).utf8)
            for end in bytes.indices {
                #expect(throws: CellText.Malformed.self, "seed \(seed)") {
                    try CellText.decode(String(decoding: bytes[..<end], as: UTF8.self))
                }
            }
            var other = bytes
            other[random.int(0...(bytes.count - 1))] = UInt8(random.int(0x20...0x7E))
            let text = String(decoding: other, as: UTF8.self)
            // There is one text for the same cells: what can be read is written the same way.
            if let read = try? CellText.decode(text) { #expect(CellText.encode(read) == text, "seed \(seed)") }
        }
    }

    @Test func `lists in lists end somewhere`() throws {
        func nested(_ depth: Int) -> [Cell] { depth == 0 ? [.integer(1)] : [.list([nested(depth - 1)])] }
        #expect(try CellText.decode(CellText.encode(nested(31))) == nested(31))
        #expect(throws: CellText.Malformed.self) { try CellText.decode(CellText.encode(nested(32))) }
        // Deep enough to end the program if it were followed.
        #expect(throws: CellText.Malformed.self) { try CellText.decode(String(repeating: "[", count: 1_000_000)) }
    }
}
