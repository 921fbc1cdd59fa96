import ArgumentParser
import CommandSupport
import Models
import Notifications
import Presentation
import SavingsViews

/// Tries a channel.
struct RemindTest: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Send a test message through one channel.",
        discussion: """
              cst-plan remind test terminal
              CST_NOTIFICATIONS_PROVIDERS=ntfy cst-plan remind test ntfy
            """)

    @Argument(help: "The channel, one of those in the setting notifications.providers.")
    var channel: String

    @Flag(help: "Check everything and send nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let message = try await context.deliveries().test(channel, context.call).value
        return Answer(
            Document(test: message, through: channel, asOf: context.today),
            lines: ["\(context.verb("Sent", "send")) a test message through \(channel)."])
    }
}
