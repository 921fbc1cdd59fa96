import Foundation
import ProgramSupport
import Testing

/// Commands with everything they answer, byte for byte. `CST_RECORD=1` writes the answers anew.
struct StoryTests {
    static let names = try? FileManager.default.contentsOfDirectory(atPath: Repository.stories.path).sorted()
    private static let isRecording = ProcessInfo.processInfo.environment["CST_RECORD"] == "1"

    @Test(arguments: names ?? [])
    func `every command of a story answers what is written`(name: String) async throws {
        let file = Repository.stories.appending(path: name)
        let expected = try String(contentsOf: file, encoding: .utf8)
        let (story, issues) = try await StoryPlayer(schemas: try Repository.schemas()).play(try Story(expected))
        #expect(issues.isEmpty, "documents against their schemas:\n\(issues.joined(separator: "\n"))")
        if Self.isRecording {
            try Data(story.text.utf8).write(to: file)
        } else {
            let report = Self.difference(story.text, expected)
            #expect(report.isEmpty, "\(name), see CST_RECORD in the tests:\n\(report)")
        }
    }

    @Test func `a story that is played again answers the same to the byte`() async throws {
        let whole = try String(contentsOf: Repository.stories.appending(path: "household.txt"), encoding: .utf8)
        let beginning = whole.components(separatedBy: "\n$ ").prefix(12).joined(separator: "\n$ ") + "\n"
        let schemas = try Repository.schemas()
        let first = try await StoryPlayer(schemas: schemas).play(try Story(beginning)).story.text
        let second = try await StoryPlayer(schemas: schemas).play(try Story(beginning)).story.text
        #expect(first == second)
    }

    @Test func `there are stories and nothing else in their folder`() throws {
        let names = try #require(Self.names)
        #expect(!names.isEmpty)
        for name in names {
            #expect(name.hasSuffix(".txt"), "\(name) is played by no test")
            let story = try Story(String(contentsOf: Repository.stories.appending(path: name), encoding: .utf8))
            let hasCommands = story.steps.contains { if case .command = $0 { true } else { false } }
            #expect(hasCommands, "\(name) runs nothing")
        }
    }

    /// The lines that differ, each with what was expected.
    private static func difference(_ actual: String, _ expected: String) -> String {
        let changes = actual.split(separator: "\n", omittingEmptySubsequences: false).difference(
            from: expected.split(separator: "\n", omittingEmptySubsequences: false))
        return changes.prefix(40).map { change in
            switch change {
            case .insert(let line, let text, _): "line \(line + 1) is  \(text)"
            case .remove(let line, let text, _): "line \(line + 1) was \(text)"
            }
        }.joined(separator: "\n")
    }
}
