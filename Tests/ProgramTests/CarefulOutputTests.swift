import Foundation
import ProgramSupport
import Testing

@Suite("What people typed is shown and never obeyed; what is missing is said") struct CarefulOutputTests {
    /// Moves the title of the window, clears the screen, rings, and begins a line of its own.
    private static let note = "x\u{1B}]0;taken\u{7}\u{1B}[2J\n2  2026-01-01  cst-plan goal delete"

    @Test func `a note with codes for the terminal is shown without them everywhere`() async throws {
        let folder = try ProgramFolder()
        for words in [
            ["add", "Savings", "--currency", "EUR"], ["deposit", "Savings", "5", "--note", Self.note],
        ] {
            #expect(try await folder.run("cst-assets", words).status == 0)
        }
        for words in [
            ["history"], ["undo", "--dry-run"], ["transactions"], ["transactions", "--format", "csv"],
            ["history", "--format", "csv"], ["history", "--format", "json"],
        ] {
            let result = try await folder.run("cst-assets", words)
            #expect(result.status == 0, "\(words): \(result.errors)")
            let codes = (result.output + result.errors).unicodeScalars.filter {
                $0.properties.generalCategory == .control && !"\n\r".unicodeScalars.contains($0)
            }
            #expect(codes.isEmpty, "\(words)")
            if words.count == 1 || words.contains("--dry-run") {
                #expect(!result.output.split(separator: "\n").contains { $0.hasPrefix("2  2026-01-01") }, "\(words)")
            }
        }
        let colored = try await folder.runOnTerminal("cst-assets", ["history"])
        #expect(!colored.screen.contains("\u{1B}]0;taken") && !colored.screen.contains("\u{1B}[2J"))
    }

    @Test func `errors repeat arguments and paths without codes`() async throws {
        let folder = try ProgramFolder()
        let code = "\u{1B}[31mred"
        try folder.write("\"network\\e\": 1\n", to: "c.yaml")
        for words in [[code], ["--config", code], ["--config", "c.yaml"], ["goal", "show", code], ["--data", code]] {
            let result = try await folder.run("cst-plan", words)
            #expect(result.status != 0)
            #expect(!result.errors.contains("\u{1B}") && !result.errors.contains("\u{7}"), "\(result.errors)")
        }
    }

    @Test(arguments: ["a\u{202E}b", "a\u{200B}b", "\u{FEFF}Car", "\u{200B}", "\u{2066}x"])
    func `a name that cannot be seen as it is is refused`(name: String) async throws {
        let folder = try ProgramFolder()
        let goal = try await folder.run(
            "cst-plan", ["goal", "add", name, "--target", "5", "--currency", "EUR", "--deadline", "2027-01-01"])
        let asset = try await folder.run("cst-assets", ["add", name, "--currency", "EUR"])
        #expect(goal.status == 2 && asset.status == 2, "\(goal.errors)\(asset.errors)")
        // Letters that are joined, and an emoji made of several, are names as others are.
        let family = try await folder.run("cst-assets", ["add", "خانه\u{200C}ها 👨‍👩‍👧", "--currency", "EUR"])
        #expect(family.status == 0, "\(family.errors)")
    }

    @Test func `reading makes no database, and one that is named has to be there`() async throws {
        let folder = try ProgramFolder()
        let empty = try await folder.run("cst-plan", [])
        #expect(empty.status == 0 && empty.output.hasPrefix("No active goals."))
        for words in [
            ["--data", "tpyo.sqlite"], ["--data", "no/such/place.sqlite"], ["doctor", "--data", "x.sqlite"],
        ] {
            let result = try await folder.run("cst-plan", words)
            #expect(result.status == 1, "\(words): \(result.errors)")
        }
        let missing = try await folder.run("cst-plan", ["--data", "tpyo.sqlite"])
        #expect(missing.errors.hasPrefix("cst-plan: There is no database tpyo.sqlite."))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
        let added = try await folder.run(
            "cst-plan",
            [
                "goal", "add", "Car", "--target", "5", "--currency", "EUR", "--deadline", "2027-01-01", "--data",
                "new.sqlite",
            ])
        #expect(added.status == 0, "\(added.errors)")
        #expect(try await folder.run("cst-plan", ["--data", "new.sqlite"]).status == 0)
    }
}
