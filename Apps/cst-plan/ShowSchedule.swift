import ArgumentParser
import CommandSupport
import Planning
import Presentation

/// The payments of one goal.
struct ShowSchedule: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "schedule", abstract: "The payments of one goal with running totals.",
        discussion: """
            The payments sum exactly to what the goal still lacks.
              cst-plan schedule Car
              cst-plan schedule Car --format csv --output car.csv
            """)

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String

    @Option(help: "How payment dates are found: on fixed days, or in whole months from today.")
    var convention: Required.Convention?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let request = try context.planRequest(convention: convention?.rawValue)
        let (report, row) = try await context.withServices { services in
            try await services.report(of: goal, request)
        }
        let schedule = try row.plan.schedule()
        return Answer(
            Document(schedule: row, report: report, schedule: schedule),
            lines: context.layout.lines(schedule: schedule, of: row.plan, report: report))
    }
}
