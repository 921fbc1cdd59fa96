import ProgramSupport
import Testing

/// A ledger that several programs write to, and that one is killed on.
struct LedgerProcessTests {
    private static let rows = 300

    private static func transactions(in folder: ProgramFolder) async throws -> Int {
        let list = try await folder.run("cst-ledger", ["transactions", "--limit", "1000", "--format", "json"])
        return try #require(try JSONNode(parsing: list.output)["transactions"]?.elements.count)
    }

    private static func balance(in folder: ProgramFolder) async throws -> String? {
        let list = try await folder.run("cst-ledger", ["account", "list", "--format", "json"])
        return try JSONNode(parsing: list.output)["accounts"]?.elements.first?["balance"]?["amount"]?.text
    }

    private static func opened() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        for words in [
            ["account", "add", "Bank", "--type", "checking", "--currency", "EUR", "--opening", "1000"]
                + ["--opening-day", "2026-03-01"],
            ["category", "add", "Food"],
            ["rule", "add", "Spar", "--if", "payee contains spar", "--set", "category=Food"],
        ] { #expect(try await folder.run("cst-ledger", words).status == 0) }
        return folder
    }

    @Test func `an import that is killed enters all rows or none`() async throws {
        let folder = try await Self.opened()
        let rows = (0..<Self.rows).map { "2026-03-\(10 + $0 % 20),Spar \($0),-\(1 + $0 % 9).50" }
        let file = try folder.write("Date,Payee,Amount\n\(rows.joined(separator: "\n"))\n", to: "bank.csv")
        try await KilledImport(
            program: "cst-ledger", file: file, options: ["--account", "Bank"], count: Self.transactions,
            whole: Self.rows
        ).check(in: folder)
    }

    @Test func `programs that enter at once lose nothing`() async throws {
        let folder = try await Self.opened()
        let files = try (0..<2).map { number in
            // Both have the first row, which is entered once.
            try folder.write(
                "Date,Payee,Amount\n2026-03-10,Spar,-100.00\n2026-03-1\(number + 1),Spar,-50.00\n",
                to: "bank\(number).csv")
        }
        let results = try await withThrowingTaskGroup(of: ProgramResult.self) { group in
            for number in 0..<6 {
                let words = [number % 2 == 0 ? "expense" : "income", "Bank", number % 2 == 0 ? "3" : "5"]
                group.addTask { try await folder.run("cst-ledger", words) }
            }
            for file in files {
                group.addTask { try await folder.run("cst-ledger", ["import", file, "--account", "Bank"]) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0.status == 0 }, "\(results.map(\.errors))")
        #expect(try await Self.transactions(in: folder) == 9)
        #expect(try await Self.balance(in: folder) == "806.00")
    }
}
