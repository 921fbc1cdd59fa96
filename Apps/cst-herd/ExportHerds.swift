import ArgumentParser
import CommandSupport
import ExchangeRates
import Interchange
import Persistence
import Presentation
import SavingsViews
import Values

/// Writes everything into files of other programs.
struct ExportHerds: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write all that was entered to an archive or to tables.",
        discussion: """
            A name that ends in .json becomes one archive, which 'import' reads back
            exactly into a new database; any other a folder with a table in CSV for each
            kind: holdings, herds, events, prices, and what other programs keep.
              cst-herd export station.json
              cst-herd export tables
            """)

    @Argument(help: "The file or folder, which is not there yet.", completion: .file())
    var path: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [path] }

    func validate() throws {
        if path == "-" { throw ValidationError("An export is written to a file or folder, not to standard output.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let archives = try await context.make({ $0 }, .archives)
        // Without rates the rest is written all the same.
        let rates = try? await context.make(RateSource.init, .rates, .display)
        let outcome = try await archives.export(to: path, rates: rates, context.call)
        return Answer(
            Document(exported: outcome.value, path: path, warnings: outcome.warnings, asOf: context.today),
            lines: context.layout.lines(exported: outcome.value, path: path, verb: context.verb("Wrote", "write")))
    }
}
