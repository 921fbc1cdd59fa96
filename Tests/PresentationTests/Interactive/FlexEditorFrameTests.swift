import FlexAdjustment
import Models
import Presentation
import TerminalUI
import TestSupport
import Testing

@testable import SavingsViews

/// What is seen of a ``FlexEditor`` on screens of different sizes.
struct FlexEditorFrameTests {
    private static func goals() throws -> [Goal] {
        var family = try goal(
            "Everything that a family of four needs for a year abroad", target: "9600 EUR", start: "2026-04-01",
            deadline: "2027-04-30", id: FlexEditorTests.id(4))
        family.emoji = "👨‍👩‍👧"
        var japan = try goal(
            "日本の旅行", target: "96000 JPY", start: "2026-04-01", deadline: "2026-10-31", id: FlexEditorTests.id(5))
        japan.emoji = "🗾"
        return try FlexEditorTests.goals() + [family, japan]
    }

    private func frame(
        _ keys: [Key], columns: Int, rows: Int, goals: [Goal]? = nil, style: TextStyle = TextStyle(isColored: false)
    ) async throws -> [String] {
        var editor = try await FlexEditorTests.editor(goals ?? Self.goals(), style: style)
        for key in keys { _ = editor.press(key) }
        return editor.frame(ScreenSize(columns: columns, rows: rows))
    }

    /// The frame without the lines that are only there to fill it.
    private func shown(_ frame: [String]) -> String {
        var lines: [String] = []
        for line in frame where !(line.isEmpty && lines.last?.isEmpty == true) { lines.append(line) }
        return lines.joined(separator: "\n")
    }

    private static let protectingTrip: [Key] = [.farLeft, .end, .up, .character("p"), .up, .up]

    @Test(arguments: [(80, 24), (40, 10), (20, 5), (120, 40)])
    func `a screen shows what it has room for`(columns: Int, rows: Int) async throws {
        let frame = try await frame(Self.protectingTrip, columns: columns, rows: rows)
        #expect(frame.count == rows)
        #expect(shown(frame) == Self.expected[rows])
    }

    // swift-format-ignore
    private static let expected = [
        24: """
            Payments: 1515.00 EUR of 1650.00 EUR required
            Factor 90 %   50 % ────────●──────────── 150 %   balanced

              GOAL                STATE      ADJUSTED         %  NEXT DUE  LATE       RISK
              Car                 flexible     135.00     -10 %    152.15  1 day      low
            > 👨‍👩‍👧 Everything tha…  flexible     720.00     -10 %    807.28  1 day      low
              Rent                flexible     270.00     -10 %    330.00  1 day      low
              Trip                protected    300.00                   –             low
              🗾 日本の旅行       flexible      90.00     -10 %    102.00  1 day      low

            👨‍👩‍👧 Everything that a family of four needs for a year abroad: flexible, required
            800.00 EUR; change -80.00 EUR (-10 %); next due 807.28 EUR; reached 2027-05-01,
            1 day late; risk low

            Enter save  ? keys  Esc leave  ←→ less, more  ↑↓ goal  p s f state  t strategy
            """,
        10: """
            1515.00 EUR of 1650.00 EUR
            Factor 90 % (50 % to 150 %), balanced

              GOAL                ADJUSTED         %
              f Car                 135.00     -10 %
            > f 👨‍👩‍👧 Everything t…    720.00     -10 %
              f Rent                270.00     -10 %
              p Trip                300.00
              f 🗾 日本の旅行        90.00     -10 %
            Enter save  ? keys  Esc leave
            """,
        5: """
            1515.00 EUR
            Factor 90 %
              f Car       135.00
            > f 👨‍👩‍👧 Ev…    720.00
            Enter save  ? keys
            """,
        40: """
            Payments: 1515.00 EUR of 1650.00 EUR required
            Factor 90 %   50 % ────────●──────────── 150 %   balanced

              GOAL                       STATE      REQUIRED  ADJUSTED     CHANGE         %  NEXT DUE  REACHED     LATE       RISK
              Car                        flexible     150.00    135.00     -15.00     -10 %    152.15  2027-01-01  1 day      low
            > 👨‍👩‍👧 Everything that a fam…  flexible     800.00    720.00     -80.00     -10 %    807.28  2027-05-01  1 day      low
              Rent                       flexible     300.00    270.00     -30.00     -10 %    330.00  2026-07-01  1 day      low
              Trip                       protected    300.00    300.00                              –  2026-05-01             low
              🗾 日本の旅行              flexible     100.00     90.00     -10.00     -10 %    102.00  2026-11-01  1 day      low

            👨‍👩‍👧 Everything that a family of four needs for a year abroad: flexible, required 800.00 EUR; change -80.00 EUR (-10 %);
            next due 807.28 EUR; reached 2027-05-01, 1 day late; risk low

            Enter save  ? keys  Esc leave  ←→ less, more  ↑↓ goal  p s f state  t strategy  m budget  n h e r quick
            """,
    ]

