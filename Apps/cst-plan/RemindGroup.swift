import ArgumentParser
import CommandSupport

/// Everything about reminders.
struct RemindGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind", abstract: "Be reminded of payments, deadlines and goals that fall behind.",
        discussion: """
            Which channels deliver is said by the setting notifications.providers.
              cst-plan remind             what will be sent in the next 30 days
              cst-plan remind test ntfy   whether a channel works
              cst-plan remind send        tell what is due, for a timer
              cst-plan remind install     let the computer do so by itself
              cst-plan remind log         what was sent
              cst-plan remind quiet       hours in which nothing is sent
            """,
        subcommands: [
            RemindPreview.self, RemindSend.self, RemindTest.self, RemindCalendar.self, RemindLog.self,
            RemindInstall.self, RemindQuiet.self,
        ],
        defaultSubcommand: RemindPreview.self)
}
