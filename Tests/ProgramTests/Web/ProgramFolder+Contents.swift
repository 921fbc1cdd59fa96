import Foundation
import ProgramSupport
import Testing

extension ProgramFolder {
    /// The ids of goals and assets by name.
    func paths() async throws -> [String: String] {
        var paths: [String: String] = [:]
        for (program, words, list) in [
            ("cst-plan", ["goal", "list", "--all"], "goals"), ("cst-assets", ["list"], "assets"),
        ] {
            let told = try await run(program, words + ["--format", "json"])
            let document = try JSONNode(parsing: told.output)
            for row in document[list]?.elements ?? [] {
                if let name = row["name"]?.text, let id = row["id"]?.text { paths[name] = "/\(list)/\(id)" }
            }
        }
        return paths
    }

    /// The changes of the newest entry of the history, without the fields that differ between programs.
    func newestChanges() async throws -> String {
        let told = try await run("cst-plan", ["history", "--limit", "1", "--format", "json"])
        let entry = try #require(try JSONNode(parsing: told.output)["history"]?.elements.first)
        // Of things with ids that nobody chose the order is any.
        return (entry["changes"]?.elements ?? []).map { String(describing: $0) }.sorted().joined(separator: "\n")
    }

    /// The number of the journal's newest entry.
    func revision() async throws -> Int {
        let told = try await run("cst-plan", ["history", "--limit", "1", "--format", "json"])
        let entry = try #require(try JSONNode(parsing: told.output)["history"]?.elements.first)
        return try #require(entry["number"]?.text.flatMap { Int($0) })
    }
}
