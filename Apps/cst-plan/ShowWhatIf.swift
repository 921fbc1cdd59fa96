import ArgumentParser
import CommandSupport
import Models
import Planning
import Presentation
import SavingsCommands
import SavingsViews

/// Tries other payments, another deadline or another target out.
struct ShowWhatIf: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "what-if",
        abstract: "Try other payments, another deadline or another target out; nothing is written.",
        discussion: """
            Says what that does to the goal and, when all goals share the least budget that is enough today, to the others.
              cst-plan what-if Car --monthly 300
              cst-plan what-if Car --once 2000 --deadline 2030-12-31
              cst-plan what-if Car --target 15000
            """)

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String

    @Option(help: ArgumentHelp("Pay this on every payment date, in the goal's currency.", valueName: "amount"))
    var monthly: String?

    @Option(help: ArgumentHelp("Pay this once, today, in the goal's currency.", valueName: "amount"))
    var once: String?

    @Option(help: ArgumentHelp("Another deadline.", valueName: "yyyy-mm-dd"))
    var deadline: String?

    @Option(help: ArgumentHelp("Another target, in the goal's currency.", valueName: "amount"))
    var target: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if [monthly, once, deadline, target].allSatisfy({ $0 == nil }) {
            throw ValidationError("Say what should be different: --monthly, --once, --deadline or --target.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let planning = try await context.planning()
        let fields = MonthlyPlanningService.WhatIfFields(
            monthly: monthly, once: once, deadline: deadline, target: target)
        let whatIf = try await planning.whatIf(goal, fields, context.call).value
        return Answer(Document(whatIf: whatIf), lines: context.layout.lines(whatIf: whatIf))
    }
}
