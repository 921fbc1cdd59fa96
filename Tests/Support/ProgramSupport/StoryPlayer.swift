package import Foundation

/// Plays stories in a fresh folder, and holds every document on the way against its published schema.
package struct StoryPlayer: Sendable {
    private let folder: ProgramFolder
    private let schemas: PublishedSchemas

    package init(schemas: PublishedSchemas) throws {
        folder = try ProgramFolder()
        self.schemas = schemas
    }

    /// The story with the answers that the programs gave, and what is wrong with their documents.
    package func play(_ story: Story) async throws -> (story: Story, issues: [String]) {
        var played = story
        var issues: [String] = []
        var placeholders = Placeholders(folder: folder.url.path)
        for (index, step) in story.steps.enumerated() {
            switch step {
            case .remark: continue
            case .file(let name, let lines):
                try folder.write(lines.map { $0 + "\n" }.joined(), to: name)
            case .command(let command, let expected):
                let line = try CommandLineText(placeholders.reveal(command))
                var result = try await run(line)
                issues += schemas.issues(of: result, arguments: line.words).map { "$ \(command)\n  \($0)" }
                result = ProgramResult(
                    status: result.status, output: placeholders.hide(result.output),
                    errors: placeholders.hide(result.errors))
                played.steps[index] = .command(command, Story.Answer(result, like: expected))
            }
        }
        return (played, issues)
    }

    private func run(_ line: CommandLineText) async throws -> ProgramResult {
        guard let program = line.words.first else { throw FormatError(description: "a command without words") }
        let arguments = Array(line.words.dropFirst())
        if program == "cat" { return ProgramResult(status: 0, output: try folder.read(arguments[0]), errors: "") }
        return try await folder.run(program, arguments, environment: line.variables)
    }
}

/// The schemas that are published in the repository.
package struct PublishedSchemas: Sendable {
    /// The schemas by the name of their document.
    package let byName: [String: JSONSchema]

    /// Reads `cst.<name>.1.schema.json` of a folder.
    package init(folder: URL) throws {
        var byName: [String: JSONSchema] = [:]
        let definitions = folder.appending(path: "cst.definitions.1.schema.json")
        let types = try JSONNode(parsing: String(contentsOf: definitions, encoding: .utf8), inAnyOrder: true)
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let parts = file.lastPathComponent.split(separator: ".")
            guard parts.count == 5, parts[0] == "cst", parts[2...].elementsEqual(["1", "schema", "json"]) else {
                throw FormatError(description: "\(file.lastPathComponent) is not named cst.<name>.1.schema.json")
            }
            guard parts[1] != "definitions" else { continue }
            byName[String(parts[1])] = try JSONSchema(String(contentsOf: file, encoding: .utf8), types: types)
        }
        self.byName = byName
    }

    /// What is wrong with the documents that a program wrote in the format its arguments ask for.
    package func issues(of result: ProgramResult, arguments: [String]) -> [String] {
        let formats = zip(arguments, arguments.dropFirst()).filter { $0.0 == "--format" }.map(\.1)
        let isJSON = formats == ["json"] || arguments.contains("--format=json")
        do {
            if isJSON, result.status != 0, result.status != 3 {
                guard result.output.isEmpty else { return ["a failed command wrote to standard output"] }
                return issues(of: try JSONNode(parsing: result.errors), name: "error")
            }
            guard result.status == 0 || result.status == 3, !result.output.isEmpty else { return [] }
            if formats == ["csv"] { _ = try CSVTable(parsing: result.output) }
            guard isJSON else { return [] }
            let document = try JSONNode(parsing: result.output)
            guard let name = document["schema"]?.text, name.hasPrefix("cst."), name.hasSuffix("/1") else {
                return ["the document does not name its schema"]
            }
            return issues(of: document, name: String(name.dropFirst(4).dropLast(2)))
        } catch {
            return ["\(error)"]
        }
    }

    private func issues(of document: JSONNode, name: String) -> [String] {
        byName[name].map { $0.issues(of: document) } ?? ["there is no schema of '\(name)'"]
    }
}
