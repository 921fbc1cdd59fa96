import ArgumentParser
import CommandSupport
import Models
import Notifications
import Presentation
import SavingsViews

/// Tells what is due.
struct RemindSend: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Tell what is due, once, through every channel.",
        discussion: """
            Meant for a timer, and safe to run at any time, also twice at once. What a
            channel does not take is tried again by later runs, after longer and longer
            waits; what fails each time is shown by 'cst-plan doctor'.
              cst-plan remind send
              cst-plan remind send --retry
            """)

    @Flag(help: "Also try again what could not be delivered.")
    var retry = false

    @Flag(help: "Show what would be sent, and send nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.deliveries().send(retries: retry, context.call)
        return Answer(
            Document(sent: outcome, asOf: context.today),
            lines: context.layout.lines(sent: outcome.value, isDryRun: dryRun),
            status: outcome.value.isDelivered ? nil : .outside)
    }
}
