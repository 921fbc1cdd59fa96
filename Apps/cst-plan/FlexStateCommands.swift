import ArgumentParser
import CommandSupport
import Models
import Planning
import Presentation
import SavingsCommands
import SavingsViews

/// The commands that say how a goal's payment may be treated.
protocol FlexStateCommand: ProgramCommand, WritingCommand {
    static var state: FlexState { get }
    var options: FlexStateOptions { get }
}

/// What these commands take.
struct FlexStateOptions: ParsableArguments {
    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String

    @Option(
        help: ArgumentHelp("Pay this amount, in the goal's currency, instead of what is required.", valueName: "amount")
    )
    var custom: String?

    @Flag(help: "Drop the custom amount: pay what is required.")
    var noCustom = false

    @Flag(help: "From now on, not only this month.")
    var always = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    func validate() throws {
        if custom != nil, noCustom { throw ValidationError("Give either --custom or --no-custom, not both.") }
    }
}

extension FlexStateCommand {
    var dryRun: Bool { options.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        let planning = try await context.planning()
        let decision = MonthlyPlanningService.Decision(
            Self.state, custom: options.custom, clearsCustom: options.noCustom, isStanding: options.always)
        let decided = try await planning.decide(options.goal, decision, context.call).value
        let (goal, plan) = (decided.goal, decided.plan)
        let span = options.always ? "from \(plan.month) on" : "in \(plan.month)"
        // An amount chosen earlier is kept for later, but a skipped goal is paid nothing.
        let amount = plan.state == .skipped ? "" : plan.custom.map { " with \(context.style.amount($0))" } ?? ""
        return Answer(
            Document(changed: plan, of: goal, asOf: context.today),
            lines: [
                "\(GoalRow.title(of: goal)) \(context.isDryRun ? "would be" : "is") \(plan.state.rawValue)\(amount) \(span)."
            ])
    }
}

/// Pays a goal in full.
struct Protect: FlexStateCommand {
    static let configuration = CommandConfiguration(
        commandName: "protect", abstract: "Pay a goal in full this month, whatever is adjusted.",
        discussion: """
              cst-plan protect Car
              cst-plan protect Car --custom 500 --always
            """)
    static let state = FlexState.protected
    @OptionGroup var options: FlexStateOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Leaves a goal out.
struct Skip: FlexStateCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip", abstract: "Leave a goal out this month.", discussion: "  cst-plan skip Car")
    static let state = FlexState.skipped
    @OptionGroup var options: FlexStateOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Lets a goal's payment be adjusted.
struct Flexible: FlexStateCommand {
    static let configuration = CommandConfiguration(
        commandName: "flexible", abstract: "Let a goal's payment be raised or lowered this month, as usual.",
        discussion: "  cst-plan flexible Car --no-custom")
    static let state = FlexState.flexible
    @OptionGroup var options: FlexStateOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}
