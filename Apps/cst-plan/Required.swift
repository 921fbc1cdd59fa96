import ArgumentParser
public import CommandSupport
import Models
import Planning
import Presentation
import SavingsViews

/// What to set aside: the question the program is there for.
struct Required: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "required", abstract: "What every active goal requires now, and the total.",
        discussion: """
            Every goal's remainder is split evenly over its payment dates; the first one is required now.
              cst-plan required
              cst-plan required --display EUR --as-of 2026-12-31
              cst-plan required --convention calendarMonths --format json
            """)

    @Option(help: "payments: on your payment day; calendarMonths: every month from today.")
    var convention: PlanningSettings.ConventionName?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let planning = try await context.planning()
        let report = try await planning.required(context.call, convention: convention).value
        return Answer(Document(required: report), lines: context.layout.lines(required: report))
    }
}

extension PlanningSettings.ConventionName: ChoiceArgument {}
