import Allocation
import ArgumentParser
import CommandSupport
import ExchangeRates
import FlexAdjustment
import Models
import Persistence
import Planning
import Presentation
import SavingsCommands
import SavingsViews

/// Changes how much is paid this month, and shows what that does to every goal.
struct Flex: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "flex", abstract: "Pay more or less this month, and see what that does to every goal.",
        discussion: """
            Nothing is written without --save; protected goals are paid in full.
              cst-plan flex --factor 0.8
              cst-plan flex --budget 900 --strategy minimizeRisk --protect Rent --skip Trip
              cst-plan flex --budget 900 --save
              cst-plan flex --reset
            With -i it is tried out with keys on the whole terminal; Enter saves, Esc leaves all as it was:
              cst-plan flex -i --budget 900
            """)

    @Option(help: ArgumentHelp("Multiply all flexible payments together by this.", valueName: "number"))
    var factor: String?

    @Option(help: ArgumentHelp("The total to pay, in the currency for totals.", valueName: "amount"))
    var budget: String?

    @Option(help: "How the money is distributed.")
    var strategy: FlexStrategy = .balanced

    @Option(help: ArgumentHelp("Pay at least this part of what is required (0 to 1).", valueName: "number"))
    var lower = "0.5"

    @Option(help: ArgumentHelp("Pay at most this many times what is required (1 to 2).", valueName: "number"))
    var upper = "1.5"

    @Option(help: ArgumentHelp("Pay this goal in full; may be repeated.", valueName: "goal"), completion: .goalNames)
    var protect: [String] = []

    @Option(help: ArgumentHelp("Leave this goal out; may be repeated.", valueName: "goal"), completion: .goalNames)
    var skip: [String] = []

    @Flag(help: "Give what skipped goals would have been paid to the others.")
    var redistributeSkipped = false

    @Flag(help: "Keep the adjusted payments for this month.")
    var save = false

    @Flag(help: "Forget the adjusted payments of this month.")
    var reset = false

    @Flag(name: [.customShort("i"), .customLong("interactive")], help: "Try it out with keys, on a terminal.")
    var isInteractive = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if factor != nil, budget != nil { throw ValidationError("Give either --factor or --budget, not both.") }
        if let name = protect.first(where: skip.contains) {
            throw ValidationError("'\(name)' cannot be protected and skipped at once: name it in one of the options.")
        }
        if redistributeSkipped, budget != nil {
            throw ValidationError("--redistribute-skipped adds to a factor; a budget is already a sum for all.")
        }
        if isInteractive, save || reset {
            throw ValidationError("With -i a key decides whether to save: leave out --save and --reset.")
        }
        if isInteractive, global.format != .text || global.output != nil {
            throw ValidationError("-i shows a screen for people: leave it out to get --format or --output.")
        }
        if reset, save || factor != nil || budget != nil || !protect.isEmpty || !skip.isEmpty || redistributeSkipped {
            throw ValidationError("--reset stands alone: it removes what was saved.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        if isInteractive {
            try context.requireTerminal(for: "flex -i", instead: "Use --factor or --budget, and --save.")
        }
        let service = try await context.make(FlexService.init, .store, .rates, .funding, .planningSettings)
        let session = try await service.plan(fields, context.call).value
        var (plan, isSaved) = (session.plan, save)
        if isInteractive, !plan.rows.isEmpty {
            var editor = try FlexEditor(session.adjustment, session.request, style: context.style)
            isSaved = try context.interact(&editor, frame: { $0.frame($1) }, press: { $0.press($1) }) == .save
            plan = editor.plan
        }
        let document = Document(flex: plan, report: session.report)
        guard isSaved || !isInteractive || plan.rows.isEmpty else {
            return Answer(document, lines: ["Nothing was saved."])
        }
        var lines = context.layout.lines(flex: plan, report: session.report)
        let month = session.report.decisionMonth
        if reset {
            lines += ["", FlexText.reset(try await service.reset(context.call).value, month, context)]
        } else if isSaved, !plan.rows.isEmpty {
            try await service.keep(plan, of: session, context.call)
            lines += ["", "\(context.verb("Saved", "save")) for \(month)."]
        }
        let text = lines
        return Answer(document, lines: text)
    }

    var writes: Bool { save || reset || isInteractive }

    private var fields: FlexService.Fields {
        var fields = FlexService.Fields()
        (fields.factor, fields.budget, fields.strategy) = (factor, budget, strategy)
        (fields.lower, fields.upper, fields.redistributesSkipped) = (lower, upper, redistributeSkipped)
        (fields.protected, fields.skipped) = (protect, skip)
        return fields
    }
}

private enum FlexText {
    static func reset(_ count: Int, _ month: CalendarMonth, _ context: CommandContext) -> String {
        let goals = "\(count) \(count == 1 ? "goal" : "goals")"
        return count == 0
            ? "There are no adjusted payments in \(month)."
            : "\(context.verb("Forgot", "forget")) the adjusted payments of \(goals) in \(month)."
    }
}
