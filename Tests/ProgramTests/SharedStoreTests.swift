import Foundation
import ProgramSupport
import Testing

/// Two programs on one database at the same time.
struct SharedStoreTests {
    /// A folder with a goal that an asset funds in another currency, so that a source of rates is asked.
    private static func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        for (program, words) in [
            ("cst-plan", "goal add Car --target 12000 --currency EUR --deadline 2026-12-31"),
            ("cst-assets", "add Savings --currency USD"), ("cst-assets", "deposit Savings 300"),
            ("cst-assets", "allocate Savings Car --share 60%"),
        ] {
            #expect(try await folder.run(program, words.split(separator: " ").map(String.init)).status == 0)
        }
        return folder
    }

    /// Runs `goal finish Car`, and `command` at the moment between its reading and its writing.
    private static func finish(
        while command: String, in folder: ProgramFolder, _ arguments: [String] = []
    ) async throws -> ProgramResult {
        let words = try CommandLineText(command).words
        let program = try ProgramFolder.path(of: words[0]).path
        try folder.write(
            """
            [ -e meanwhile.txt ] || CST_EXCHANGE_RATES_PROVIDERS=fixed \(program) \(command.dropFirst(words[0].count + 1)) >meanwhile.txt 2>&1
            echo '{"rates":[{"from":"USD","to":"EUR","rate":"0.9","time":"2026-04-13T08:00:00Z"}]}'
            """, to: "rates.sh")
        return try await folder.run(
            "cst-plan", ["goal", "finish", "Car"] + arguments,
            environment: [
                "CST_EXCHANGE_RATES_PROVIDERS": "exec", "CST_NETWORK_OFFLINE": "false",
                "CST_EXCHANGE_RATES_EXEC_COMMAND": "/bin/sh,rates.sh", "CST_NETWORK_BUDGET": "50s",
            ])
    }

    @Test func `without another program the goal is finished`() async throws {
        let folder = try await Self.folder()
        let result = try await Self.finish(while: "cst-plan goal list", in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("with 162.00 EUR of 12\u{A0}000.00 EUR"))
    }

    @Test(arguments: [
        (
            "cst-plan goal edit Car --target 9000",
            "Expected: goal 'Car', 12000.00 EUR by 2026-12-31, active. Found: goal 'Car', 9000.00 EUR by 2026-12-31, active."
        ),
        ("cst-plan goal edit Car --emoji 🚗", "Its emoji was nothing and is 🚗."),
        ("cst-plan goal edit Car --start 2026-01-01", "Its start was 2026-04-13 and is 2026-01-01."),
        ("cst-plan goal delete Car --yes", "Found: nothing."),
    ])
    func `a goal that another program changed meanwhile is not overwritten, and both values are told`(
        command: String, told: String
    ) async throws {
        let folder = try await Self.folder()
        let result = try await Self.finish(while: command, in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("Another program changed the same thing in between."), "\(result.errors)")
        #expect(result.errors.contains(told), "\(result.errors)")
        #expect(result.errors.contains("Nothing was written; look at it and try again."))
        #expect(result.output.isEmpty)
        let history = try await folder.run("cst-plan", ["history", "--limit", "1"])
        #expect(history.output.contains(command.dropFirst("cst-plan ".count)))
    }

    @Test func `what another program changed elsewhere meanwhile stays beside it`() async throws {
        let folder = try await Self.folder()
        let result = try await Self.finish(while: "cst-assets deposit Savings 5", in: folder)
        #expect(result.status == 0, "\(result.errors)")
        // 60 % of 305 USD at 0.9: what was there when it was finished, the other program's 5 included.
        #expect(result.output.contains("with 164.70 EUR of 12\u{A0}000.00 EUR"), "\(result.output)")
        #expect(try await folder.run("cst-assets", ["transactions", "--format", "csv"]).output.contains("5.00"))
    }

    @Test func `a database that is held is named with who holds it, after the time of waiting`() async throws {
        let folder = try await Self.folder()
        let program = try ProgramFolder.path(of: "cst-assets").path
        let script = """
            import os, sqlite3, subprocess
            held = sqlite3.connect("cst.sqlite", isolation_level=None)
            held.execute("BEGIN IMMEDIATE")
            print(os.getpid())
            ended = subprocess.run(["\(program)", "deposit", "Savings", "1"], capture_output=True, text=True)
            print(ended.returncode, ended.stderr, end="")
            reading = subprocess.run(["\(program)", "transactions"], capture_output=True, text=True)
            print(reading.returncode)
            """
        let result = try await folder.run("/usr/bin/python3", ["-c", script])
        let lines = result.output.split(separator: "\n").map(String.init)
        try #require(lines.count == 3, "\(result)")
        #expect(lines[1].hasPrefix("1 cst-assets: "))
        #expect(
            lines[1].contains("is in use by python3 (process \(lines[0])) and was not free within 5 s."), "\(lines[1])")
        #expect(lines[1].hasSuffix("Close the other program or try again."))
        #expect(lines[2] == "0")
    }
}
