import ArgumentParser
import CommandSupport
import Models
import Notifications
import Presentation
import SavingsViews

/// Shows the reminders of some days.
struct RemindPreview: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview", abstract: "What will be sent on which day, if nothing changes until then.",
        discussion: """
              cst-plan remind preview
              cst-plan remind preview --from 2030-01-01 --to 2030-12-31
            """)

    @Option(help: ArgumentHelp("The first day; today if not given.", valueName: "yyyy-mm-dd"))
    var from: String?

    @Option(help: ArgumentHelp("The last day; 30 days later if not given.", valueName: "yyyy-mm-dd"))
    var to: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.reminders().preview(from: from, to: to, context.call)
        return Answer(
            Document(reminders: outcome, asOf: context.today), lines: context.layout.lines(reminders: outcome.value))
    }
}
