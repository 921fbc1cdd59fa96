import ArgumentParser
import CommandSupport
import Models
import Notifications
import Presentation
import SavingsViews

/// Shows what was sent.
struct RemindLog: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "log", abstract: "What was sent through which channel, what waits, and what failed; newest first.",
        discussion: """
              cst-plan remind log
              cst-plan remind log --limit 100 --format csv
            """)

    @Option(help: ArgumentHelp("The most rows.", valueName: "count"))
    var limit = 30

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if limit < 1 { throw ValidationError("--limit has to be at least 1.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let log = try await context.make({ $0 }, .reminderOutbox)
        let deliveries = try await log.deliveries(limit: limit)
        return Answer(
            Document(deliveries: deliveries, asOf: context.today), lines: context.layout.lines(deliveries: deliveries))
    }
}
