import TestSupport
import Testing

@testable import Presentation

struct TextTableTests {
    private static let words = [
        "Car", "🚗 Car", "日本旅行", "👨‍👩‍👧‍👦", "שלום", "", "a very long name that goes on and on and on", "e\u{301}te\u{301}",
        "00000000000000000000000000000000000001.12 EUR", "≥ 12 USD", "line\nbreak",
    ]
    private static let plain = TextStyle(isColored: false)

    private func table(seed: UInt64) -> TextTable {
        var random = SeededGenerator(seed: seed)
        let columns = (0..<random.int(1...8)).map { index in
            TextTable.Column(
                "COLUMN \(index)".prefix(random.int(1...8)).description, random.chance(1, in: 2) ? .left : .right,
                isFlexible: random.chance(1, in: 3))
        }
        var table = TextTable(columns)
        for _ in 0..<random.int(0...6) {
            table.add(columns.map { _ in TextTable.Cell(Self.words[random.int(0...Self.words.count - 1)]) })
        }
        return table
    }

    @Test(arguments: 1...60)
    func `a table never passes its width`(seed: UInt64) {
        let table = table(seed: seed)
        for width in 40...200 {
            for line in table.lines(width: width, style: Self.plain) where TextWidth.of(line) > width {
                Issue.record("seed \(seed), width \(width): '\(line)' takes \(TextWidth.of(line)) columns")
            }
        }
    }

    @Test(arguments: 1...20)
    func `colours change no width`(seed: UInt64) {
        let table = table(seed: seed)
        let plain = table.lines(width: 60, style: Self.plain)
        let colored = table.lines(width: 60, style: TextStyle(isColored: true)).map {
            $0.replacing(/\u{1B}\[[0-9]+m/, with: "")
        }
        // Spaces at line ends stand inside the colour and stay there.
        func trimmed(_ lines: [String]) -> [String] {
            lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
        }
        #expect(trimmed(colored) == trimmed(plain), "seed \(seed)")
    }

    @Test func `columns are aligned whatever is in them`() {
        var table = TextTable([.init("NAME"), .init("AMOUNT", .right), .init("NEXT")])
        table.add(["日本", "1.00", "a"])
        table.add(["👨‍👩‍👧‍👦 Family", "12.00", "b"])
        table.add(["שלום", "123.00", "c"])
        #expect(
            table.lines(width: nil, style: Self.plain) == [
                "NAME       AMOUNT  NEXT", "日本         1.00  a", "👨‍👩‍👧‍👦 Family   12.00  b", "שלום       123.00  c",
            ])
    }

    @Test func `flexible columns give way first, the widest before the others`() {
        var table = TextTable([.init("NAME", isFlexible: true), .init("AMOUNT", .right)])
        table.add(["a name of twenty-six signs", "1234567890.00 EUR"])
        #expect(
            table.lines(width: 30, style: Self.plain) == [
                "NAME                    AMOUNT", "a name of …  1234567890.00 EUR",
            ])
    }

    @Test func `columns are left out before rows become blocks`() {
        var table = TextTable([
            .init("NAME", isFlexible: true), .init("AMOUNT", .right), .init("CLEARED", .right, rank: 2),
            .init("SINCE", rank: 1),
        ])
        table.add(["a name of twenty-six signs", "1234567890.00 EUR", "1234567890.00 EUR", "2026-03-01"])
        // The name cut to eight has room only without the column that goes first.
        #expect(
            table.lines(width: 50, style: Self.plain) == [
                "NAME                            AMOUNT  SINCE", "a name of twenty-s…  1234567890.00 EUR  2026-03-01",
            ])
    }

    @Test func `where that is not enough every row is a block, and no amount is cut`() {
        var table = TextTable([.init("NAME", isFlexible: true), .init("AMOUNT", .right), .init("NOTE")])
        table.add(["Savings", "1234567890.00 EUR", "from the old account"])
        table.add(["Other", "1.00 EUR", ""])
        #expect(
            table.lines(width: 30, style: Self.plain) == [
                "NAME    Savings", "AMOUNT  1234567890.00 EUR", "NOTE    from the old account", "", "NAME    Other",
                "AMOUNT  1.00 EUR",
            ])
    }
}
