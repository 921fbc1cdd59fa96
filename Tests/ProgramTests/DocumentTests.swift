import ProgramSupport
import Testing

/// Documents whose figures depend on the machine, or grow with every setting: their form is checked, not their words.
struct DocumentTests {
    @Test(
        arguments: ["cst-plan", "cst-assets"],
        [
            ["doctor"], ["config", "show"], ["config", "path"], ["config", "init", "--dry-run"],
            ["config", "reference"],
        ])
    func `a document follows its schema in JSON and is a table in CSV`(
        program: String, words: [String]
    ) async throws {
        let folder = try ProgramFolder()
        let schemas = try Repository.schemas()
        for format in ["json", "csv"] {
            let arguments = words + ["--format", format]
            let result = try await folder.run(program, arguments)
            #expect(result.status == 0, "\(result.errors)")
            #expect(!result.output.isEmpty)
            #expect(schemas.issues(of: result, arguments: arguments).isEmpty)
        }
        #expect(try await folder.run(program, words).output.isEmpty == false)
    }
}
