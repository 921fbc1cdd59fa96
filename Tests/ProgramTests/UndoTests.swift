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
}
