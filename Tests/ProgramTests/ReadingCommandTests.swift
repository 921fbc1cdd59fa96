import Foundation
import ProgramSupport
import Testing

/// Commands that only read leave the database as it was found, to the byte and to the time of its last change, so that a tool
/// that synchronises or backs up files sees no change where there is none.
struct ReadingCommandTests {
    /// How every command without `--dry-run` is called, by program. One that is missing here fails the test.
    private static let calls: [String: [String: String]] = [
        "cst-plan": [
            "demo": "demo", "goal templates": "goal templates", "goal list": "goal list --all",
            "goal show": "goal show Car", "required": "required -X EUR", "schedule": "schedule Car",
            "month status": "month status", "month history": "month history", "what-if": "what-if Car --once 100",
            "forecast": "forecast Car", "simulate": "simulate --paths 100", "remind preview": "remind preview",
            "remind log": "remind log", "history": "history", "doctor": "doctor", "config show": "config show",
            "config path": "config path", "config reference": "config reference", "help": "help",
            "store check": "store check",
        ],
        "cst-assets": [
            "list": "list --format json", "show": "show Savings", "transactions": "transactions",
            "allocations": "allocations", "demo": "demo", "history": "history --asset Savings", "doctor": "doctor",
            "config show": "config show", "config path": "config path", "config reference": "config reference",
            "help": "help", "store check": "store check",
        ],
        "cst-rates": [
            "get": "get USD EUR", "convert": "convert 5 USD EUR", "list": "list",
            "history": "history USD EUR --from 2026-04-01 --to 2026-04-13", "doctor": "doctor",
            "config show": "config show", "config path": "config path", "config reference": "config reference",
            "help": "help",
        ],
    ]

    /// Commands that write, called so that they write nothing.
    private static let harmless = [
        "cst-assets deposit Savings 5 --dry-run", "cst-assets adjust Savings --to 300",
        "cst-assets adjust Savings --to 5 --dry-run", "cst-assets delete Savings --yes --dry-run",
        "cst-assets undo --dry-run", "cst-assets backup copy", "cst-assets export archive.json",
        "cst-plan goal edit Car --target 900 --preview", "cst-plan flex --factor 0.9", "cst-plan budget",
        "cst-plan month start --dry-run", "cst-plan remind send --dry-run", "cst-assets deposit Nothing 5",
    ]

    private static func folder() async throws -> ProgramFolder {
        let folder = try ProgramFolder()
        for (program, words) in [
            ("cst-plan", "goal add Car --target 12000 --currency EUR --deadline 2026-12-31"),
            ("cst-assets", "add Savings --currency EUR"), ("cst-assets", "deposit Savings 300"),
            ("cst-assets", "allocate Savings Car --share 60%"),
        ] {
            #expect(try await folder.run(program, words.split(separator: " ").map(String.init)).status == 0)
        }
        return folder
    }

    private struct Traces: Equatable {
        let bytes: Data
        let changed: Date?
        let beside: [String]

        init(_ folder: ProgramFolder) throws {
            let path = folder.url.appending(path: "cst.sqlite").path
            bytes = try Data(contentsOf: URL(filePath: path))
            changed = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
            beside = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
                .filter { $0.hasPrefix("cst.sqlite-") || $0.hasPrefix("cst.sqlite.copies") }
        }
    }

    /// The commands without subcommands that have no `--dry-run`.
    private static func readers(of program: String, in folder: ProgramFolder) async throws -> [String] {
        func walk(_ command: JSONNode, _ path: [String]) -> [String] {
            let subcommands = command["subcommands"]?.elements ?? []
            guard subcommands.isEmpty else {
                return subcommands.flatMap { walk($0, path + [$0["commandName"]?.text ?? ""]) }
            }
            let options = (command["arguments"]?.elements ?? []).flatMap { $0["names"]?.elements ?? [] }
            return options.contains { $0["name"]?.text == "dry-run" } ? [] : [path.joined(separator: " ")]
        }
        let dump = try await folder.run(program, ["--experimental-dump-help"]).output
        let root = try #require(try JSONNode(parsing: dump, inAnyOrder: true)["command"])
        return walk(root, [])
    }

    @Test(arguments: ["cst-plan", "cst-assets", "cst-rates"])
    func `every command that reads leaves the database as it was`(program: String) async throws {
        let folder = try await Self.folder()
        let calls = try #require(Self.calls[program])
        let readers = try await Self.readers(of: program, in: folder)
        #expect(Set(readers) == Set(calls.keys))
        let before = try Traces(folder)
        #expect(before.beside == [])
        for reader in readers {
            let words = try CommandLineText(calls[reader] ?? reader).words
            let result = try await folder.run(program, words)
            #expect(![64, 130].contains(result.status), "\(program) \(words): \(result)")
            #expect(try Traces(folder) == before, "\(program) \(words)")
        }
    }

    @Test func `so does what writes, where it writes nothing`() async throws {
        let folder = try await Self.folder()
        let before = try Traces(folder)
        for command in Self.harmless {
            let words = try CommandLineText(command).words
            let result = try await folder.run(words[0], Array(words.dropFirst()))
            #expect(result.status != 64, "\(command): \(result)")
            #expect(try Traces(folder) == before, "\(command)")
        }
    }

    @Test func `completion in the shell leaves it too`() async throws {
        let folder = try await Self.folder()
        let before = try Traces(folder)
        let words = ["goal", "show", "--", "positional@0", "3", "0", "cst-plan", "goal", "show", ""]
        let result = try await folder.run("cst-plan", ["---completion"] + words)
        #expect(result.output.contains("Car"), "\(result)")
        #expect(try Traces(folder) == before)
    }

    @Test func `nothing is synchronised to the disk for a read`() async throws {
        let strace = "/usr/bin/strace"
        guard FileManager.default.isExecutableFile(atPath: strace) else { return }
        let folder = try await Self.folder()
        let program = try ProgramFolder.path(of: "cst-plan").path
        let result = try await folder.run(
            strace, ["-f", "-qq", "-e", "trace=fsync,fdatasync", "-o", "calls", program, "required"])
        #expect(result.status == 0, "\(result)")
        let calls = try folder.read("calls")
        #expect(!calls.contains("sync("), "\(calls)")
    }
}
