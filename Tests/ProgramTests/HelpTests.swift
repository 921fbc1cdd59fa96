import Foundation
import ProgramSupport
import Testing

/// What the programs say of themselves to somebody who does not know them.
struct HelpTests {
    private static let programs = ["cst-plan", "cst-assets", "cst-portfolio", "cst-rates", "cst-web"]

    /// A command as `--experimental-dump-help` describes it.
    private struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?

        /// The words of each command below, without `help`.
        var paths: [[String]] {
            let children = (subcommands ?? []).filter { $0.commandName != "help" }
            return [[]] + children.flatMap { child in child.paths.map { [child.commandName] + $0 } }
        }

        var children: Set<String> { Set(subcommands?.map(\.commandName) ?? []).subtracting(["help"]) }
    }

    private static func command(_ program: String, in folder: ProgramFolder) async throws -> Command {
        struct Dump: Decodable { let command: Command }
        let dump = try await folder.run(program, ["--experimental-dump-help"])
        return try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
    }

    @Test(arguments: programs)
    func `every help text fits 80 columns, shows the command's own options and names the page of the others`(
        program: String
    ) async throws {
        let folder = try ProgramFolder()
        for path in try await Self.command(program, in: folder).paths {
            let help = try await folder.run(program, path + ["--help"])
            #expect(help.status == 0 && help.errors.isEmpty)
            for line in help.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
            #expect(!help.output.contains("--config"), "\(path)")
            #expect(help.output.contains("see '\(program) help options'"), "\(path)")
        }
        let options = try await folder.run(program, ["help", "options"])
        #expect(options.status == 0 && options.output.hasPrefix("OPTIONS OF EVERY COMMAND:\n"))
        for option in ["--data", "--config", "--format", "--output", "--as-of", "--display", "--quiet", "--strict"] {
            #expect(options.output.contains(option))
        }
        for line in options.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }

    @Test func `a command that another program or a group has is named with it`() async throws {
        let folder = try ProgramFolder()
        var children: [String: Set<String>] = [:]
        for program in Self.programs { children[program] = try await Self.command(program, in: folder).children }
        // The default command of cst-portfolio takes a name, which may be any word.
        for program in Self.programs where program != "cst-portfolio" {
            let own = try #require(children[program])
            for other in Self.programs where other != program {
                // One rule names them all: the first and last of each program stand for those between.
                let names = try #require(children[other]).subtracting(own).sorted()
                for name in Set(names.prefix(2) + names.suffix(2)) {
                    let result = try await folder.run(program, [name])
                    #expect(result.status == 64)
                    let places = Self.programs.filter { $0 != program && children[$0]?.contains(name) == true }
                    #expect(places.allSatisfy { result.errors.contains("'\($0) \(name)'") }, "\(result.errors)")
                }
            }
        }
        let list = try await folder.run("cst-plan", ["list"])
        for place in ["'cst-plan goal list'", "'cst-assets list'", "'cst-portfolio list'", "'cst-rates list'"] {
            #expect(list.errors.contains(place), "\(list.errors)")
        }
        let nested = try await folder.run("cst-plan", ["config", "deposit"])
        #expect(nested.errors.contains("There are: show, path"), "\(nested.errors)")
        #expect(try await folder.run("cst-plan", ["gaol"]).errors.contains("Did you mean 'goal'?"))
    }

    @Test func `README and CHANGELOG name the version that the programs have`() async throws {
        let folder = try ProgramFolder()
        let version = try await folder.run("cst-plan", ["--version"]).output.trimmingCharacters(in: .newlines)
        func page(_ name: String) throws -> String {
            try String(contentsOf: Repository.root.appending(path: name), encoding: .utf8)
        }
        #expect(try page("README.md").contains("from: \"\(version)\""))
        let headings = try page("CHANGELOG.md").matches(of: #/\n## ([0-9]+\.[0-9]+\.[0-9]+) /#).map {
            String($0.output.1)
        }
        #expect(headings.first == version)
    }

    @Test(arguments: [["-X", "EUR", "--strict", "list"], ["--display=EUR", "-q", "list"], ["--offline", "list"]])
    func `options of every command stand before the command too`(words: [String]) async throws {
        let folder = try ProgramFolder()
        let result = try await folder.run("cst-assets", words)
        #expect(result.status == 0, "\(result.errors)")
    }
}
