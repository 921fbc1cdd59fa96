import ArgumentParser
import CommandSupport
import FileFormats
import Interchange
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation
import SavingsViews

/// The table of trades.
enum TradeTable: ImportTable {
    static let target = ImportTarget.trades

    /// The amount of a trade is its total.
    static func column(_ text: String) -> NamedColumn? {
        NamedColumn(text.hasPrefix("amount=") ? "total=" + text.dropFirst("amount=".count) : text, for: target)
    }
}

/// Imports trades of a file.
struct ImportTrades: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import trades of a table, or what Ghostfolio exports.",
        discussion: """
            Rows that are there already are left out. Either all others are entered, or none.
            Types are buy, sell, receive, give, transfer out, transfer in, dividend, interest, fee, tax, deposit, withdrawal
            and split, also in the words of Portfolio Performance and in German. Both halves of a transfer are one.
              cst-portfolio import trades.csv --portfolio Broker --preview
              cst-portfolio import broker.csv --column instrument=Paper --save-map broker
              cst-portfolio import later.csv --map broker
              cst-portfolio import all-transactions.csv --preset portfolio-performance
              cst-portfolio import export.json --portfolio Broker
              cst-portfolio import everything.json
            """)

    @Argument(help: "The file; - for standard input.", completion: .file())
    var file: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The portfolio of all rows.", valueName: "portfolio"),
        completion: .portfolioNames)
    var portfolio: String?

    @Option(help: ArgumentHelp("Columns as a program writes them: portfolio-performance.", valueName: "name"))
    var preset: TradePreset?

    @OptionGroup var table: TableOptions<TradeTable>

    @Flag(help: "Enter rows that are pending, or whose state is not known, too.")
    var pending = false

    @Option(
        name: .customLong("skip"),
        help: ArgumentHelp("Leave out rows whose state is this word.", valueName: "word"))
    var skipped: [String] = []

    @Option(
        help: ArgumentHelp(
            "What a minus before the taxes of a sale or an income means, where the file does not tell: refunded or withheld.",
            valueName: "meaning"))
    var negativeTaxes: NegativeTaxes?

    @Option(help: "The type of instruments that are added.")
    var type: InstrumentType = .other

    @Flag(help: "Bring in units of unknown cost where a sale takes more than is held.")
    var openMissing = false

    @Flag(name: [.customLong("preview"), .customLong("dry-run")], help: "Show every row and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [file] }

    func validate() throws {
        if preset != nil, table.hasColumns {
            throw ValidationError("--preset says which column tells what: leave out --map and --column.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        try await InputFile.with(file) { path in
            if ArchiveService.isArchive(path) {
                let kinds = try await context.make({ $0 }, .archives).importArchive(path, context.call).value
                return Answer(
                    Document(archived: kinds, asOf: context.today),
                    lines: context.layout.lines(archived: kinds, verb: context.verb("Added", "add")))
            }
            var request = PortfolioImportRequest(path: path, portfolio: portfolio)
            let choices = table.choices
            (request.opensMissing, request.type, request.encoding) = (openMissing, type, choices.encoding)
            (request.columns, request.map, request.savingMapAs) = (choices.columns, choices.map, choices.savingMapAs)
            (request.preset, request.negativeTaxes) = (preset, negativeTaxes)
            (request.columns.answers.countsPending, request.columns.answers.leftOut) = (pending, skipped)
            let outcome = try await refusing(rowsWith: "Correct these rows in the file, or leave them out of it.") {
                try await context.portfolios().importTrades(request, context.call)
            }
            return Answer(
                Document(imported: outcome, asOf: context.today),
                lines: context.layout.lines(
                    imported: outcome.value, verb: context.verb("Entered", "enter"), isPreview: dryRun))
        }
    }
}
