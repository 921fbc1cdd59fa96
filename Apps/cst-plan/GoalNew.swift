import ArgumentParser
import CommandSupport
import Foundation
import Models
import Persistence
import Planning
import Presentation

/// Adds a goal by questions.
struct GoalNew: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Add a goal by answering questions.",
        discussion: """
            It shows what the goal asks for every month before anything is written.
              cst-plan goal new
              cst-plan goal new -X EUR
            """)

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try context.requireTerminal(
            for: "goal new", instead: "Use 'goal add', which takes everything from its arguments.")
        let currency = try context.displayCurrency() ?? Currency(code: "USD")
        let request = try context.planRequest()
        return try await context.withServices { services in
            var questions = GoalQuestionnaire(id: UUID(), today: context.today, currency: currency)
            try context.say([
                "Return takes what stands in [brackets], \(GoalQuestionnaire.back) goes back, Ctrl-C leaves."
            ])
            while true {
                while questions.question != nil {
                    try context.say(questions.answer(try context.ask(questions.prompt)))
                }
                let goal = questions.goal
                let report = try await services.planning.plan(request, adding: goal)
                try context.say([""] + context.layout.lines(new: goal, report: report) + [""])
                switch try context.ask("Save it? [yes]").lowercased() {
                case "", "y", "yes": return try await saved(goal, services, context)
                case GoalQuestionnaire.back: questions.goBack()
                case "n", "no": throw CommandError(.data, "declined", "Nothing was saved.")
                default: try context.say(["Answer yes, no, or \(GoalQuestionnaire.back) to go back."])
                }
            }
        }
    }

    private func saved(_ goal: Goal, _ services: Services, _ context: CommandContext) async throws -> Answer {
        let answer = try await services.store.add(goal, dryRun: dryRun, context)
        let assets = try await services.store.read { try $0.all(Asset.self) }
        return Answer(answer.document, lines: answer.lines + context.layout.nextStep(after: goal, assets: assets))
    }
}
