import ProgramSupport
import Testing

/// What a ledger refuses: in one line, with the right status, and nothing is written.
struct LedgerRefusalTests {
    /// What is there before.
    private static let household = [
        [
            "account", "add", "Bank", "--type", "checking", "--currency", "EUR", "--opening", "500", "--opening-day",
            "2026-03-01",
        ],
        ["account", "add", "Dollars", "--type", "savings", "--currency", "USD", "--opening-day", "2026-03-01"],
        ["category", "add", "Food:Groceries"], ["category", "add", "Fun"],
        ["category", "add", "Pay", "--kind", "income"],
        ["category", "add", "A:B:C:D:E:F:G:H"],
        ["expense", "Bank", "30", "Groceries", "--date", "2026-03-02", "--cleared"],
        ["reconcile", "Bank", "--statement", "470", "--on", "2026-03-31"],
    ]

    private static let ten = (1...10).map { "L\($0)" }.joined(separator: ":")
    private static let digits = String(repeating: "9", count: 38)

    /// Commands with their status and words of the refusal.
    private static let refusals: [(words: [String], status: Int32, says: String)] = [
        (["expense", "Bank", "10", "--split", "Food=4", "--split", "Fun=5.99"], 2, "-0.01 EUR"),
        (["expense", "Bank", "0", "Food"], 64, "is 0"),
        (["expense", "Bank", "10", "--split", "Food=10", "--split", "Fun=0"], 64, "of 0"),
        (["transfer", "Bank", "Bank", "5"], 2, "itself"), (["transfer", "Bank", "Dollars", "5"], 2, "--arrives"),
        (["income", "Bank", "5", "Fun"], 2, "refund"), (["expense", "Bank", "5", "Pay"], 2, "income"),
        (["expense", "Bank", "5", "--date", "2026-02-28"], 2, "--before-opening"),
        (["expense", "Bank", "5", "--date", "2026-02-30"], 64, "not a day"),
        (["expense", "Bank", "5", "--date", "9999-01-01"], 2, "hundred years"),
        (
            ["account", "add", "X", "--type", "cash", "--currency", "EUR", "--opening-day", "9999-12-31"], 2,
            "hundred years"
        ),
        (["reconcile", "Bank", "--statement", "5", "--on", "9999-12-31"], 2, "hundred years"),
        (["expense", "Bank", "5", "Grocries"], 2, "Did you mean 'Groceries'?"),
        (["expense", "Bnak", "5", "Fun"], 2, "Did you mean 'Bank'?"),
        (["category", "move", "Food", "Food:Groceries"], 2, "below it"),
        (["category", "move", "Food", "Food"], 2, "itself"),
        (["category", "add", ten], 2, "8 levels"), (["category", "move", "Food", "H"], 2, "8 levels"),
        (["category", "add", "New\nline"], 2, "line break"),
        (["category", "rename", "Fun", "New\rline"], 2, "line break"),
        (["category", "rename", "Fun", "a:b"], 2, "colon"), (["category", "add", "Food::x"], 2, ""),
        (["category", "add", "\u{202E}nuF"], 2, "turns the text around"),
        (["category", "rename", "Fun", "F\u{2067}un"], 2, "turns the text around"),
        (["category", "add", "FUN"], 2, "already"), (["category", "rename", "Fun", "food"], 2, "already"),
        (["account", "add", "BANK", "--type", "cash", "--currency", "EUR"], 2, "already"),
        (["account", "edit", "Bank", "--name", "Ba\nnk"], 2, "line break"),
        (["account", "edit", "Bank", "--name", "dollars"], 2, "already"),
        (["account", "add", "\u{2066}X", "--type", "cash", "--currency", "EUR"], 2, "turns the text around"),
        (["category", "merge", "Fun", "Pay"], 2, "different kinds"), (["category", "delete", "Food"], 2, "in use"),
        (["account", "close", "Bank"], 2, "balance of"), (["account", "delete", "Bank", "--yes"], 2, "in use"),
        (["reconcile", "Bank", "--statement", "470", "--on", "2026-03-31"], 2, "last statement"),
        (["reconcile", "Bank", "--statement", "1", "--on", "2026-04-01"], 2, "difference"),
        (["expense", "Bank", digits], 2, "38 digits"),
        (["account", "add", "X", "--type", "cash", "--currency", "EUR", "--opening", digits], 2, "38 digits"),
        (["networth", "--on", "2026-02-30"], 64, "not a day"), (["stats", "--month", "2026-13"], 64, "not a month"),
        (["rule", "add", "R", "--if", "payee contains", "--set", "category=Fun"], 64, "no condition"),
        (["rule", "add", "R", "--if", "payee contains x", "--set", "category=Fn"], 2, "Did you mean 'Fun'?"),
    ]

    @Test func `what cannot be is refused in a line, and nothing is written`() async throws {
        let folder = try ProgramFolder()
        for words in Self.household {
            let result = try await folder.run("cst-ledger", words)
            try #require(result.status == 0, "\(words): \(result.errors)")
        }
        let listed = try await folder.run("cst-ledger", ["transactions", "--format", "csv"]).output
        let id = try #require(listed.split(separator: "\r\n").dropFirst().first?.prefix(8)).description
        let locked = [["edit", id, "--amount", "5"], ["delete", id], ["mark", id, "uncleared"]]
        func entries() async throws -> String {
            try await folder.run("cst-ledger", ["history", "--limit", "1", "--format", "json"]).output
        }
        let before = try await entries()
        for (words, status, says) in Self.refusals + locked.map({ ($0, 2, "--unlock") }) {
            let result = try await folder.run("cst-ledger", words)
            #expect(result.status == status, "\(words): \(result.errors)")
            #expect(result.output.isEmpty, "\(words): \(result.output)")
            #expect(result.errors.split(separator: "\n").count == 1, "\(words): \(result.errors)")
            #expect(says.isEmpty || result.errors.contains(says), "\(words): \(result.errors)")
        }
        #expect(try await entries() == before)
        // A balance whose rate nobody knows makes the answer a bound.
        _ = try await folder.run("cst-ledger", ["transfer", "Bank", "Dollars", "5", "--arrives", "5.50"])
        let worth = try await folder.run("cst-ledger", ["networth", "--strict"])
        #expect(worth.status == 3)
        #expect(worth.output.contains("≥"))
    }
}
