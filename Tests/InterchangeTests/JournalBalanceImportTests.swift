import Models
import Persistence
import TestSupport
import Testing

@testable import FileFormats
@testable import Interchange

/// A journal whose stated balances are wrong: nothing is told as added that is not (I1).
@Suite struct JournalBalanceImportTests {
    private let bench = ImportBench()

    private static let hledger = "2026-01-06 pay\n  assets:cash  50 EUR %\n  income\n"

    @Test(arguments: [
        (
            "main.beancount",
            "2020-01-01 open Assets:Cash\n2020-01-01 open Income:Work\n2026-01-06 * \"Work\"\n  Assets:Cash  50.00 EUR\n  Income:Work\n2026-01-07 balance Assets:Cash 60.00 EUR\n",
            6
        ),
        ("main.journal", hledger.replacing("%", with: "= 60 EUR"), 2),
        ("main.journal", hledger.replacing("%", with: "== 60 EUR"), 2),
        ("main.journal", hledger.replacing("%", with: "=* 60 EUR"), 2),
        ("main.ledger", hledger.replacing("%", with: "= 60 EUR"), 2),
        ("main.journal", "2026-01-05 budget\n  (assets:cash)  5 EUR\n\n" + hledger.replacing("%", with: "= 55 EUR"), 5),
    ])
    func `names the line and writes nothing`(_ name: String, _ text: String, _ line: Int) async throws {
        guard case .rows(let issues, count: 1) = try await bench.problem(text, as: name) else {
            Issue.record("\(name) was not refused")
            return
        }
        #expect(issues.map(\.line) == [line], "\(text)")
        #expect(try await bench.balances.isEmpty)
        #expect(try await bench.store.read { try $0.revision() } == 0)
        let preview = try await bench.imports(text, as: name, isDryRun: true).value
        #expect(preview.count(.refused) == 1)
        #expect(preview.rows.contains { $0.state == .refused && $0.line == line })
    }

    @Test func `a journal whose balances are right is there as it says`() async throws {
        let report = try await bench.imports(Self.hledger.replacing("%", with: "= 50 EUR"), as: "main.journal").value
        #expect(report.count(.added) == 1)
        #expect(try await bench.balances == ["cash 50.00 EUR"])
    }
}
