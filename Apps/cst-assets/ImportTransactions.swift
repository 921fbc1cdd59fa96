import ArgumentParser
import CommandSupport
import Interchange
import Models
import Persistence
import Presentation
import SavingsViews

/// Enters the transactions of a file.
struct ImportTransactions: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Enter the transactions of a file: a table, OFX, QIF, a journal; or an archive.",
        discussion: """
            All rows are entered as one change, or none; what is there already is left
            out, so that a file can be imported again. --preview shows how each row is
            read and writes nothing. Accounts that the file names become assets. What
            'export' wrote as an archive is read into a new database. A journal of hledger,
            ledger or beancount brings the accounts below 'assets'; every line of it is
            understood or refused.
              cst-assets import savings.csv --preview
              cst-assets import bank.csv --asset Savings --save-map bank
              cst-assets import later.csv --asset Savings --map bank
              cst-assets import list.csv --column date=When --column amount=Sum
              cst-assets import main.journal --account assets:savings
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("The asset that the file is about, if it is one; made if new.", valueName: "asset"),
        completion: .assetNames)
    var asset: String?

    @Option(help: ArgumentHelp("The currency of rows that name none.", valueName: "code"))
    var currency: String?

    @Option(
        help: ArgumentHelp(
            "Whose journal the file is: hledger, ledger or beancount; by its name if not given.", valueName: "program"),
        completion: .list(JournalDialect.allCases.map(\.rawValue)))
    var journal: JournalDialect?

    @Option(
        help: ArgumentHelp(
            "The account of a journal to read, with those below it; 'assets' if not given.", valueName: "account"))
    var account: String?

    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(
            "Which column tells what: \(ColumnMapping.Role.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "role=title"))
    var columns: [String] = []

    @Option(
        help: ArgumentHelp("The mark before decimals: point or comma.", valueName: "mark"),
        completion: .list(DecimalMark.allCases.map(\.rawValue)))
    var decimal: DecimalMark?

    @Option(
        help: ArgumentHelp("How dates are written: day-first or month-first.", valueName: "order"),
        completion: .list(DateOrder.allCases.map(\.rawValue)))
    var dates: DateOrder?

    @Option(
        help: ArgumentHelp("utf-8, utf-16 or latin1.", valueName: "encoding"),
        completion: .list(TextEncoding.allCases.map(\.rawValue)))
    var encoding = TextEncoding.utf8

    @Option(help: ArgumentHelp("Use the columns that were saved under a name.", valueName: "name"))
    var map: String?

    @Option(help: ArgumentHelp("Save the columns under a name.", valueName: "name"))
    var saveMap: String?

    @Flag(name: [.customLong("preview"), .customLong("dry-run")], help: "Show every row and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [file] }

    func validate() throws {
        for column in columns where NamedColumn(column) == nil {
            let roles = ColumnMapping.Role.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("'\(column)' names no column. Write ROLE=TITLE; the roles are \(roles).")
        }
        if account != nil, journal == nil, JournalDialect(path: file) == nil {
            throw ValidationError("--account is one of a journal: add --journal hledger, ledger or beancount.")
        }
        if journal != nil || JournalDialect(path: file) != nil, map != nil || saveMap != nil || !columns.isEmpty {
            throw ValidationError("A journal has no columns: leave out --map, --save-map and --column.")
        }
        if map != nil, !columns.isEmpty {
            throw ValidationError("--map says which column tells what: leave out --column.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        try await InputFile.with(file) { path in
            if ArchiveService.isArchive(path) {
                let kinds = try await context.make({ $0 }, .archives).importArchive(path, context.call).value
                return Answer(
                    Document(archived: kinds, asOf: context.today),
                    lines: context.layout.lines(archived: kinds, verb: context.told("Added", "add")))
            }
            let outcome = try await context.imports().importTransactions(request(path), context.call)
            return Answer(
                Document(imported: outcome.value, warnings: outcome.warnings, asOf: context.today),
                lines: context.layout.lines(imported: outcome.value, isPreview: dryRun))
        }
    }

    private func request(_ path: String) -> ImportRequest {
        var request = ImportRequest(path: path)
        (request.asset, request.currency, request.encoding) = (asset, currency, encoding)
        (request.map, request.savingMapAs) = (map, saveMap)
        // Who reads the summary needs no memory for a million rows.
        request.listsRows = dryRun || global.format != .text
        // What comes through standard input has no name of its own.
        (request.journal, request.account) = (journal ?? JournalDialect(path: file), account)
        (request.columns.decimalMark, request.columns.dateOrder) = (decimal, dates)
        for column in columns.compactMap(NamedColumn.init) {
            request.columns.titles[column.role, default: []].append(column.title)
        }
        return request
    }
}
