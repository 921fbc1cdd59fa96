import ArgumentParser
import CommandSupport
import Models
import NotificationChannels
import Notifications
import Presentation
import SavingsViews

/// Writes the reminders of the next year for a calendar.
struct RemindCalendar: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "ics", abstract: "Write the reminders of the next year into an iCalendar file.",
        discussion: """
            Write it again after changes: events keep their ids, and calendars take the newer version.
              cst-plan remind ics savings.ics
              cst-plan remind ics - > savings.ics
            """)

    @Argument(help: "The file; - for standard output.", completion: .file(extensions: ["ics"]))
    var file: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [file] }

    func validate() throws {
        if file == "-", global.format != .text {
            throw ValidationError(
                "Standard output gets the calendar or a document: give a file, or leave out --format.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.reminders().calendar(context.call)
        let document = Document(calendar: outcome, path: file, asOf: context.today)
        if !dryRun { try context.write(ICalendar(outcome.value, now: context.now).text, to: file) }
        guard file != "-" || dryRun else { return Answer(document, lines: []) }
        let count = outcome.value.reminders.count
        return Answer(
            document,
            lines: ["\(context.verb("Wrote", "write")) \(count) \(count == 1 ? "reminder" : "reminders") to \(file)."])
    }
}
