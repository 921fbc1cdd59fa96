/// The source with the commands of each program, made from their help.
struct CommandsSource {
    let text: String

    init(of programs: [ProgramHelp.Command]) {
        let rows = programs.map { program in
            let names = (program.subcommands ?? []).map(\.commandName).filter { $0 != "help" }.sorted()
            return "        \"\(program.commandName)\": [\n"
                + names.map { "            \"\($0)\",\n" }.joined() + "        ],\n"
        }
        text = """
            // Written by Tools/registry from the help of the programs.

            /// The commands of each program, by which one that is typed after another program's name is found.
            enum ProgramCommands {
                static let all: [String: Set<String>] = [
            \(rows.joined())    ]
            }

            """
    }
}
