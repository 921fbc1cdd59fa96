public import ArgumentParser
import Foundation
import PluginKit
public import Presentation
public import ProgramSettings
public import Values

/// The settings of the programs.
public struct ConfigGroup: AsyncParsableCommand {
    /// The group's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Show the settings, where they come from, and where their file is.",
        discussion: """
            Settings come from options, the environment (CST_…), the settings file and defaults, in this order.
              config show
              config init
            """,
        subcommands: [ConfigShow.self, ConfigPath.self, ConfigInit.self, ConfigReference.self])

    /// A group without options.
    public init() {}
}

/// Shows every setting.
struct ConfigShow: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show every setting, its value and where it comes from.",
        discussion: "Keys and passwords are never shown.")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let rows = context.settings.resolved()
        var table = TextTable([.init("SETTING"), .init("VALUE", isFlexible: true), .init("FROM")])
        for row in rows {
            table.add([
                .init(row.key), .init(row.text ?? "–", row.text == nil ? .weak : .plain),
                .init(row.origin?.description ?? "not set", .weak),
            ])
        }
        return Answer(
            Document(
                settings: context.settings, asOf: context.today, warnings: context.settings.ignored.map(\.warning)),
            lines: table.lines(width: context.width, style: context.style))
    }
}

extension Document {
    static let settingsShape = DocumentShape<[ProgramSettings.Row]>(
        "config", "Every setting with its value.", main: "settings",
        Shape(
            .list(
                "settings",
                Shape<ProgramSettings.Row>(
                    .value("key", \.key), .value("value", \.text, note: "Masked where it is a secret."),
                    .value("origin", \.origin?.description)), { $0 })))

    /// Every setting with its value and where it comes from; secrets are masked.
    public init(settings: ProgramSettings, asOf day: CalendarDay, warnings: [Warning] = []) {
        self.init(Self.settingsShape, settings.resolved(), asOf: day, warnings: warnings)
    }
}

/// Tells where the settings file is.
struct ConfigPath: ProgramCommand {
    static let readsSettingsFile = false
    static let configuration = CommandConfiguration(
        commandName: "path", abstract: "Tell where the settings file is looked for.")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    typealias Place = (path: String, exists: Bool)
    static let document = DocumentShape<Place>(
        "configPath", "Where the settings file is.", main: "config",
        Shape(
            .object("config", Shape<Place>(.value("path", \.path), .value("exists", \.exists)), { $0 })))

    func answer(in context: CommandContext) async throws -> Answer {
        let path = context.files.config
        let exists = FileManager.default.fileExists(atPath: path)
        if !exists { context.note("There is no such file; 'config init' makes one.") }
        return Answer(
            Document(Self.document, (path, exists), asOf: context.today),
            lines: [path])
    }
}

/// Makes a settings file to begin with.
struct ConfigInit: ProgramCommand {
    static let readsSettingsFile = false
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Make a settings file with every setting in it, commented out.",
        discussion: "An existing file is left alone.")

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let path = context.files.config
        guard !FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                .data, "fileExists", "There is a settings file already: \(path).",
                hint: "Edit it, or name another one with --config.")
        }
        if !dryRun { try write(SettingsReference.template(context.definitions), to: path) }
        return Answer(
            Document(ConfigPath.document, (path, !dryRun), asOf: context.today),
            lines: [dryRun ? "Would write \(path)." : "Wrote \(path)."])
    }

    private func write(_ text: String, to path: String) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // Made empty and closed to others first, so that no key is ever readable by them.
            guard
                FileManager.default.createFile(
                    atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteNoPermission) }
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
        } catch {
            throw CommandError(
                .outside, "notWritten", "\(path) could not be written: \(error.localizedDescription)",
                hint: "Check the folder and its permissions.")
        }
    }
}

/// Prints the reference of all settings.
struct ConfigReference: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference", abstract: "Print what every setting means, as a Markdown table.")

    static let document = DocumentShape<[SettingDefinition]>(
        "configReference", "What every setting means.", main: "settings",
        Shape(
            .list(
                "settings",
                Shape<SettingDefinition>(
                    .value("key", \.key), .value("kind", \.kind.label), .value("default", \.defaultText),
                    .value("environment", \.environmentName), .value("summary", \.summary),
                    .value("secret", \.isSecret)), { $0 })))

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let text = SettingsReference.markdown(context.definitions)
        return Answer(
            Document(Self.document, context.definitions, asOf: context.today),
            lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
}
