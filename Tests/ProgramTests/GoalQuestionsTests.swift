import Foundation
import ProgramSupport
import Testing

/// `cst-plan goal new` on a terminal, as a person uses it.
struct GoalQuestionsTests {
    private func goals(_ folder: ProgramFolder) async throws -> [JSONNode] {
        let list = try await folder.run("cst-plan", ["goal", "list", "--format", "json"])
        return try #require(try JSONNode(parsing: list.output)["goals"]?.elements)
    }

    @Test func `questions, a mistake, a way back, the ask, and then the goal`() async throws {
        let folder = try ProgramFolder()
        let terminal = try await TmuxTerminal(in: folder, columns: 100, rows: 40)
        try await terminal.enter("cst-plan goal new -X EUR; echo \"status $?\"")
        for (question, answer) in [
            ("What do you save for?", "New bike"), ("How much", "12x"), ("'12x' is not", "1200"),
            ("Until when", "12 months"), ("Which emoji? [🚲]", "<"), ("[2027-04-13]", "2026-12-31"),
            ("(- for none)", ""), ("Remind you", "monthly"),
        ] {
            try await terminal.wait(for: question)
            try await terminal.enter(answer)
        }
        let shown = try await terminal.wait(for: "Save it?")
        #expect(shown.contains("🚲 New bike: 1\u{A0}200.00 EUR by 2026-12-31"))
        #expect(shown.contains("To set aside: 150.00 EUR each month (8 payments, the first on 2026-05-01)"))
        #expect(try await goals(folder).isEmpty)
        try await terminal.enter("")
        let end = try await terminal.wait(for: "status 0")
        #expect(end.contains("Added 🚲 New bike: 1\u{A0}200.00 EUR by 2026-12-31."))
        #expect(end.contains("  cst-assets allocate Savings 'New bike' --share 100%"))
        let goal = try #require(try await goals(folder).first)
        #expect(goal["name"]?.text == "New bike")
        #expect(goal["emoji"]?.text == "🚲")
        #expect(goal["remind"]?.text == "monthly")
    }

    @Test(arguments: [("C-c", "status 130"), ("C-d", "status 2")])
    func `leaving in between writes nothing`(key: String, status: String) async throws {
        let folder = try ProgramFolder()
        let terminal = try await TmuxTerminal(in: folder, columns: 100, rows: 40)
        try await terminal.enter("cst-plan goal new; echo \"status $?\"")
        try await terminal.wait(for: "What do you save for?")
        try await terminal.enter("Car")
        try await terminal.wait(for: "How much")
        try await terminal.press(key)
        try await terminal.wait(for: status)
        #expect(try await goals(folder).isEmpty)
    }

    @Test func `a no and a dry run write nothing`() async throws {
        let folder = try ProgramFolder()
        for (options, last, status) in [("", "no", 2), (" --dry-run", "yes", 0)] {
            // A terminal of its own: on the screen of another one the questions stand already.
            let terminal = try await TmuxTerminal(in: folder, columns: 100, rows: 40)
            try await terminal.enter("cst-plan goal new\(options); echo \"status $?\"")
            for (question, answer) in [
                ("What do you save for?", "Car"), ("How much", "5"), ("Until when", "9"), ("Which emoji?", "-"),
                ("Remind you", ""), ("Save it?", "perhaps"), ("Answer yes, no", last),
            ] {
                try await terminal.wait(for: question)
                try await terminal.enter(answer)
            }
            try await terminal.wait(for: "status \(status)")
            #expect(try await goals(folder).isEmpty)
        }
    }
}
