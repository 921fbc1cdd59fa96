import ArgumentParser

/// Lets the options of every command stand before the command's name too.
enum ArgumentOrder {
    /// The arguments with such options moved behind the names of the commands.
    static func normalized(_ arguments: [String], root: any ParsableCommand.Type) -> [String] {
        var names: [String] = []
        var moved: [String] = []
        var rest = arguments[...]
        var command = root
        // Behind a name that no other follows everything may stay as it is, so that most commands need not know the options.
        lazy var options = EveryOption()
        func isValued(_ option: some StringProtocol) -> Bool { options.withValue.contains(String(option)) }
        while !command.children.isEmpty, let word = rest.first {
            let isOption = word.hasPrefix("-")
            if isOption,
                options.withoutValue.contains(word) || (word.contains("=") && isValued(word.prefix { $0 != "=" }))
            {
                moved.append(rest.removeFirst())
            } else if isOption, isValued(word), rest.count > 1 {
                moved += rest.prefix(2)
                rest = rest.dropFirst(2)
            } else if let next = command.child(named: word) {
                names.append(rest.removeFirst())
                command = next
            } else {
                break
            }
        }
        let terminator = rest.firstIndex(of: "--") ?? rest.endIndex
        return names + rest[..<terminator] + moved + rest[terminator...]
    }

    /// The command without others below it that arguments begin with the names of, and the arguments behind the names.
    static func named(
        in arguments: [String], root: any ParsableCommand.Type
    ) -> (command: any ParsableCommand.Type, rest: [String])? {
        var (command, rest) = (root, arguments[...])
        while let word = rest.first, let next = command.child(named: word) {
            (command, rest) = (next, rest.dropFirst())
        }
        return command == root || !command.children.isEmpty ? nil : (command, Array(rest))
    }
}

extension ParsableCommand {
    static var children: [any ParsableCommand.Type] {
        configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
    }

    static func child(named name: String) -> (any ParsableCommand.Type)? {
        children.first { $0.commandName == name }
    }

    /// Every command of ours says its name: the parser takes longer to derive them all than to read the arguments.
    static var commandName: String { configuration.commandName ?? _commandName }
}
