import Foundation
import ProgramSupport
import Testing

/// `cst-plan flex -i` on a terminal, as a person uses it.
@Suite(.serialized) struct FlexScreenTests {
    private let folder: ProgramFolder

    init() async throws {
        folder = try ProgramFolder()
        for (name, target, deadline) in [
            ("Car", "1200", "2026-12-31"), ("Rent", "600", "2026-06-30"), ("Trip", "300", "2026-05-31"),
        ] {
            _ = try await folder.run(
                "cst-plan", ["goal", "add", name, "--target", target, "--currency", "EUR", "--deadline", deadline])
        }
    }

    /// How many times something was written.
    private func writes() async throws -> Int {
        let history = try await folder.run("cst-plan", ["history", "--format", "json"])
        return try #require(try JSONNode(parsing: history.output)["history"]?.elements.count)
    }

    /// Runs `body` on a terminal and holds that the terminal is afterwards as it was.
    private func onTerminal(
        columns: Int = 80, rows: Int = 24, environment: [String: String] = [:],
        _ body: (TmuxTerminal) async throws -> Void
    ) async throws {
        let terminal = try await TmuxTerminal(in: folder, columns: columns, rows: rows, environment: environment)
        // The first line tells the size, which is the window's.
        try await terminal.run("stty -a | tail -n +2 > before")
        try await body(terminal)
        try await terminal.run("stty -a | tail -n +2 > after")
        #expect(try folder.read("before") == folder.read("after"))
    }

    @Test func `keys change the plan, and Enter saves what the command without a screen saves`() async throws {
        let before = try await writes()
        try await onTerminal(columns: 120) { terminal in
            try await terminal.enter("clear; cst-plan flex -i; echo \"status $?\"")
            try await terminal.wait(for: "Payments: 750.00 EUR of 750.00 EUR required")
            try await terminal.press("S-Left", "Left", "Right", "PPage", "NPage", "NPage")
            try await terminal.wait(for: "Factor 80 %")
            try await terminal.wait(for: "600.00 EUR of 750.00 EUR")
            try await terminal.press("Down", "p", "End", "s", "t")
            let lines = try await terminal.wait(for: "prioritizeUrgent")
            #expect(lines.contains { $0.hasPrefix("  Car") && $0.contains("120.00") && $0.contains("-20 %") })
            #expect(lines.contains { $0.hasPrefix("  Rent") && $0.contains("protected") && $0.contains("300.00") })
            #expect(lines.contains { $0.hasPrefix("> Trip") && $0.contains("skipped") && $0.contains("high") })
            #expect(try await writes() == before)
            try await terminal.press("Enter")
            let answer = try await terminal.wait(for: "status 0")
            #expect(answer.contains("Saved for 2026-05."))
            #expect(answer.contains { $0.hasPrefix("Payments: 420.00 EUR of 450.00 EUR required (factor 0.8, ") })
        }
        #expect(try await writes() == before + 1)
        // Saving the same again writes nothing, so it was the same.
        let again = try await folder.run(
            "cst-plan",
            [
                "flex", "--factor", "0.8", "--strategy", "prioritizeUrgent", "--protect", "Rent", "--skip", "Trip",
                "--save",
            ])
        #expect(again.status == 0)
        #expect(try await writes() == before + 1)
    }

    @Test(arguments: [("C-c", "status 130"), ("Escape", "status 0"), ("q", "status 0")])
    func `leaving saves nothing and gives the terminal back`(key: String, status: String) async throws {
        let before = try await writes()
        try await onTerminal { terminal in
            try await terminal.enter("clear; echo first; cst-plan flex -i; echo \"status $?\"")
            try await terminal.wait(for: "Factor 100 %")
            try await terminal.press("Left")
            try await terminal.wait(for: "Factor 99 %")
            try await terminal.press(key)
            let lines = try await terminal.wait(for: status)
            #expect(lines.contains("first"))
            #expect(!lines.contains { $0.contains("Factor") })
            #expect(lines.contains("Nothing was saved.") == (status == "status 0"))
        }
        #expect(try await writes() == before)
    }

    @Test(arguments: [("TERM", 143), ("HUP", 129), ("INT", 130)])
    func `a signal from elsewhere gives the terminal back too`(signal: String, status: Int) async throws {
        let before = try await writes()
        try await onTerminal { terminal in
            try await terminal.enter("clear; sh -c 'echo $$ > pid; exec cst-plan flex -i'; echo \"status $?\"")
            try await terminal.wait(for: "Factor 100 %")
            let pid = try folder.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
            _ = try await folder.run("/bin/kill", ["-\(signal)", pid])
            let lines = try await terminal.wait(for: "status \(status)")
            #expect(!lines.contains { $0.contains("Factor") })
        }
        #expect(try await writes() == before)
    }

