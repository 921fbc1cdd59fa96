import Foundation
import Persistence
import PluginKit
import Presentation

extension CommandContext {
    /// Writes a file of the command's own, which appears whole or not at all; `-` is standard output.
    ///
    /// - Throws: ``CommandError`` when the path is one that must not be written over, or cannot be written.
    public func write(_ text: String, to path: String) throws {
        guard path != "-" else { return try OutputWriter.write(text, to: 1) }
        try checkPath(path, "The file", besides: [])
        try OutputFile.write(text, path: path)
    }

    /// The options with which another run of the program finds the same files, wherever and however it is run.
    public var fileOptions: [String] {
        let environment = ProcessInfo.processInfo.environment
        func option(_ name: String, _ own: String?, _ variable: String) -> [String] {
            guard let path = own ?? environment[variable].flatMap({ $0.isEmpty ? nil : $0 }) else { return [] }
            return [name, URL(fileURLWithPath: (path as NSString).expandingTildeInPath).path]
        }
        return option("--data", options.data, "CST_DATA") + option("--config", options.config, "CST_CONFIG")
    }

    /// Refuses to write the answer over the database, what belongs to it, a backup, the settings, a file that these
    /// name, or the command's own files.
    func checkOutput(besides ownFiles: [String]) throws {
        guard let path = options.output, path != "-" else { return }
        guard !path.isEmpty else {
            throw CommandError(
                .usage, "badOutput", "--output needs the path of a file.", hint: "A - stands for standard output.")
        }
        try checkPath(path, "The answer", besides: ownFiles)
    }

    private func checkPath(_ path: String, _ subject: String, besides ownFiles: [String]) throws {
        let database = try definitions[.storeLocation].flatMap { try settings.optionalString($0) }
        let what: String? =
            if let database, FilePlace.belongs(path, toDatabase: database) {
                "the database or belongs to it"
            } else if FilePlace.isSame(path, files.config) {
                "the settings file"
            } else if let setting = try named(path) {
                "the file that the setting \(setting) names"
            } else if FilePlace.isBackup(path) {
                "a backup or another database"
            } else if ownFiles.contains(where: { $0 != "-" && FilePlace.isSame(path, $0) }) {
                "what the command itself works with"
            } else {
                nil
            }
        guard let what else { return }
        throw CommandError(
            .usage, "badOutput", "\(subject) cannot be written into '\(path)', which is \(what).",
            hint: subject == "The answer" ? "Give --output another file." : "Give another file.")
    }

    /// Writes an answer while the command goes on, for one that has several.
    ///
    /// - Throws: ``CommandError``.
    public func show(_ answer: Answer) throws {
        output.note(answer.document.warnings)
        try output.write(answer, style)
    }

    /// The setting that names a file.
    private func named(_ path: String) throws -> String? {
        try definitions.first { definition in
            guard definition.kind == .path, let named = try settings.optionalString(definition) else {
                return false
            }
            return FilePlace.isSame(path, (named as NSString).expandingTildeInPath)
        }?.key
    }

    /// Shows on a terminal how far something is, in a line that the next one replaces; nil takes it away.
    public func showProgress(_ line: String?) {
        guard !options.quiet, terminal.isErrorTerminal else { return }
        let text = TextWidth.truncated(TextWidth.printable(line ?? ""), to: max(10, (width ?? 80) - 1))
        try? OutputWriter.write("\r\u{1B}[K\(text)", to: 2)
    }
}
