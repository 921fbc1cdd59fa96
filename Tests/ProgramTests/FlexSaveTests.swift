import ProgramSupport
import Testing

/// What saving adjusted payments leaves as it is.
struct FlexSaveTests {
    @Test func `a goal with nothing left to pay keeps its plan`() async throws {
        let folder = try ProgramFolder()
        for command in [
            "cst-plan goal add S --target 1100 --currency EUR --start 2026-04-13 --deadline 2027-03-31",
            "cst-assets add A --currency EUR", "cst-assets allocate A S --rest", "cst-plan month start",
            "cst-assets deposit A 150",
        ] {
            let words = try CommandLineText(command).words
            let result = try await folder.run(words[0], Array(words.dropFirst()))
            try #require(result.status == 0, "\(command): \(result.errors)")
        }
        func plan() async throws -> String? {
            let month = try await folder.run("cst-plan", ["month", "--format", "json"])
            return try JSONNode(parsing: month.output).summary(at: "goals/S/plan")
        }
        let before = try await plan()
        #expect(before == "100.00 EUR")
        let saved = try await folder.run("cst-plan", ["flex", "--budget", "5", "--save"])
        #expect(saved.status == 0, "\(saved.errors)")
        #expect(try await plan() == before)
    }
}
