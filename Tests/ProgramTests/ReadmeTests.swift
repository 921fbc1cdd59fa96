import Foundation
import ProgramSupport
import Testing

/// What README.md shows is what happens.
struct ReadmeTests {
    @Test func `every example of the README answers what the README shows`() async throws {
        let readme = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        let blocks = Self.blocks(of: readme)
        let folder = try ProgramFolder()
        try folder.write(try #require(blocks.first { $0.language == "csv" }).text, to: "settings/cst/rates.csv")
        try folder.write(try #require(blocks.first { $0.language == "yaml" }).text, to: "settings/cst/config.yaml")
        // The page opens with the answer that the commands further down lead to.
        let examples = blocks.filter { $0.language == "console" }.flatMap(\.examples)
        #expect(examples.count >= 9)
        for example in examples.dropFirst() + examples.prefix(1) {
            let command = try CommandLineText(example.command)
            let program = try #require(command.words.first)
            let result = try await folder.run(
                program, Array(command.words.dropFirst()), environment: ["CST_NOW": "2026-05-20T09:00:00Z"])
            #expect(result.output == example.output, "\(example.command)")
            #expect(result.status == 0 && result.errors.isEmpty, "\(example.command): \(result.errors)")
        }
    }

    @Test func `the commands for a ledger run as they stand`() async throws {
        let readme = try String(contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
        let lines = Self.blocks(of: readme).filter { $0.language == "sh" }.flatMap { $0.text.split(separator: "\n") }
            .map { String($0.prefix { $0 != "#" }) }.filter { $0.hasPrefix("cst-ledger ") }
        #expect(lines.count >= 9)
        let folder = try ProgramFolder()
        try folder.write(
            "Date,Payee,Amount\n2026-04-03,SPAR 4711,-42.80\n2026-04-27,ACME Ltd,3120.33\n", to: "bank.csv")
        for line in lines {
            let result = try await folder.run(
                "cst-ledger", Array(CommandLineText(line).words.dropFirst()),
                environment: ["CST_NOW": "2026-05-20T09:00:00Z"])
            #expect(result.status == 0, "\(line): \(result.errors)")
        }
    }

    private struct Block {
        let language: String
        let text: String

        /// Lines that begin with `$ ` and what follows them.
        var examples: [(command: String, output: String)] {
            var examples: [(command: String, output: String)] = []
            for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                if line.hasPrefix("$ ") {
                    examples.append((String(line.dropFirst(2)), ""))
                } else if !examples.isEmpty {
                    examples[examples.count - 1].output += line + "\n"
                }
            }
            return examples
        }
    }

    private static func blocks(of page: String) -> [Block] {
        var blocks: [Block] = []
        var open: (language: String, text: String)?
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if let block = open {
                if line == "```" {
                    blocks.append(Block(language: block.language, text: block.text))
                    open = nil
                } else {
                    open = (block.language, block.text + line + "\n")
                }
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), "")
            }
        }
        return blocks
    }
}
