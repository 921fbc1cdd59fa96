import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Portfolios of a file that several programs write to, and that one is killed on.
struct PortfolioProcessTests {
    private static let rows = 400

    @Test func `an import that is killed enters all rows or none`() async throws {
        let folder = try ProgramFolder()
        #expect(try await folder.run("cst-portfolio", ["add", "Broker", "--currency", "EUR"]).status == 0)
        let trades = (1...Self.rows).map { number in
            "2026-0\(1 + number % 3)-1\(number % 10),buy,Fund \(number % 7),\(number).5,10.25"
        }
        let file = try folder.write(
            "date,type,instrument,units,price\n\(trades.joined(separator: "\n"))\n", to: "trades.csv")
        func count(_ folder: ProgramFolder) async throws -> Int {
            let list = try await folder.run("cst-portfolio", ["transactions", "--format", "json"])
            return try #require(try JSONNode(parsing: list.output)["transactions"]?.elements.count)
        }
        try await KilledImport(program: "cst-portfolio", file: file, count: count, whole: Self.rows).check(in: folder)
    }

    @Test func `programs that sell the same units at once sell what is held, and no more`() async throws {
        let folder = try ProgramFolder()
        for words in [
            ["add", "Broker", "--currency", "EUR"],
            ["instrument", "add", "ACME", "--type", "stock", "--currency", "EUR", "--units", "10", "--price", "5"],
        ] { #expect(try await folder.run("cst-portfolio", words).status == 0) }
        let results = try await withThrowingTaskGroup(of: ProgramResult.self) { group in
            for _ in 0..<6 {
                group.addTask { try await folder.run("cst-portfolio", ["sell", "ACME", "4", "--price", "6"]) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.map(\.status).sorted() == [0, 0, 2, 2, 2, 2], "\(results.map(\.errors))")
        for refused in results where refused.status == 2 {
            #expect(refused.errors.contains("holds") && refused.errors.contains("would go"), "\(refused.errors)")
        }
        let positions = try await folder.run("cst-portfolio", ["positions", "--format", "json"])
        let held = try JSONNode(parsing: positions.output)["positions"]?.elements.map { $0["units"]?.text }
        #expect(held == ["2"])
    }
}
