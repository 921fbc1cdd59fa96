import ArgumentParser
import CommandSupport
import Models
import Persistence
import Planning
import Presentation

/// Says how much a month is enough for all goals together.
struct Budget: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "budget",
        abstract: "The least equal payment that reaches every goal in time, and which goal it goes to when.",
        discussion: """
            With an amount that is not enough it says which deadlines or targets would make it so.
              cst-plan budget
              cst-plan budget --amount 400
              cst-plan budget --amount 400 --apply
            """)

    @Option(help: ArgumentHelp("Try this much for each payment day, in the display currency.", valueName: "amount"))
    var amount: String?

    @Flag(help: "Keep what each goal gets on the first payment day as the adjusted payments of this month.")
    var apply = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let request = try context.planRequest()
        return try await context.withServices { services in
            let report = try await services.planning.plan(request)
            let plan = try BudgetPlanner(report).plan(try amount.map { try Money($0, report.displayCurrency) })
            var lines = context.layout.lines(budget: plan, report: report)
            if apply {
                guard plan.isFeasible else { throw BudgetError.infeasible(plan.budget, minimum: plan.minimum) }
                let month = context.today.month
                try await context.write(to: services.store, dryRun: dryRun) { writer in
                    try AdjustedPayments.save(plan.firstPayments, in: month, writer: writer)
                }
                if !plan.firstPayments.isEmpty { lines += ["", "Saved the first payments for \(month)."] }
            }
            return Answer(Document(budget: plan, report: report), lines: lines)
        }
    }
}
