import CommandSupport
import Foundation
import HouseholdFeatures
import Presentation
import WebAccess
import WebPages

/// Writes or checks COMPONENT_REGISTRY.md from what can be derived (the manifest, the sources, the features and the help), the
/// JSON Schemas of all documents, and the source with the commands of each program.
///
/// Usage: registry FOLDER FILE SCHEMAS COMMANDS [--check]. The folder holds `package.json` and a `<program>.json` with each
/// program's help; SCHEMAS is the folder of the published schemas, COMMANDS the source.
@main
struct Registry {
    /// The features of all programs. The dashboard's own plugin is part of its program.
    private static let features =
        [Feature].household() + [
            .reminders,
            Feature(
                documents: Document.ofPages + Document.ofAccess,
                problems: WebProblem.examples + AccessError.examples),
        ]

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 5 else {
            FileHandle.standardError.write(Data("usage: registry FOLDER FILE SCHEMAS COMMANDS [--check]\n".utf8))
            exit(64)
        }
        let folder = URL(fileURLWithPath: arguments[1])
        let file = URL(fileURLWithPath: arguments[2])
        let old = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let page = RegistryPage(
            manifest: try Manifest(contentsOf: folder.appending(path: "package.json")),
            programs: try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
                .filter { $0.lastPathComponent.hasPrefix("cst-") }.sorted { $0.path < $1.path }
                .map { try ProgramHelp(contentsOf: $0) },
            features: features, purposes: RegistryPage.purposes(in: old))
        let new = try page.text()
        let missing = page.withoutPurpose
        if !missing.isEmpty {
            FileHandle.standardError.write(
                Data("Say in \(arguments[2]) what these are for: \(missing.joined(separator: ", "))\n".utf8))
        }
        let schemas = try SchemaFolder(URL(fileURLWithPath: arguments[3]), of: features)
        let commands = CommandsSource(of: page.programs.map(\.command))
        let source = URL(fileURLWithPath: arguments[4])
        if arguments.contains("--check") {
            guard new == old, missing.isEmpty, try schemas.isCurrent(),
                try String(contentsOf: source, encoding: .utf8) == commands.text
            else {
                FileHandle.standardError.write(
                    Data("\(arguments[2]), a schema or \(arguments[4]) is out of date: run Tools/registry\n".utf8))
                exit(1)
            }
        } else {
            try Data(new.utf8).write(to: file)
            try schemas.write()
            try Data(commands.text.utf8).write(to: source)
        }
    }
}

/// What the package manager says of the package.
struct Manifest: Decodable {
    struct Target: Decodable {
        struct Dependency: Decodable {
            let name: String

            init(from decoder: any Decoder) throws {
                // {"byName": ["Models", null]} or {"product": ["GRDB", "GRDB.swift", …]}.
                let container = try decoder.container(keyedBy: AnyKey.self)
                guard let key = container.allKeys.first else { throw CocoaError(.propertyListReadCorrupt) }
                var parts = try container.nestedUnkeyedContainer(forKey: key)
                name = try parts.decode(String.self)
            }
        }

        let name: String
        let path: String?
        let type: String
        let dependencies: [Dependency]
    }

    struct Product: Decodable {
        let name: String
        let targets: [String]
    }

    let targets: [Target]
    let products: [Product]

    init(contentsOf url: URL) throws { self = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: url)) }

    var modules: [Target] { targets.filter { $0.path?.hasPrefix("Modules/") == true }.sorted { $0.name < $1.name } }

    func users(of module: String) -> [String] {
        targets.filter { $0.type != "test" && $0.path?.hasPrefix("Tests/") != true }
            .filter { $0.dependencies.contains { $0.name == module } }.map(\.name).sorted()
    }
}

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// What a program says of its commands.
struct ProgramHelp: Decodable {
    struct Command: Decodable {
        let commandName: String
        let abstract: String?
        let subcommands: [Command]?
    }

    let command: Command

    init(contentsOf url: URL) throws { self = try JSONDecoder().decode(ProgramHelp.self, from: Data(contentsOf: url)) }

    /// Every command that does something, with its whole name.
    var commands: [(name: String, abstract: String)] { ProgramHelp.flat(command, prefix: "") }

    private static func flat(_ command: Command, prefix: String) -> [(name: String, abstract: String)] {
        let name = prefix.isEmpty ? command.commandName : "\(prefix) \(command.commandName)"
        let children = (command.subcommands ?? []).filter { $0.commandName != "help" }
        return children.isEmpty ? [(name, command.abstract ?? "")] : children.flatMap { flat($0, prefix: name) }
    }
}
