import ArgumentParser

/// The root command as shells complete it: behind the program's name may also stand the options of the default command,
/// or those of every command. Asynchronous, since names that complete an argument are read from the store.
struct CompletionRoot<Root: ParsableCommand, Own: ParsableArguments>: AsyncParsableCommand {
    static var configuration: CommandConfiguration { Root.configuration }

    @OptionGroup var own: Own
}

extension ParsableCommand {
    /// The root command for a completion script.
    static var completionRoot: any ParsableCommand.Type {
        func with<Own: ParsableCommand>(_ own: Own.Type) -> any ParsableCommand.Type {
            CompletionRoot<Self, Own>.self
        }
        return configuration.defaultSubcommand.map { with($0) } ?? CompletionRoot<Self, GlobalOptions>.self
    }
}
