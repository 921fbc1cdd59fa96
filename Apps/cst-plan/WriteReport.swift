import ArgumentParser
import CommandSupport
import Forecast
import Models
import Planning
import Presentation
import SavingsViews

/// Writes a month with its goals as a page.
struct WriteReport: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write a month with its goals and pictures into one HTML file.",
        discussion: """
            The page needs no network and nothing beside it, and can be printed.
              cst-plan report june.html
              cst-plan report may.html --month 2026-05
            """)

    @Argument(help: "The file; - for standard output.", completion: .file(extensions: ["html"]))
    var file: String

    @OptionGroup var month: MonthOption

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [file] }

    func validate() throws {
        if file == "-", global.format != .text {
            throw ValidationError("Standard output gets the page or a document: give a file, or leave out --format.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.forecasts().report(of: try month.parsed(), context.call)
        if !dryRun { try context.write(context.layout.page(outcome.value).text, to: file) }
        let document = Document(report: outcome, path: file)
        guard file != "-" || dryRun else { return Answer(document, lines: []) }
        let name = outcome.value.month.month.month
        return Answer(document, lines: ["\(context.verb("Wrote", "write")) the report of \(name) to \(file)."])
    }
}
