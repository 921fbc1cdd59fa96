import ArgumentParser
import CommandSupport
import FileFormats
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Imports trades of a file.
struct ImportTrades: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import trades of a table, or what Ghostfolio exports.",
        discussion: """
            Rows that are there already are left out. Either all others are entered, or none.
            Types are buy, sell, receive, give, transfer out, transfer in, dividend, interest, fee, tax, deposit, withdrawal
            and split, also in the words of Portfolio Performance and in German. Both halves of a transfer are one.
              cst-portfolio import trades.csv --portfolio Broker --preview
              cst-portfolio import all-transactions.csv --preset portfolio-performance
              cst-portfolio import export.json --portfolio Broker
            """)

    @Argument(help: "The file; - for standard input.", completion: .file())
    var file: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The portfolio of all rows.", valueName: "portfolio"),
        completion: .portfolioNames)
    var portfolio: String?

    @Option(help: ArgumentHelp("Columns as a program writes them: portfolio-performance.", valueName: "name"))
    var preset: TradePreset?

    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(
            "Which column tells what: \(ImportTarget.trades.roles.map(\.name).joined(separator: ", ")).",
            valueName: "role=title"))
    var columns: [String] = []

    @Option(
        help: ArgumentHelp("The mark before decimals: point or comma.", valueName: "mark"),
        completion: .list(DecimalMark.allCases.map(\.rawValue)))
    var decimal: DecimalMark?

    @Option(
        help: ArgumentHelp("How dates are written: day-first, month-first or year-first.", valueName: "order"),
        completion: .list(DateOrder.allCases.map(\.rawValue)))
    var dates: DateOrder?

    @Option(
        help: ArgumentHelp(
            "utf-8, utf-16, latin1 or latin9; what the file names if not given, else utf-8.", valueName: "encoding"),
        completion: .list(TextEncoding.allCases.map(\.rawValue)))
    var encoding: TextEncoding?

    @Flag(help: "Enter rows that are pending, or whose state is not known, too.")
    var pending = false

    @Option(
        name: .customLong("skip"),
        help: ArgumentHelp("Leave out rows whose state is this word.", valueName: "word"))
    var skipped: [String] = []

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
        for column in columns where Self.column(column) == nil {
            let roles = ImportTarget.trades.roles.map(\.name).joined(separator: ", ")
            throw ValidationError("'\(column)' names no column. Write ROLE=TITLE; the roles are \(roles).")
        }
        if preset != nil, !columns.isEmpty { throw ValidationError("--preset says which column tells what.") }
    }

    /// A column by its role: the amount of a trade is its total.
    private static func column(_ text: String) -> NamedColumn? {
        NamedColumn(text.hasPrefix("amount=") ? "total=" + text.dropFirst("amount=".count) : text, for: .trades)
    }

    func answer(in context: CommandContext) async throws -> Answer {
        try await InputFile.with(file) { path in
            var request = PortfolioImportRequest(path: path, portfolio: portfolio)
            (request.opensMissing, request.type, request.encoding) = (openMissing, type, encoding)
            request.preset = preset
            for column in columns.compactMap(Self.column) {
                request.columns.titles[column.role, default: []].append(column.title)
            }
            (request.columns.decimalMark, request.columns.dateOrder) = (decimal, dates)
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
