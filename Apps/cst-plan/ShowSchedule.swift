import ArgumentParser
import CommandSupport
import Models
import Planning
import Presentation
import SavingsCommands
import SavingsViews

/// The payments of one goal.
struct ShowSchedule: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule", abstract: "The payments of one goal with running totals.",
        discussion: """
            The payments sum exactly to what remains.
              cst-plan schedule Car
              cst-plan schedule Car --format csv --output car.csv
            """)

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String

    @Option(help: "payments: on your payment day; calendarMonths: every month from today.")
    var convention: PlanningSettings.ConventionName?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let planning = try await context.planning()
        let found = try await planning.goal(named: goal, context.call, convention: convention).value
        let schedule = try found.row.plan.schedule()
        return Answer(
            Document(schedule: found.row, report: found.report, schedule: schedule),
            lines: context.layout.lines(schedule: schedule, of: found.row.plan, report: found.report))
    }
}
