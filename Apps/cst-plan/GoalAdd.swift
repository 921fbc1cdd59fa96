import Allocation
public import ArgumentParser
import CommandSupport
import Models
import Presentation
import SavingsViews

/// Adds a goal.
struct GoalAdd: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a goal.",
        discussion: """
              cst-plan goal add Car --target 12000 --deadline 2030-06-30 --emoji 🚗
              cst-plan goal add Japan --target 900000 --currency JPY --deadline 2030-04-01
              cst-plan goal add Roof --target 8500 --deadline 2031-09-30 --remind monthly --remind-at 18:30
            A template brings name, emoji, description and deadline, each of which may be given instead; see goal templates:
              cst-plan goal add --template vacation --target 2400
            'goal new' asks one question after the other.
            """)

    @Argument(help: "The name; that of the template if not given.")
    var name: String?

    @Option(help: "What many people save for: see 'goal templates'.")
    var template: GoalTemplate?

    @Option(help: ArgumentHelp("How much is wanted, in digits: 12000 or 1234.50.", valueName: "amount"))
    var target: String

    @Option(help: ArgumentHelp("The currency of the goal; the one of totals if not given.", valueName: "code"))
    var currency: String?

    @Option(
        help: ArgumentHelp(
            "The day the amount has to be there; that of the template if not given.", valueName: "yyyy-mm-dd"))
    var deadline: String?

    @Option(help: ArgumentHelp("The day saving begins; today if not given.", valueName: "yyyy-mm-dd"))
    var start: String?

    @OptionGroup var details: GoalDetails

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        guard template == nil else { return }
        if name == nil { throw ValidationError("Missing expected argument '<name>'") }
        if deadline == nil { throw ValidationError("Missing expected argument '--deadline <yyyy-mm-dd>'") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let goals = try await context.goals()
        var fields = details.fields
        (fields["name"], fields.template, fields["target"]) = (name, template, target)
        (fields["currency"], fields["deadline"], fields["start"]) = (currency, deadline, start)
        return Answer(added: try await goals.add(fields, context.call), in: context)
    }
}

extension Answer {
    /// The answer to a goal that was added.
    init(added outcome: Outcome<Goal>, in context: CommandContext, more: [String] = []) {
        let goal = outcome.value
        self.init(
            Document(changed: goal, warnings: outcome.warnings, asOf: context.today),
            lines: [
                "\(context.verb("Added", "add")) \(GoalRow.title(of: goal)): \(context.style.amount(goal.target)) by \(goal.deadline)."
            ]
                + more)
    }
}

/// What may be said of a goal besides its amount and days.
struct GoalDetails: ParsableArguments {
    @Option(help: ArgumentHelp("One emoji.", valueName: "emoji"))
    var emoji: String?

    @Option(help: ArgumentHelp("A description.", valueName: "text"))
    var description: String?

    @Option(help: ArgumentHelp("A web address.", valueName: "url"))
    var link: String?

    @Option(help: "How often to remind.")
    var remind: ReminderFrequency?

    @Option(help: ArgumentHelp("The first reminder; the goal's start if not given.", valueName: "yyyy-mm-dd"))
    var remindFrom: String?

    @Option(
        help: ArgumentHelp(
            "When to remind of this goal; at reminders.time if not given.", valueName: "hh:mm"))
    var remindAt: String?

    /// What was given.
    var fields: GoalFields {
        var fields = GoalFields()
        (fields["emoji"], fields["description"], fields["link"]) = (emoji, description, link)
        (fields["remind"], fields["remindFrom"], fields["remindAt"]) = (remind?.rawValue, remindFrom, remindAt)
        return fields
    }
}

extension ReminderFrequency: ExpressibleByArgument {}
extension GoalTemplate: ExpressibleByArgument {}
