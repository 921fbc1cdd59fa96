import ProgramSupport
import Testing

/// Herds of a file that several programs write to, and that one is killed on.
struct HerdProcessTests {
    private static let rows = 400

    private static func herds(in folder: ProgramFolder) async throws -> Int {
        let list = try await folder.run("cst-herd", ["list", "--all", "--format", "json"])
        return try #require(try JSONNode(parsing: list.output)["herds"]?.elements.count)
    }

    @Test func `an import that is killed enters all rows or none`() async throws {
        let folder = try ProgramFolder()
        _ = try await folder.run("cst-herd", ["holding", "add", "Home", "--currency", "AUD"])
        let mobs = (1...Self.rows).map { "Mob \($0),cattle,steer,10,300" }.joined(separator: "\n")
        let file = try folder.write("name,species,category,head,weight\n\(mobs)\n", to: "mobs.csv")
        try await KilledImport(program: "cst-herd", file: file, count: Self.herds, whole: Self.rows).check(in: folder)
    }

    @Test func `programs that enter events at once lose none`() async throws {
        let folder = try ProgramFolder()
        for words in [
            ["holding", "add", "Home", "--currency", "AUD"],
            ["add", "Mob", "--species", "cattle", "--category", "cow", "--head", "100"],
        ] { #expect(try await folder.run("cst-herd", words).status == 0) }
        let results = try await withThrowingTaskGroup(of: ProgramResult.self) { group in
            for number in 0..<8 {
                let words = number % 2 == 0 ? ["die", "Mob", "3"] : ["buy", "Mob", "5"]
                group.addTask { try await folder.run("cst-herd", words) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.allSatisfy { $0.status == 0 }, "\(results.map(\.errors))")
        let events = try await folder.run("cst-herd", ["events", "Mob", "--format", "json"])
        #expect(try JSONNode(parsing: events.output)["events"]?.elements.count == 9)
        let list = try await folder.run("cst-herd", ["list", "--format", "json"])
        #expect(try JSONNode(parsing: list.output)["herds"]?.elements.first?["head"]?.text == "108")
    }
}
