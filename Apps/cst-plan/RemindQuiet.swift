import ArgumentParser
import CommandSupport
import Models
import Notifications
import Presentation
import SavingsViews

/// Shows or changes the hours in which nothing is sent.
struct RemindQuiet: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiet", abstract: "Show or change the hours in which nothing is sent.",
        discussion: """
            A reminder that falls into quiet hours is sent at their end. These hours count
            instead of the setting reminders.quietHours, and can be undone.
              cst-plan remind quiet               which hours are quiet
              cst-plan remind quiet 22:00 07:00   from the evening to the morning
              cst-plan remind quiet off           none
              cst-plan remind quiet default       those of the settings
            """)

    @Argument(help: ArgumentHelp("Two times, or off, or default; nothing to show the hours.", valueName: "from to"))
    var hours: [String] = []

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var writes: Bool { !hours.isEmpty }

    func validate() throws { _ = try request() }

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.quietHours()
        let report =
            if let request = try request() {
                try await service.set(request, context.call).value
            } else {
                try await service.report().value
            }
        return Answer(
            Document(quietHours: report, asOf: context.today), lines: context.layout.lines(quietHours: report))
    }

    private func request() throws -> QuietHoursService.Request? {
        // As the setting is written.
        let words = hours.count == 1 ? hours[0].split(separator: "-").map(String.init) : hours
        switch (words.count, words.first) {
        case (0, _): return nil
        case (1, "off"): return .off
        case (1, "default"): return .settings
        case (2, _): return .hours(from: words[0], to: words[1])
        default: throw ValidationError("Say two times, such as 22:00 07:00, or off, or default.")
        }
    }
}
