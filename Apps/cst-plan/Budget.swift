import Allocation
import ArgumentParser
import CommandSupport
import ExchangeRates
import Models
import Persistence
import Planning
import Presentation
import SavingsViews

/// Says how much a month is enough for all goals together.
struct Budget: ProgramCommand, WritingCommand {
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

    var writes: Bool { apply }

    func answer(in context: CommandContext) async throws -> Answer {
        let budgets = try await context.make(BudgetService.init, .store, .rates, .funding, .planningSettings)
        let found = try await budgets.plan(amount, keepsFirstPayments: apply, context.call).value
        let saved = found.savedFor.map { ["", "\(context.verb("Saved", "save")) the first payments for \($0)."] } ?? []
        return Answer(
            Document(budget: found.plan, report: found.report),
            lines: context.layout.lines(budget: found.plan, report: found.report) + saved)
    }
}
