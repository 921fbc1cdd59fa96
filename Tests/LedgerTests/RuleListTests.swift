import Foundation
import Ledger
import LedgerViews
import Presentation
import TestSupport
import Testing
import Values

/// The list of rules, at the widths of terminals.
struct RuleListTests {
    @Test(arguments: [40, 80, 200])
    func `conditions and settings are there whole at every width`(width: Int) async throws {
        let book = try await TestLedger()
        try await book.addCategories(["Shopping:Household things": .expense])
        let rules = RuleService(store: book.store)
        for (name, settings) in [
            ("Small things from Amazon", ["payee=Amazon", "category=Household things", "tag=online"]),
            ("Large things", ["tag=large"]),
        ] {
            var fields = RuleService.Fields()
            (fields.name, fields.settings) = (name, settings)
            fields.conditions = ["payee startsWith amzn mktp", "amount between 10 and 25.50"]
            _ = try await rules.add(fields, call("2026-05-20"))
        }
        let style = TextStyle(isColored: false, grouping: .space)
        let layout = TextLayout(width: width, style: style, today: try day("2026-05-20"), zone: .gmt)
        let lines = layout.lines(rules: try await rules.list())
        #expect(lines.allSatisfy { $0.count <= width })
        let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        for text in [
            "payee startsWith amzn mktp and amount between 10 and 25.50",
            "payee Amazon, category Shopping:Household things, tag online", "tag large",
        ] { #expect(words.contains(text), "\(lines)") }
    }
}
