import ArgumentParser
import CommandSupport
import Livestock
import LivestockViews
import Presentation
import Values

/// Adds a herd by questions.
struct NewHerd: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Add a holding, its first herd and a price by answering questions.",
        discussion: "  cst-herd new")

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try context.requireTerminal(for: "new", instead: "Use 'holding add', 'add' and 'price add'.")
        let service = try await context.livestock()
        let holdings = (try? await service.holdings().value) ?? []
        var questions = HerdQuestionnaire(holding: holdings.first)
        try context.say([
            "Press Enter to accept [the suggestion], \(HerdQuestionnaire.back) to go back, Ctrl-C to quit."
        ])
        while true {
            while questions.question != nil {
                try context.say(questions.answer(try context.ask(questions.prompt)))
            }
            var trial = context.call
            trial.isDryRun = true
            let known = try await service.begin(questions.holding, questions.herd, trial).value
            try context.say(["", "\(context.layout.line(state: known)) Price: \(questions.herd.price ?? "")", ""])
            switch try context.ask("Save it? [yes]").lowercased() {
            case "", "y", "yes":
                let outcome = try await service.begin(questions.holding, questions.herd, context.call)
                return Answer(
                    Document(herd: outcome.value, warnings: outcome.warnings, asOf: context.today),
                    lines: [
                        "\(context.verb("Added", "add")) \(outcome.value.herd.summary). See its value: cst-herd value"
                    ])
            case HerdQuestionnaire.back: questions.goBack()
            case "n", "no": throw CommandError(.data, "declined", "Nothing was saved.")
            default: try context.say(["Answer yes, no, or \(HerdQuestionnaire.back) to go back."])
            }
        }
    }
}
