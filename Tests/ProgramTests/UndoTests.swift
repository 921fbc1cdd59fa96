import Foundation
import ProgramSupport
import Testing

/// Undo and redo across both programs lead through every state.
struct UndoTests {
    private static let commands = [
        "cst-plan goal add Car --target 12000 --currency EUR --deadline 2026-12-31",
        "cst-assets add Savings --currency EUR", "cst-assets deposit Savings 300 --note first",
        "cst-assets allocate Savings Car --share 60%", "cst-plan skip Car", "cst-plan goal edit Car --target 9000",
        "cst-plan goal add Trip --target 500 --currency EUR --deadline 2026-09-30",
        "cst-assets allocate Savings Trip --rest", "cst-plan flex --factor 0.8 --save", "cst-plan month start",
        "cst-plan goal pause Trip", "cst-assets withdraw Savings 20", "cst-plan month close",
        "cst-plan goal delete Car --yes", "cst-assets delete Savings --yes",
    ]

    private static func state(_ folder: ProgramFolder) async throws -> [String] {
        var state: [String] = []
        for command in ["cst-plan required", "cst-plan goal list --all", "cst-assets allocations"] {
            let words = command.split(separator: " ").map(String.init) + ["--format", "json"]
            let result = try await folder.run(words[0], Array(words.dropFirst()))
            #expect(result.status == 0, "\(command): \(result.errors)")
            state.append(result.output)
        }
        return state
    }

    @Test func `what the programs did is taken back one by one and brought again`() async throws {
        let folder = try ProgramFolder()
        var states = [try await Self.state(folder)]
        for command in Self.commands {
            let words = command.split(separator: " ").map(String.init)
            let result = try await folder.run(words[0], Array(words.dropFirst()))
            #expect(result.status == 0, "\(command): \(result.errors)")
            states.append(try await Self.state(folder))
        }
        #expect(Set(states).count > 10)
        for number in Self.commands.indices.reversed() {
            let program = number % 2 == 0 ? "cst-plan" : "cst-assets"
            let result = try await folder.run(program, ["undo"])
            #expect(result.output.hasPrefix("Undid: \(Self.commands[number])\n    "))
            #expect(try await Self.state(folder) == states[number], "\(Self.commands[number])")
        }
        #expect(try await folder.run("cst-plan", ["undo"]).status == 2)
        for number in Self.commands.indices {
            #expect(try await folder.run("cst-assets", ["undo", "--redo"]).status == 0)
            #expect(try await Self.state(folder) == states[number + 1], "\(Self.commands[number])")
        }
        #expect(try await folder.run("cst-plan", ["undo", "--redo"]).status == 2)
    }

    @Test func `an entry is named to take back no other`() async throws {
        let folder = try ProgramFolder()
        for name in ["One", "Two"] {
            #expect(try await folder.run("cst-assets", ["add", name, "--currency", "EUR"]).status == 0)
        }
        let early = try await folder.run("cst-assets", ["undo", "1"])
        #expect(early.status == 2)
        #expect(early.errors.contains("Entry 1 is not the one to undo or redo now: the newest is 2, 'add Two"))
        #expect(try await folder.run("cst-assets", ["undo", "2"]).status == 0)
        #expect(try await folder.run("cst-assets", ["undo", "2"]).status == 2)
        #expect(try await folder.run("cst-assets", ["list"]).output.contains("One"))
    }

    @Test func `two programs that undo at once take back what each of them saw`() async throws {
        let folder = try ProgramFolder()
        for number in 1...6 {
            #expect(try await folder.run("cst-assets", ["add", "Asset \(number)", "--currency", "EUR"]).status == 0)
        }
        async let first = folder.run("cst-assets", ["undo"])
        async let second = folder.run("cst-assets", ["undo"])
        let done = try await [first, second].count { $0.status == 0 }
        let left = try await folder.run("cst-assets", ["list", "--format", "csv"]).output
            .split(whereSeparator: \.isNewline)
        #expect(left.count == 1 + 6 - done)
    }
}
