import Foundation

/// Writes the man page of a program from what its `--experimental-dump-help` says.
///
/// Usage: manual HELP VERSION DATE SEE_ALSO… > PAGE. HELP is the file with that JSON.
@main
struct Manual {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4 else {
            FileHandle.standardError.write(Data("usage: manual HELP VERSION DATE SEE_ALSO…\n".utf8))
            exit(64)
        }
        let help = try JSONDecoder().decode(DumpedHelp.self, from: Data(contentsOf: URL(filePath: arguments[1])))
        let page = ManualPage(
            program: help.command, version: arguments[2], date: arguments[3], seeAlso: Array(arguments.dropFirst(4)))
        FileHandle.standardOutput.write(Data(page.text.utf8))
    }
}

/// What a program says of itself and its commands.
struct DumpedHelp: Decodable {
    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let discussion: String?
        let defaultSubcommand: String?
        let shouldDisplay: Bool?
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: String
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let allValues: [String]?
        let defaultValue: String?
        let isOptional: Bool
        let isRepeating: Bool
        let sectionTitle: String?
    }

    let command: Command
}

extension DumpedHelp.Command {
    /// Every command that does something, with its whole name.
    func flat(prefix: String = "") -> [(name: String, command: DumpedHelp.Command)] {
        let name = prefix.isEmpty ? commandName : "\(prefix) \(commandName)"
        let children = (subcommands ?? []).filter { $0.commandName != "help" && $0.shouldDisplay != false }
        return children.isEmpty ? [(name, self)] : children.flatMap { $0.flat(prefix: name) }
    }
}

extension DumpedHelp.Argument {
    /// Whether the argument is one of every command, which the page lists once.
    var isOfEveryCommand: Bool {
        sectionTitle != nil || names?.contains { ["help", "version"].contains($0.name) } == true
    }

    /// How the argument is written, in roff: `-o, --output FILE`.
    var written: String {
        let value = Roff.italic((valueName ?? "value").uppercased())
        let names = (names ?? []).sorted { $0.name.count < $1.name.count }
            .map { Roff.bold(($0.kind == "short" ? "-" : "--") + $0.name) }
        guard !names.isEmpty else { return value }
        return names.joined(separator: ", ") + (kind == "flag" ? "" : " \(value)")
    }

    /// How it stands in a synopsis, in roff.
    var synopsis: String {
        let text = names.map { _ in written.split(separator: ", ").last.map(String.init) ?? written } ?? written
        return (isOptional ? "[\(text)]" : text) + (isRepeating ? " ..." : "")
    }

    /// What it means, with the values that it may have.
    var meaning: String {
        let values = (allValues ?? []).isEmpty ? nil : "One of \((allValues ?? []).joined(separator: ", "))."
        let standard = defaultValue.map { "Default: \($0)." }
        return [abstract, values, standard].compactMap { $0 }.joined(separator: " ")
    }
}
