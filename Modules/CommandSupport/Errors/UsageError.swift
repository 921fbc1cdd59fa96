import ArgumentParser
import PluginKit

extension CommandError {
    /// What ArgumentParser found wrong with the arguments, in one line, with a suggestion for a mistyped command.
    init(
        usage error: any Error, root: any ParsableCommand.Type, arguments: [String],
        others: [(key: String, value: Set<String>)]
    ) {
        let (command, unknown) = CommandError.deepestCommand(root, arguments)
        let path = command.path
        let hint = "See '\(path) --help'."
        if let unknown, !command.type.takesArguments {
            let names = command.type.children.map { $0.commandName }
            let inOthers =
                command.path == root.commandName
                ? others.filter { $0.value.contains(unknown) }.map { "\($0.key) \(unknown)" }.sorted() : []
            let same = (CommandError.places(of: unknown, in: command) + inOthers).map { "'\($0)'" }
            let advice =
                if same.count > 0 {
                    same.count == 1
                        ? "There is \(same[0])."
                        : "There are \(same.dropLast().joined(separator: ", ")) and \(same[same.count - 1])."
                } else if let nearest = nearestName(to: unknown, among: names) {
                    "Did you mean '\(nearest)'?"
                } else { "There are: \(names.joined(separator: ", "))." }
            self.init(
                .usage, "unknownCommand", "There is no command '\(unknown)' in '\(path)'. \(advice)", hint: hint)
            return
        }
        let message = CommandError.inOneLine(root.message(for: error))
        let names = command.type.optionNames
        let takesNumber = message.hasPrefix("Unknown option '-") && message.dropFirst(17).first?.isNumber == true
        if message.hasPrefix("Missing") || takesNumber,
            let dashed = CommandError.dashedArgument(arguments, known: names)
        {
            self.init(.usage, dashed.code, dashed.message, hint: hint)
            return
        }
        self.init(.usage, "usage", CommandError.sentence(message), hint: hint)
    }

    /// Commands of the name in groups of this one.
    private static func places(
        of name: String, in command: (type: any ParsableCommand.Type, path: String)
    ) -> [String] {
        let groups = command.type.children.filter { $0.child(named: name) != nil }
        return groups.map { "\(command.path) \($0.commandName) \(name)" }
    }

    /// The parser's words; a list of many values is written with commas.
    private static func inOneLine(_ message: String) -> String {
        let lines = message.split(separator: "\n")
        let values = lines.filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
        let others = lines.filter { !$0.hasPrefix("  - ") }.joined(separator: " ")
        return values.isEmpty ? others : "\(others) \(values.joined(separator: ", "))"
    }

    /// What the parser took for an option because of its dash, when something else is missing for that.
    private static func dashedArgument(
        _ arguments: [String], known: [String]
    ) -> (code: String, message: String)? {
        for (index, argument) in arguments.prefix(while: { $0 != "--" }).enumerated() {
            let name = argument.prefix { $0 != "=" }
            guard argument.hasPrefix("-"), argument != "-", !known.contains(String(name)) else { continue }
            if argument.dropFirst().allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) {
                return ("badAmount", "'\(argument)' cannot be given here: numbers are written without a sign.")
            }
            if index > 0, arguments[index - 1].hasPrefix("--"), known.contains(arguments[index - 1]) {
                return ("badValue", "'\(argument)' cannot be given for \(arguments[index - 1]).")
            }
            let nearest = nearestName(to: String(name), among: known).map { " Did you mean '\($0)'?" }
            return (
                "unknownOption",
                "There is no option '\(name)'.\(nearest ?? " Write -- before a name that begins with -.")"
            )
        }
        return nil
    }

    private static func sentence(_ message: String) -> String {
        guard let last = message.last else { return "The arguments cannot be understood." }
        return ".?!".contains(last) ? message : message + "."
    }

    private static func deepestCommand(
        _ root: any ParsableCommand.Type, _ arguments: [String]
    ) -> (command: (type: any ParsableCommand.Type, path: String), unknown: String?) {
        var type = root
        var path = root.commandName
        for word in arguments {
            guard let next = type.child(named: word) else {
                return ((type, path), word.hasPrefix("-") ? nil : word)
            }
            type = next
            path += " " + word
        }
        return ((type, path), nil)
    }
}

extension ParsableCommand {
    /// Whether the command does something itself, so that a word behind it may be an argument of its own.
    fileprivate static var takesArguments: Bool { children.isEmpty }

    /// The options that the help of the command names, or of the one that it stands for.
    fileprivate static var optionNames: [String] {
        let help = (configuration.defaultSubcommand ?? self).helpMessage()
        let words = help.split { $0.isWhitespace || "[],()".contains($0) }.map(String.init)
        return Set(words.filter { $0.hasPrefix("-") }).sorted()
    }
}