    @Test(arguments: [true, false])
    func `no screen is too small, and no line is wider than it`(isColored: Bool) async throws {
        for keys in [[], Self.protectingTrip, [.character("?")], [.character("?"), .down], [.character("m")]] {
            var editor = try await FlexEditorTests.editor(Self.goals(), style: TextStyle(isColored: isColored))
            for key in keys { _ = editor.press(key) }
            for columns in Array(1...45) + [79, 80, 81, 200] {
                for rows in [1, 2, 3, 4, 5, 7, 9, 12, 24, 50] {
                    let frame = editor.frame(ScreenSize(columns: columns, rows: rows))
                    #expect(frame.count == rows)
                    for line in frame {
                        let plain = isColored ? line.replacing(/\u{1B}\[[0-9]*m/, with: "") : line
                        if TextWidth.of(plain) > columns { Issue.record("\(columns)x\(rows): \(plain)") }
                    }
                }
            }
        }
    }

    @Test func `no amount is ever cut`() async throws {
        for columns in 1...60 {
            let text = try await frame([.left], columns: columns, rows: 12).joined(separator: "\n")
            for match in text.matches(of: /[0-9.]+…/) { Issue.record("\(columns): \(match.output)") }
        }
    }

    @Test func `the selected goal is always in sight`() async throws {
        let goals = try (0..<30).map { number in
            try goal("Goal \(100 + number)", target: "500 EUR", start: "2026-04-01", deadline: "2026-12-31")
        }
        for rows in 2...40 {
            for place in [0, 1, 7, 28, 29] {
                let keys = Array(repeating: Key.down, count: place)
                let frame = try await frame(keys, columns: 60, rows: rows, goals: goals)
                #expect(
                    frame.contains { $0.hasPrefix("> ") && $0.contains("Goal \(100 + place) ") }, "\(place) of \(rows)")
            }
        }
    }

    @Test func `a state is told in letters too where words have no room`() async throws {
        let keys: [Key] = [.character("s"), .down, .character("p")]
        let narrow = try await frame(keys, columns: 40, rows: 12, goals: FlexEditorTests.goals())
        for row in ["  s Car", "> p Rent", "  f Trip"] {
            #expect(narrow.contains { $0.hasPrefix(row) }, "\(row) in \(narrow)")
        }
    }

    @Test func `no goal can send codes to the terminal`() async throws {
        var bad = try goal("Car", target: "100 EUR", start: "2026-04-01", deadline: "2026-12-31")
        bad.name = "\u{1B}[2JCar\u{202E}"
        for columns in [10, 80] {
            let text = try await frame([], columns: columns, rows: 24, goals: [bad]).joined()
            #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        }
    }

    @Test func `help can be read on a small screen too`() async throws {
        var seen = ""
        for first in 0..<FlexEditor.helpLines.count {
            let keys = [Key.character("?")] + Array(repeating: .down, count: first)
            seen += try await frame(keys, columns: 20, rows: 5).joined(separator: " ") + " "
        }
        for words in ["KEYS", "protect", "leave without"] { #expect(seen.contains(words)) }
    }
}