    @Test func `it can be stopped and goes on where it was`() async throws {
        try await onTerminal { terminal in
            try await terminal.enter("clear; cst-plan flex -i")
            try await terminal.wait(for: "Factor 100 %")
            try await terminal.press("Right")
            try await terminal.wait(for: "Factor 101 %")
            try await terminal.press("C-z")
            try await terminal.wait(for: "Stopped")
            try await terminal.waitForShell()
            try await terminal.run("stty -a | tail -n +2 > stopped")
            #expect(try folder.read("before") == folder.read("stopped"))
            try await terminal.enter("fg")
            try await terminal.wait(for: "Factor 101 %")
            try await terminal.press("Right")
            try await terminal.wait(for: "Factor 102 %")
            try await terminal.press("q")
            try await terminal.wait(for: "Nothing was saved.")
        }
    }

    @Test func `a new size is followed, small ones too`() async throws {
        try await onTerminal(columns: 120, rows: 40) { terminal in
            try await terminal.enter("clear; cst-plan flex -i; echo \"status $?\"")
            try await terminal.wait(for: "REACHED")
            try await terminal.press("Left")
            try await terminal.resize(columns: 40, rows: 10)
            let narrow = try await terminal.wait(for: "REACHED", isThere: false)
            #expect(narrow.count == 10)
            try await terminal.wait(for: "742.50 EUR of 750.00 EUR")
            try await terminal.resize(columns: 20, rows: 5)
            let tiny = [
                "742.50 of 750.00 EUR", "Factor 99 %", "> f Car       148.50", "  f Rent      297.00",
                "Enter save  ? keys",
            ]
            try await terminal.wait(forScreen: tiny)
            try await terminal.press("?")
            try await terminal.wait(for: "KEYS")
            try await terminal.resize(columns: 4, rows: 2)
            try await terminal.resize(columns: 120, rows: 40)
            try await terminal.press("q", "q")
            try await terminal.wait(for: "status 0")
        }
    }

    @Test func `without colours nothing is told by them`() async throws {
        try await onTerminal(environment: ["NO_COLOR": "1"]) { terminal in
            try await terminal.enter("clear; cst-plan flex -i")
            try await terminal.wait(for: "Factor 100 %")
            #expect(!(try await terminal.screen(codes: true).contains { $0.contains("\u{1B}[") }))
            try await terminal.press("q")
            try await terminal.waitForShell()
        }
    }

    @Test func `what another program changed meanwhile is not overwritten`() async throws {
        try await onTerminal { terminal in
            try await terminal.enter("clear; cst-plan flex -i; echo \"status $?\"")
            try await terminal.wait(for: "Factor 100 %")
            let edit = try await folder.run("cst-plan", ["goal", "edit", "Car", "--target", "2400"])
            #expect(edit.status == 0)
            let before = try await writes()
            try await terminal.press("Left", "Enter")
            let lines = try await terminal.wait(for: "status 2")
            #expect(lines.contains { $0.hasPrefix("cst-plan: Another program changed the same thing in between.") })
            #expect(!lines.contains { $0.contains("Factor") })
            #expect(try await writes() == before)
        }
    }

    @Test func `a dry run shows all and writes nothing`() async throws {
        let before = try await writes()
        try await onTerminal(columns: 120) { terminal in
            try await terminal.enter("clear; cst-plan flex -i --dry-run; echo \"status $?\"")
            try await terminal.wait(for: "Factor 100 %")
            try await terminal.press("Left", "Enter")
            #expect(try await terminal.wait(for: "status 0").contains { $0.contains("Dry run: nothing was written.") })
        }
        #expect(try await writes() == before)
    }

    @Test func `without goals there is no screen`() async throws {
        let empty = try ProgramFolder()
        let result = try await empty.runOnTerminal("cst-plan", ["flex", "-i"])
        #expect(result.status == 0)
        #expect(result.screen.hasPrefix("No active goals."))
        let dumb = try await folder.runOnTerminal("cst-plan", ["flex", "-i"], environment: ["TERM": "dumb"])
        #expect(dumb.status == 64)
    }

    @Test func `a terminal that is closed ends the program`() async throws {
        let before = try await writes()
        let terminal = try await TmuxTerminal(in: folder)
        try await terminal.enter("sh -c 'echo $$ > pid; exec cst-plan flex -i'")
        try await terminal.wait(for: "Factor 100 %")
        let pid = try folder.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
        terminal.close()
        // One that ended may still be in the list, until the system has taken note.
        let script = """
            for i in {1..500}; do
                case $(ps -o stat= -p \(pid)) in ''|Z*) exit 0 ;; esac
                sleep 0.02
            done
            exit 1
            """
        #expect(try await folder.run("/bin/bash", ["-c", script]).status == 0)
        #expect(try await writes() == before)
    }
}
