import Foundation
import Testing

/// The examples in doc comments are compiled, and the values beside their lines are what comes out.
@Suite struct DocumentationExampleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func sources(below folder: String) throws -> [String] {
        let files = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }.map {
            try String(contentsOf: $0, encoding: .utf8)
        }
    }

    /// The Swift examples of a source: their lines without the marks of the comment.
    private static func examples(of source: String) -> [[Substring]] {
        var examples: [[Substring]] = []
        var open: [Substring]?
        for line in source.split(separator: "\n") {
            let text = line.drop { $0 == " " }
            guard text.hasPrefix("///") else { continue }
            let content = text.dropFirst(3)
            if content == " ```swift" {
                open = []
            } else if content == " ```", let lines = open {
                examples.append(lines)
                open = nil
            } else {
                open?.append(content)
            }
        }
        return examples
    }

    /// A line as the test that compiles it has it: `total  // 20.00 EUR` is an expectation there.
    private static func compiled(_ line: Substring) -> String {
        let parts = line.split(separator: "  // ", maxSplits: 1)
        let code = parts.first.map(String.init) ?? ""
        guard parts.count == 2 else { return code }
        return "#expect(\"\\(\(code.drop { $0 == " " }))\" == \"\(parts[1])\")"
    }

    /// Without blanks, so that lines may be broken elsewhere.
    private static func dense(_ code: String) -> String { code.filter { !$0.isWhitespace } }

    @Test func `every example of a doc comment is compiled, and its values are tested`() throws {
        let tests = try Self.sources(below: "Tests").map(Self.dense)
        let examples = try Self.sources(below: "Modules").flatMap(Self.examples)
        #expect(examples.count >= 12)
        for example in examples {
            let code = example.map(Self.compiled).joined(separator: "\n")
            #expect(tests.contains { $0.contains(Self.dense(code)) }, "not compiled:\n\(code)")
        }
    }
}
