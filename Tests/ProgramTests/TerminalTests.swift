import Foundation
import ProgramSupport
import Testing

/// What depends on where input and output lead.
struct TerminalTests {
    @Test func `a reader that has gone away ends a program quietly`() async throws {
        let result = try await ProgramFolder().run("cst-plan", ["demo", "--quiet"], to: .closedPipe)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
    }

    @Test(arguments: [["demo", "-q"], ["--help"], ["--version"], ["demo", "-q", "--format", "json"]])
    func `a full disk is a failure`(arguments: [String]) async throws {
        let result = try await ProgramFolder().run("cst-plan", arguments, to: .device("/dev/full"))
        #expect(result.status == 1)
    }

    /// The arguments for a shell that runs a program with its standard descriptors changed as said.
    private func redirected(_ redirection: String, _ command: [String]) throws -> [String] {
        let program = try ProgramFolder.path(of: command[0]).path
        return ["-c", "exec \"$0\" \"$@\" \(redirection)", program] + command.dropFirst()
    }

    @Test(arguments: [["cst-plan", "demo", "-q"], ["cst-plan"], ["cst-assets", "list"], ["cst-plan", "--help"]])
    func `a closed standard output is named, and nothing else is written in its place`(command: [String]) async throws {
        let folder = try ProgramFolder()
        let added = try await folder.run("cst-assets", ["add", "Savings", "--currency", "EUR"])
        #expect(added.status == 0, "\(added.errors)")
        let result = try await folder.run("/bin/sh", try redirected(">&-", command))
        #expect(result.status == 1)
        #expect(result.errors.contains("Standard output is closed"), "\(result.errors)")
        #expect(!result.errors.contains("disk"), "\(result.errors)")
        #expect(try await folder.run("cst-assets", ["doctor"]).status == 0)
        let filed = try await folder.run("/bin/sh", try redirected("<&- >&- 2>&-", ["cst-plan", "-o", "plan.txt"]))
        #expect(filed.status == 0)
        #expect(try folder.read("plan.txt").hasPrefix("No active goals."))
    }

    @Test func `a device is written into and never replaced`() async throws {
        let folder = try ProgramFolder()
        let full = try await folder.run("cst-plan", ["-o", "/dev/full"])
        #expect(full.status == 1)
        #expect(full.errors.contains("No space left on device"))
        #expect(try await folder.run("cst-plan", ["-o", "/dev/null"]).status == 0)
        for device in ["/dev/full", "/dev/null"] {
            let type = try FileManager.default.attributesOfItem(atPath: device)[.type] as? FileAttributeType
            #expect(type == .typeCharacterSpecial)
        }
    }

    @Test func `a link keeps leading to the file that is written`() async throws {
        let folder = try ProgramFolder()
        let file = try folder.write("old", to: "real.txt")
        let link = folder.url.appending(path: "link.txt").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        #expect(try await folder.run("cst-plan", ["-o", link]).status == 0)
        #expect(try folder.read("real.txt").hasPrefix("No active goals."))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    }

    @Test func `database and folder are the user's own`() async throws {
        let folder = try ProgramFolder()
        let database = folder.url.appending(path: "data/cst/cst.sqlite").path
        #expect(try await folder.run("cst-plan", [], environment: ["CST_DATA": ""]).status == 0)
        #expect(!FileManager.default.fileExists(atPath: database))
        let added = try await folder.run(
            "cst-assets", ["add", "Savings", "--currency", "EUR"], environment: ["CST_DATA": ""])
        #expect(added.status == 0, "\(added.errors)")
        let file = try FileManager.default.attributesOfItem(atPath: database)
        let directory = try FileManager.default.attributesOfItem(
            atPath: (database as NSString).deletingLastPathComponent)
        #expect((file[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect((directory[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }

    @Test func `colours show on a terminal unless they are not wanted`() async throws {
        let folder = try ProgramFolder()
        #expect(try await folder.runOnTerminal("cst-plan", ["demo"]).screen.contains("\u{1B}[1m"))
        let plain = try await folder.runOnTerminal("cst-plan", ["demo"], environment: ["NO_COLOR": "1"])
        #expect(plain.status == 0)
        #expect(!plain.screen.contains("\u{1B}"))
        #expect(!(try await folder.runOnTerminal("cst-plan", ["demo", "--color", "never"]).screen.contains("\u{1B}")))
    }

    @Test(arguments: [40, 72, 80, 120])
    func `tables fit the terminal`(columns: Int) async throws {
        let result = try await ProgramFolder().runOnTerminal(
            "cst-plan", ["demo", "-q", "--color", "never"], columns: UInt16(columns))
        let table = result.screen.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(3)
            .prefix { !$0.hasPrefix("Rates:") }
        #expect(table.count > 3)
        // Emoji take two columns and are one character.
        for line in table {
            #expect(
                line.count + line.count { $0.unicodeScalars.first?.properties.isEmojiPresentation == true } <= columns)
        }
    }

    @Test(arguments: [("y\n", Int32(0), 0), ("n\n", 2, 1), ("\n", 2, 1)])
    func `a deletion is asked for on a terminal`(reply: String, status: Int32, left: Int) async throws {
        let folder = try ProgramFolder()
        _ = try await folder.run("cst-plan", ["goal", "add", "Car", "--target", "5", "--deadline", "2027-01-01"])
        let result = try await folder.runOnTerminal(
            "cst-plan", ["goal", "delete", "Car"], prompt: "[y/N]", reply: reply)
        #expect(result.status == status)
        let list = try await folder.run("cst-plan", ["goal", "list", "--format", "json"])
        #expect(try JSONNode(parsing: list.output)["goals"]?.elements.count == left)
    }

    @Test func `an interrupt ends with status 130 and changes nothing`() async throws {
        let folder = try ProgramFolder()
        _ = try await folder.run("cst-plan", ["goal", "add", "Car", "--target", "5", "--deadline", "2027-01-01"])
        let result = try await folder.runOnTerminal(
            "cst-plan", ["goal", "delete", "Car"], prompt: "[y/N]", signal: SIGINT)
        #expect(result.status == 130)
        #expect(try await folder.run("cst-plan", ["goal", "show", "Car"]).status == 0)
    }

    @Test(arguments: ["cst-plan", "cst-assets"], ["bash", "zsh", "fish"])
    func `completions name every command`(program: String, shell: String) async throws {
        let result = try await ProgramFolder().run(program, ["--generate-completion-script", shell])
        #expect(result.status == 0)
        let words =
            program == "cst-plan" ? ["required", "finish", "calendarMonths"] : ["allocate", "withdraw", "json"]
        for word in words { #expect(result.output.contains(word)) }
    }

    @Test func `a name that two goals have is told apart by the beginning of the id`() async throws {
        let folder = try ProgramFolder()
        var ids: [String] = []
        for _ in 0..<2 {
            let added = try await folder.run(
                "cst-plan",
                ["goal", "add", "Car", "--target", "5", "--deadline", "2027-01-01", "--format", "json"])
            ids.append(try #require(try JSONNode(parsing: added.output)["goal"]?["id"]?.text))
        }
        let refused = try await folder.run("cst-plan", ["goal", "show", "Car", "--format", "json"])
        #expect(refused.status == 2)
        #expect(try JSONNode(parsing: refused.errors)["error"]?["code"]?.text == "goal.ambiguous")
        for id in ids {
            let shown = try await folder.run("cst-plan", ["goal", "show", String(id.prefix(8)), "--format", "json"])
            #expect(try JSONNode(parsing: shown.output)["goal"]?["id"]?.text == id)
        }
    }
}
