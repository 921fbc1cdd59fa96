public import ArgumentParser
import CommandSupport
import ExchangeRates
public import FileFormats
import Interchange
import Ledger
import LedgerCommands
import LedgerViews
import Models
import Persistence
import Presentation
import SavingsViews
import Synchronization

extension ImportAnswers.Fees: ExpressibleByArgument {}
extension JournalDialect: ExpressibleByArgument {}

/// The table of a bank.
enum StatementTable: ImportTable {
    static let target = ImportTarget.ledger
}

/// Enters the rows of a bank's file.
struct ImportStatement: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Enter the rows of a bank's file (a table, OFX, QIF, CAMT, MT940), or a whole journal.",
        discussion: """
            All rows are entered as one change, or none. What is there already is left
            out, what was entered by hand is linked with its row, and rules give the rest
            payees, categories and tags. --preview shows how each row is read, writes
            nothing, and ends with 2 where the import would be refused.
            A journal of hledger, ledger or beancount is read as a ledger: accounts below
            assets and liabilities become accounts, income and expenses categories.
              cst-ledger import bank.csv --account Bank --preview
              cst-ledger import bank.csv --account Bank --column payee=Merchant --save-map bank
              cst-ledger import later.csv --account Bank --map bank --pair
              cst-ledger import main.journal --preview
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file()) var file: String

    @Option(help: ArgumentHelp("The account that the file is about.", valueName: "account"), completion: .accountNames)
    var account: String?

    @Flag(help: "Let opening days move to earlier rows: no later balance changes.") var beforeOpening = false

    @Flag(help: "Make one transfer of what left one account and reached another.") var pair = false

    @Flag(help: "Leave out rows that may be there already.") var skipPossible = false

    @OptionGroup var table: TableOptions<StatementTable>

    @Option(
        help: ArgumentHelp(
            "A word in the direction column for what goes out; none if everything comes in.", valueName: "word"))
    var out: [String] = []

    @Option(
        help: ArgumentHelp("Whether fees are included in the amounts, or charged apart.", valueName: "how"),
        completion: .list(ImportAnswers.Fees.allCases.map(\.rawValue)))
    var fees: ImportAnswers.Fees?

    @Flag(help: "Turn amounts round: in files of some cards purchases have no minus, and payments do.")
    var invert = false

    @Flag(help: "Enter rows that are pending, or whose state is not known, too.") var pending = false

    @Option(
        name: .customLong("skip"), help: ArgumentHelp("Leave out rows whose state is this word.", valueName: "word"))
    var skipped: [String] = []

    @Option(help: ArgumentHelp("The first year of the hundred that years of two digits are of.", valueName: "year"))
    var century: Int?

    @Flag(help: "Compare no balances and totals in the file with its rows, and leave out lines that state them.")
    var ignoreBalances = false

    @Option(
        help: ArgumentHelp(
            "Whose journal the file is: hledger, ledger or beancount; by its name if not given.", valueName: "program"),
        completion: .list(JournalDialect.allCases.map(\.rawValue)))
    var journal: JournalDialect?

    @Option(help: ArgumentHelp("Read the file with this reader of another package.", valueName: "name")) var reader:
        String?

    @Flag(name: [.customLong("preview"), .customLong("dry-run")], help: "Show every row and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    var ownFiles: [String] { [file] }

    func validate() throws {
        if let century, !(1...9900).contains(century) {
            throw ValidationError("\(century) is no year: give the first of the hundred, as in --century 1950.")
        }
        let isJournal = reader == nil && (journal != nil || JournalDialect(path: file) != nil)
        if isJournal, account != nil {
            throw ValidationError("A journal names its accounts: leave out --account.")
        }
        if isJournal || reader != nil, invert {
            throw ValidationError("Only the amounts of a bank's file are turned round: leave out --invert.")
        }
        if isJournal || reader != nil, table.namesColumns {
            let what = isJournal ? "A journal has no columns" : "--reader reads the whole file"
            throw ValidationError("\(what): leave out --map, --save-map and --column.")
        }
        if reader != nil, journal != nil { throw ValidationError("Give --reader or --journal, not both.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        try await InputFile.with(file) { path in
            if ArchiveService.isArchive(path) {
                let kinds = try await context.make({ $0 }, .archives).importArchive(path, context.call).value
                return Answer(
                    Document(archived: kinds, asOf: context.today),
                    lines: context.layout.lines(archived: kinds, verb: context.verb("Added", "add")))
            }
            let rates = try? await context.make({ $0 }, .rates)
            let store = try await context.make({ $0 }, .store)
            let readers = reader == nil ? [] : try await context.all(.statementReaders)
            let isShown = Mutex(false)
            defer { if isShown.withLock({ $0 }) { context.showProgress(nil) } }
            let outcome = try await StatementImportService(store: store, rates: rates, readers: readers)
                .importStatement(request(path), context.call) { progress in
                    isShown.withLock { $0 = true }
                    switch progress {
                    case .read(let count): context.showProgress("\(count) rows read")
                    case .entered(let count, let all): context.showProgress("\(count) of \(all) rows entered")
                    }
                }
            return Answer(
                Document(statementImport: outcome.value, warnings: outcome.warnings, asOf: context.today),
                lines: context.layout.lines(statementImport: outcome.value, isPreview: dryRun),
                status: outcome.value.isRefused ? .data : nil)
        }
    }

    private func request(_ path: String) -> StatementRequest {
        var request = StatementRequest(path: path)
        let table = table.choices
        (request.account, request.encoding, request.columns) = (account, table.encoding, table.columns)
        (request.map, request.savingMapAs) = (table.map, table.savingMapAs)
        (request.journal, request.reader) = (journal ?? (reader == nil ? JournalDialect(path: file) : nil), reader)
        (request.movesOpening, request.pairs, request.skipsPossible) = (beforeOpening, pair, skipPossible)
        (request.columns.answers.out, request.columns.answers.fees) = (out, fees)
        (request.columns.answers.countsPending, request.columns.answers.leftOut) = (pending, skipped)
        (request.columns.answers.century, request.columns.answers.ignoresBalances) = (century, ignoreBalances)
        request.columns.answers.isInverted = invert
        return request
    }
}
