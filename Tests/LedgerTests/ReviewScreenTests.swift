import Foundation
import Ledger
import Persistence
import Presentation
import TerminalUI
import TestSupport
import Testing
import Values

@testable import LedgerViews

/// The review with keys.
struct ReviewScreenTests {
    private func book() async throws -> TestLedger {
        let book = try await TestLedger("Bank EUR 100 2026-03-01")
        try await book.addCategories(["Food": .expense, "Food:Bars 🍸": .expense, "מזון": .expense])
        _ = try await book.expense("Bank", "1", "Food", on: "2026-05-01", payee: "Spar")
        _ = try await book.expense("Bank", "2", on: "2026-05-02", payee: "Spar 12")
        _ = try await book.expense("Bank", "3", on: "2026-05-03", payee: "SPAR")
        _ = try await book.expense("Bank", "4", on: "2026-05-04", payee: "קפה 🏦 Rothschild")
        return book
    }

    private func screen(_ book: TestLedger) async throws -> ReviewScreen {
        let service = ReviewService(store: book.store)
        return ReviewScreen(
            try await service.items(call("2026-05-20")), paths: try await service.paths(),
            style: TextStyle(isColored: false))
    }

    @Test func `a payee is decided once, with its proposal, and a rule for later`() async throws {
        let book = try await book()
        var screen = try await screen(book)
        #expect(screen.steps.map(\.items.count) == [1, 2])
        for key in "bars".map(Key.character) + [.enter] { #expect(screen.press(key) == nil) }
        #expect(screen.matches.first == "Food")
        #expect(screen.press(.tab) == nil)
        #expect(screen.step == nil)
        #expect(screen.press(.enter) == .save)
        #expect(screen.choices.map(\.category) == ["Food:Bars 🍸", "Food"])
        let service = ReviewService(store: book.store)
        #expect(try await service.decide(screen.choices, call("2026-05-20")).value == 3)
        #expect(try await service.items(call("2026-05-20")).isEmpty)
        let rules = try await book.store.read { try $0.all(CategoryRule.self) }
        #expect(rules.map(\.name) == ["SPAR"])
        #expect(rules.map(\.conditions) == [[.init(.payee, .contains, "spar")]])
        #expect(try await RuleService(store: book.store).apply([], in: nil, call("2026-05-20")).value.isEmpty)
    }

    @Test func `nothing is decided by leaving, skipping or letters that match nothing`() async throws {
        var screen = try await screen(book())
        for key in "zzz".map(Key.character) + [.enter, .tab] { #expect(screen.press(key) == nil) }
        #expect(screen.matches.isEmpty)
        #expect(screen.press(.character("\u{7F}")) == nil)
        #expect(screen.typed == "zz")
        #expect(screen.press(.escape) == nil)
        #expect(screen.typed.isEmpty)
        #expect(screen.press(.right) == nil)
        #expect(screen.press(.escape) == nil)
        #expect(screen.choices.isEmpty)
        #expect(screen.press(.left) == nil)
        #expect(screen.step?.items.count == 2)
        #expect(screen.press(.end) == nil)
        #expect(screen.press(.escape) == .leave)
    }

    @Test func `nothing is selected before a person chooses, unless something is proposed`() async throws {
        var screen = try await screen(book())
        #expect(screen.selection == nil)
        #expect(!screen.frame(ScreenSize(columns: 80, rows: 24)).contains { $0.hasPrefix(">") })
        for key in [Key.enter, .tab] { #expect(screen.press(key) == nil) }
        #expect(screen.choices.isEmpty)
        _ = screen.press(.down)
        #expect(screen.selection == 0)
        _ = screen.press(.right)
        #expect(screen.selection == 0)
        _ = screen.press(.enter)
        #expect(screen.choices.map(\.category) == ["Food"])
    }

    @Test(arguments: [(80, 20), (40, 20)]) func `all keys are named`(columns: Int, rows: Int) async throws {
        var screen = try await screen(book())
        for key in [Key.down, .right] {
            _ = screen.press(key)
            let last = screen.frame(ScreenSize(columns: columns, rows: rows)).suffix(3).joined(separator: " ")
            for hint in ["Enter accept", "Tab with a rule", "→ skip", "← back", "letters find one", "Esc end"] {
                #expect(last.contains(hint), "\(hint): \(last)")
            }
        }
    }

    @Test(arguments: [(40, 12), (80, 24), (200, 50), (10, 3), (1, 1)])
    func `no line is wider than the screen, and there are as many as it has`(columns: Int, rows: Int) async throws {
        var screen = try await screen(book())
        let size = ScreenSize(columns: columns, rows: rows)
        for key in [Key.right, .left, .character("f"), .down, .enter, .tab] {
            let frame = screen.frame(size)
            #expect(frame.count == rows)
            #expect(frame.allSatisfy { TextWidth.of($0) <= columns }, "\(frame)")
            _ = screen.press(key)
        }
        #expect(screen.frame(size).count == rows)
    }
}
