#if CommandLine
    import Persistence
    import PluginKit

    extension CommandContext {
        /// Refuses to write the answer over the database, what belongs to it, the settings, or the command's own files.
        func checkOutput(besides ownFiles: [String]) throws {
            guard let path = options.output, path != "-" else { return }
            let database = try definitions.first { $0.key == CoreSettings.data }.flatMap {
                try settings.optionalString($0)
            }
            let what: String? =
                if let database, FilePlace.belongs(path, toDatabase: database) {
                    "the database or belongs to it"
                } else if FilePlace.isSame(path, files.config) {
                    "the settings file"
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
    }
#endif
