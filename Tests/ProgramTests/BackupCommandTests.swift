import Foundation
import ProgramSupport
import Testing

/// Backups through the programs, where a story cannot go: terminals, standard input, other programs at the same time.
struct BackupCommandTests {
    /// A folder with a database of two transactions and an encrypted backup of it.
    private static func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        for words in [["add", "Savings", "--currency", "EUR"], ["deposit", "Savings", "300"]] {
            #expect(try await folder.run("cst-assets", words).status == 0)
        }
        return folder
    }

    private static func balance(_ folder: ProgramFolder) async throws -> String? {
        let list = try await folder.run("cst-assets", ["list", "--as-of", "2026-12-31", "--format", "json"])
        return try JSONNode(parsing: list.output)["assets"]?.elements.first?["balance"]?["amount"]?.text
    }

    @Test func `a passphrase is asked for twice and never shows`() async throws {
        let folder = try await Self.folder()
        let arguments = ["backup", "b", "--encrypt"]
        let differing = try await folder.runOnTerminal(
            "cst-assets", arguments, prompt: "Passphrase: ", reply: "horse\nhorsf\n")
        #expect(differing.status == 2)
        #expect(differing.screen.contains("The two passphrases differ."))
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "b").path))
        let made = try await folder.runOnTerminal(
            "cst-assets", arguments, prompt: "Passphrase: ", reply: "horse\nhorse\n")
        #expect(made.status == 0)
        #expect(made.screen.contains("Once more: ") && made.screen.contains("encrypted, read back"))
        let restored = try await folder.runOnTerminal(
            "cst-assets", ["restore", "b", "--yes"], prompt: "Passphrase: ", reply: "horse\n")
        #expect(restored.status == 0)
        for result in [differing, made, restored] {
            #expect(!result.screen.contains("horse"))
            #expect(result.showsTyping)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `typing shows again however the question ends`(signal: Int32) async throws {
        let folder = try await Self.folder()
        let result = try await folder.runOnTerminal(
            "cst-assets", ["backup", "b", "--encrypt"], prompt: "Passphrase: ", signal: signal)
        #expect(result.status == 128 + signal)
        #expect(result.showsTyping)
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "b").path))
    }

    @Test(arguments: [("y\n", Int32(0), "300.00"), ("n\n", 2, "305.00")])
    func `restoring is asked for on a terminal`(reply: String, status: Int32, balance: String) async throws {
        let folder = try await Self.folder()
        _ = try await folder.run("cst-assets", ["backup", "b"])
        _ = try await folder.run("cst-assets", ["deposit", "Savings", "5"])
        let result = try await folder.runOnTerminal(
            "cst-assets", ["restore", "b", "--force"], prompt: "[y/N]", reply: reply)
        #expect(result.status == status)
        #expect(try await Self.balance(folder) == balance)
    }

    @Test func `a backup and a passphrase may come from standard input`() async throws {
        let folder = try await Self.folder()
        let made = try await folder.run(
            "cst-assets", ["backup", "b", "--passphrase-file", "-"], input: "horse\nand more\n")
        #expect(made.status == 0)
        _ = try await folder.run("cst-assets", ["deposit", "Savings", "5"])
        let script = "exec \(try ProgramFolder.path(of: "cst-assets").path) restore - --yes --force < b"
        let restored = try await folder.run("/bin/sh", ["-c", script], environment: ["CST_PASSPHRASE": "horse"])
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try await Self.balance(folder) == "300.00")
        let wrong = try await folder.run("/bin/sh", ["-c", script], environment: ["CST_PASSPHRASE": "house"])
        #expect(wrong.status == 2)
        #expect(wrong.errors == "cst-assets: This is not the passphrase that standard input was encrypted with.\n")
    }

    @Test(arguments: [nil, "horse"])
    func `a backup that was cut or altered is refused, and nothing is changed`(passphrase: String?) async throws {
        let folder = try await Self.folder()
        let environment = passphrase.map { ["CST_PASSPHRASE": $0] } ?? [:]
        #expect(try await folder.run("cst-assets", ["backup", "b"], environment: environment).status == 0)
        let file = folder.url.appending(path: "b")
        let whole = try Data(contentsOf: file)
        var altered = whole
        // The page of the totals' table, or anything of what is encrypted.
        for position in stride(from: 5000, to: altered.count, by: 500) { altered[position] ^= 0x11 }
        for (damaged, word) in [
            (whole.prefix(whole.count / 2), passphrase == nil ? "is damaged" : "is cut off"),
            (altered, passphrase == nil ? "is damaged" : "is not as it was written"),
        ] {
            try damaged.write(to: file)
            let result = try await folder.run("cst-assets", ["restore", "b", "--yes"], environment: environment)
            #expect(result.status == 1)
            #expect(result.errors.contains("b \(word)"), "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count == 1)
            #expect(try await Self.balance(folder) == "300.00")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(files.sorted() == ["b", "cst.sqlite"])
    }

    @Test func `a backup is made while another program has the database open, and restoring then is refused`()
        async throws
    {
        let folder = try await Self.folder()
        // A source of rates is asked while the program that asks it has the database open.
        let program = try ProgramFolder.path(of: "cst-assets").path
        try folder.write(
            """
            \(program) backup b >backup.txt 2>&1
            \(program) restore b --yes >restore.txt 2>&1
            echo $? >status.txt
            exit 1
            """, to: "rates.sh")
        let result = try await folder.run(
            "cst-assets", ["list", "-X", "USD"],
            environment: [
                "CST_EXCHANGE_RATES_PROVIDERS": "exec", "CST_NETWORK_OFFLINE": "false",
                "CST_EXCHANGE_RATES_EXEC_COMMAND": "/bin/sh,rates.sh", "CST_NETWORK_BUDGET": "50s",
            ])
        #expect(result.status == 0)
        #expect(try folder.read("backup.txt").contains("read back and compared"))
        #expect(try folder.read("status.txt") == "1\n")
        let refusal = try folder.read("restore.txt")
        #expect(refusal.contains("is in use") && refusal.contains("was not free within 5 s"), "\(refusal)")
        #expect(try await folder.run("cst-assets", ["restore", "b", "--yes"]).status == 0)
    }

    @Test func `the first change of a day leaves a copy, and damage names it`() async throws {
        let folder = try await Self.folder()
        let later = ["CST_NOW": "2026-04-14T09:00:00Z"]
        #expect(
            try await folder.run("cst-assets", ["deposit", "Savings", "5", "--dry-run"], environment: later).status == 0
        )
        #expect(
            !FileManager.default.fileExists(
                atPath: folder.url.appending(path: "cst.sqlite.copies/cst-2026-04-14.sqlite").path))
        for _ in 0..<2 {
            let result = try await folder.run("cst-assets", ["deposit", "Savings", "5"], environment: later)
            #expect(result.status == 0 && result.errors.isEmpty)
        }
        let copies = folder.url.appending(path: "cst.sqlite.copies").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: copies) == ["cst-2026-04-14.sqlite"])
        try Data(repeating: 7, count: 8192).write(to: folder.url.appending(path: "cst.sqlite"))
        let damaged = try await folder.run("cst-assets", ["list"], environment: later)
        #expect(damaged.status == 1)
        let command = try #require(
            damaged.errors.firstMatch(of: /To restore it: cst-assets (restore) '(.*)' --data '(.*)'/))
        let restored = try await folder.run(
            "cst-assets",
            [String(command.output.1), String(command.output.2), "--data", String(command.output.3), "--yes"],
            environment: later)
        #expect(restored.status == 0, "\(restored.errors)")
        #expect(try await Self.balance(folder) == "300.00")
    }

    @Test func `an answer is not written over the database, a backup or the settings`() async throws {
        let folder = try await Self.folder()
        #expect(try await folder.run("cst-assets", ["backup", "b"]).status == 0)
        try folder.write("display:\n  currency: EUR\n", to: "c.yaml")
        try FileManager.default.createSymbolicLink(
            atPath: folder.url.appending(path: "way").path, withDestinationPath: ".")
        func contents() throws -> [Data] {
            try ["b", "c.yaml", "cst.sqlite"].map { try Data(contentsOf: folder.url.appending(path: $0)) }
        }
        let before = try contents()
        for words in [
            ["list", "-o", "cst.sqlite"], ["list", "-o", "way/cst.sqlite-wal"], ["list", "-o", "cst.sqlite.copies/x"],
            ["backup", "b2", "-o", "b2"], ["restore", "b", "--yes", "-o", "way/b"],
            ["list", "--config", "c.yaml", "-o", "c.yaml"], ["doctor", "-o", "cst.sqlite-journal"],
        ] {
            let result = try await folder.run("cst-assets", words)
            #expect(result.status == 64, "\(words): \(result)")
            #expect(result.errors.contains("cannot be written into"), "\(words): \(result)")
            #expect(try contents() == before, "\(words)")
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(files.sorted() == ["b", "c.yaml", "cst.sqlite", "way"])
    }

    @Test func `an empty or endless passphrase is refused, and a named pipe is no backup`() async throws {
        let folder = try await Self.folder()
        let empty = try await folder.run("cst-assets", ["backup", "b"], environment: ["CST_PASSPHRASE": ""])
        #expect(empty.status == 2 && empty.errors.contains("An empty passphrase"), "\(empty)")
        try folder.write(String(repeating: "x", count: 70_000), to: "long")
        let long = try await folder.run("cst-assets", ["backup", "b", "--passphrase-file", "long"])
        #expect(long.status == 2 && long.errors.contains("too long for a passphrase"), "\(long)")
        #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "b").path))
        #expect(mkfifo(folder.url.appending(path: "pipe").path, 0o600) == 0)
        let pipe = try await folder.run("cst-assets", ["restore", "pipe", "--yes"])
        #expect(pipe.status == 1 && pipe.errors.contains("it is not a regular file"), "\(pipe)")
    }

    @Test func `a copy that cannot be made is a warning in text and JSON`() async throws {
        let folder = try await Self.folder()
        try folder.write("in the way", to: "cst.sqlite.copies")
        let later = ["CST_NOW": "2026-04-14T09:00:00Z"]
        let text = try await folder.run("cst-assets", ["deposit", "Savings", "5"], environment: later)
        #expect(text.status == 0)
        #expect(text.errors.hasPrefix("cst-assets: Warning: The copy of this day could not be made: "))
        let json = try await folder.run(
            "cst-assets", ["deposit", "Savings", "5", "--format", "json"], environment: later)
        #expect(json.status == 0 && json.errors.isEmpty)
        #expect(try JSONNode(parsing: json.output)["warnings"]?.elements.first?["code"]?.text == "copyFailed")
        #expect(try await Self.balance(folder) == "310.00")
        let none = try await folder.run(
            "cst-assets", ["deposit", "Savings", "5"],
            environment: later.merging(["CST_PERSISTENCE_SQLITE_COPIES_KEEP": "0"]) { $1 })
        #expect(none.errors.isEmpty)
    }
}
