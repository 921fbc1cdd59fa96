import Allocation
import ArgumentParser
import CommandSupport
import Foundation
import Models
import Planning
import Presentation
import SavingsViews

/// Adds a goal by questions.
struct GoalNew: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Add a goal by answering questions.",
        discussion: """
            It shows the monthly payment before anything is written.
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
        let goals = try await context.goals()
        let planning = try await context.planning()
        var questions = GoalQuestionnaire(id: UUID(), today: context.today, currency: try await goals.usualCurrency())
        try context.say([
            "Press Enter to accept [the suggestion], \(GoalQuestionnaire.back) to go back, Ctrl-C to quit."
        ])
        while true {
            while questions.question != nil {
                try context.say(questions.answer(try context.ask(questions.prompt)))
            }
            let goal = questions.goal
            let report = try await planning.plan(planning.request(context.call), adding: goal)
            try context.say([""] + context.layout.lines(new: goal, report: report) + [""])
            switch try context.ask("Save it? [yes]").lowercased() {
            case "", "y", "yes":
                let added = try await goals.add(goal, context.call)
                let hint = context.layout.nextStep(after: goal, assets: try await goals.assets())
                return Answer(added: added, in: context, more: hint)
            case GoalQuestionnaire.back: questions.goBack()
            case "n", "no": throw CommandError(.data, "declined", "Nothing was saved.")
            default: try context.say(["Answer yes, no, or \(GoalQuestionnaire.back) to go back."])
            }
        }
    }
}
