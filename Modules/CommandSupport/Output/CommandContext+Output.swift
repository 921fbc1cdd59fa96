import Foundation
import Persistence
import PluginKit

extension CommandContext {
    /// Refuses to write the answer over the database, what belongs to it, a backup, the settings, a file that these
    /// name, or the command's own files.
    func checkOutput(besides ownFiles: [String]) throws {
        guard let path = options.output, path != "-" else { return }
        guard !path.isEmpty else {
            throw CommandError(
                .usage, "badOutput", "--output needs the path of a file.", hint: "A - stands for standard output.")
        }
        let database = try definitions.first { $0.key == CoreSettings.data }.flatMap {
            try settings.optionalString($0)
        }
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
            .usage, "badOutput", "The answer cannot be written into '\(path)', which is \(what).",
            hint: "Give --output another file.")
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
}
