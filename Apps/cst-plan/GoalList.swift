import ArgumentParser
import CommandSupport
import Models
import Planning
import Presentation
import SavingsCommands
import SavingsViews

/// Lists goals.
struct GoalList: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the active and paused goals, or all of them.",
        discussion: """
              cst-plan goal list
              cst-plan goal list --all --format csv
            """)

    @Flag(help: "Also list finished, cancelled and archived goals.")
    var all = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let lifecycles: Set<Goal.Lifecycle> = all ? Set(Goal.Lifecycle.allCases) : [.active, .paused]
        let planning = try await context.planning()
        let report = try await planning.required(context.call, lifecycles: lifecycles).value
        return Answer(Document(goals: report), lines: context.layout.lines(goals: report))
    }
}

/// Shows one goal.
struct GoalShow: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one goal, where it stands and what funds it.",
        discussion: "  cst-plan goal show Car")

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let planning = try await context.planning()
        let found = try await planning.goal(named: goal, context.call).value
        return Answer(
            Document(goal: found.row, report: found.report), lines: context.layout.lines(goal: found.row.plan))
    }
}
