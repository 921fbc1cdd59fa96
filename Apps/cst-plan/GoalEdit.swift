import Allocation
import ArgumentParser
import CommandSupport
import Models
import Planning
import Presentation
import SavingsCommands
import SavingsViews

/// Changes a goal, or shows what a change would do.
struct GoalEdit: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a goal; with --preview only show what would change.",
        discussion: """
            Only what is named changes; an empty text takes a description, link, emoji, first reminder or its time away.
              cst-plan goal edit Car --deadline 2030-12-31 --preview
              cst-plan goal edit Car --target 14000 --description ""
            """)

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String

    @Option(help: ArgumentHelp("A new name.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("A new target.", valueName: "amount"))
    var target: String?

    @Option(help: ArgumentHelp("A new currency for a new target.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("A new deadline.", valueName: "yyyy-mm-dd"))
    var deadline: String?

    @Option(help: ArgumentHelp("A new start.", valueName: "yyyy-mm-dd"))
    var start: String?

    @OptionGroup var details: GoalDetails

    @Flag(help: "Do not remind any more.")
    var noRemind = false

    @Flag(help: "Show what would change and write nothing.")
    var preview = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if currency != nil, target == nil {
            throw ValidationError("A new currency needs a new target: amounts are not converted silently.")
        }
        if noRemind, details.remind != nil || details.remindFrom != nil || details.remindAt != nil {
            throw ValidationError("--no-remind ends the reminders: leave out --remind, --remind-from and --remind-at.")
        }
    }

    var writes: Bool { !preview }

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = details.fields
        (fields["name"], fields["target"], fields["currency"]) = (name, target, currency)
        (fields["deadline"], fields["start"]) = (deadline, start)
        if noRemind { fields["remind"] = "" }
        if preview {
            let planning = try await context.planning()
            let preview = try await planning.preview(goal, fields, context.call).value
            return Answer(Document(preview: preview), lines: context.layout.lines(preview: preview))
        }
        let outcome = try await context.goals().edit(goal, fields, context.call)
        let edit = outcome.value
        let changes = edit.before.changes(to: edit.after).map {
            TextWidth.printable("\($0.field): \($0.before ?? "–") → \($0.after ?? "–")")
        }
        return Answer(
            Document(changed: edit.after, warnings: outcome.warnings, asOf: context.today),
            lines: [
                changes.isEmpty
                    ? "Nothing changed."
                    : "\(context.verb("Changed", "change")) \(GoalRow.title(of: edit.after)): \(changes.joined(separator: ", "))."
            ])
    }
}
