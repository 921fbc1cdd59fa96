import ArgumentParser
import CommandSupport

/// Everything about reminders.
struct RemindGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind", abstract: "Be reminded of payments, deadlines and goals that fall behind.",
        discussion: """
            Which channels deliver is said by the setting notifications.providers.
              cst-plan remind             what will be told in the next 30 days
            """,
        subcommands: [RemindPreview.self], defaultSubcommand: RemindPreview.self)
}
