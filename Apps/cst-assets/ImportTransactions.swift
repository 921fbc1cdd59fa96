import ArgumentParser
import CommandSupport
import Interchange
import Models
import Persistence
import Presentation
import SavingsCommands
import SavingsViews

/// The table of movements.
enum MovementTable: ImportTable {
    static let target = ImportTarget.movements
}

/// Enters the transactions of a file.
struct ImportTransactions: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Enter the transactions of a file: a table, OFX, QIF, CAMT, MT940, a journal; or an archive.",
        discussion: """
            All rows are entered as one change, or none; what is there already is left
            out, so that a file can be imported again. --preview shows how each row is
            read and writes nothing. Accounts that the file names become assets. What
            'export' wrote as an archive is read into a new database. A journal of hledger,
            ledger or beancount brings the accounts below 'assets'; every line of it is
            understood or refused. Where a file leaves open which way an amount goes,
            whether fees are in it, or why its own balances differ, nothing is entered, and
            the option that answers is named.
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
        help: ArgumentHelp(
            "Read the file with a reader of another format, such as the program of imports.exec.command: exec.",
            valueName: "name"))
    var reader: String?

    @OptionGroup var table: TableOptions<MovementTable>

    @Option(
        help: ArgumentHelp(
            "A word in the direction column for what goes out, once for each; none if everything comes in.",
            valueName: "word"))
    var out: [String] = []

    @Option(
        help: ArgumentHelp("Whether fees are included in the amounts, or charged apart.", valueName: "how"),
        completion: .list(ImportAnswers.Fees.allCases.map(\.rawValue)))
    var fees: ImportAnswers.Fees?

    @Flag(help: "Enter rows that are pending, or whose state is not known, too.")
    var pending = false

    @Option(
        name: .customLong("skip"),
        help: ArgumentHelp("Leave out rows whose state is this word.", valueName: "word"))
    var skipped: [String] = []

    @Option(help: ArgumentHelp("The first year of the hundred that years of two digits are of.", valueName: "year"))
    var century: Int?

    @Flag(help: "Compare no balances in the file with its rows.")
    var ignoreBalances = false

    @Flag(help: "Join rows with what was entered by hand: the same amount, at most 4 days apart.")
    var link = false

    @Flag(help: "Keep the balance an asset was entered with, which has the rows before its day in it already.")
    var keepBalance = false

    @Option(help: ArgumentHelp("The deadline of goals for which the file names none.", valueName: "day"))
    var deadline: String?

    @Flag(name: [.customLong("preview"), .customLong("dry-run")], help: "Show every row and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [file] }

    func validate() throws {
        if reader != nil, journal != nil || table.namesColumns {
            throw ValidationError(
                "--reader reads the whole file: leave out --journal, --map, --save-map and --column.")
        }
        if account != nil, journal == nil, JournalDialect(path: file) == nil {
            throw ValidationError("--account is one of a journal: add --journal hledger, ledger or beancount.")
        }
        if reader == nil, journal != nil || JournalDialect(path: file) != nil,
            table.namesColumns
        {
            throw ValidationError("A journal has no columns: leave out --map, --save-map and --column.")
        }
        if let century, !(1...9900).contains(century) {
            throw ValidationError("\(century) is no year: give the first of the hundred, as in --century 1950.")
        }
        if let deadline, (try? CalendarDay(deadline)) == nil {
            throw ValidationError("'\(deadline)' is not a day. Write it as in 2026-12-31.")
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
            let outcome = try await context.imports().importTransactions(request(path), context.call)
            return Answer(
                Document(imported: outcome.value, warnings: outcome.warnings, asOf: context.today),
                lines: context.layout.lines(imported: outcome.value, isPreview: dryRun))
        }
    }

    private func request(_ path: String) -> ImportRequest {
        var request = ImportRequest(path: path)
        let table = table.choices
        (request.asset, request.currency, request.encoding) = (asset, currency, table.encoding)
        (request.columns, request.map, request.savingMapAs) = (table.columns, table.map, table.savingMapAs)
        // Who reads the summary needs no memory for a million rows.
        request.listsRows = dryRun || global.format != .text
        // What comes through standard input has no name of its own.
        (request.journal, request.account) = (journal ?? JournalDialect(path: file), account)
        (request.columns.answers.out, request.columns.answers.fees) = (out, fees)
        (request.columns.answers.countsPending, request.columns.answers.leftOut) = (pending, skipped)
        (request.columns.answers.century, request.columns.answers.ignoresBalances) = (century, ignoreBalances)
        (request.reader, request.linksTwins, request.deadline) = (reader, link, deadline)
        request.keepsBalances = keepBalance
        return request
    }
}
