import ArgumentParser
import CommandSupport
import Ledger
import LedgerCommands
import LedgerViews
import Models
import Presentation

/// The options that name days.
struct PeriodOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A month, as in 2026-03.", valueName: "month")) var month: String?

    @Option(help: ArgumentHelp("A quarter, as in 2026-Q1.", valueName: "quarter")) var quarter: String?

    @Option(help: ArgumentHelp("A year, as in 2026.", valueName: "year")) var year: String?

    @Option(name: .customLong("from"), help: ArgumentHelp("The first day.", valueName: "yyyy-mm-dd")) var first: String?

    @Option(name: .customLong("to"), help: ArgumentHelp("The last day.", valueName: "yyyy-mm-dd")) var last: String?

    func validate() throws {
        let given = [month, quarter, year, first ?? last].compactMap(\.self)
        if given.count > 1 {
            throw ValidationError("Give one period: --month, --quarter, --year, or --from and --to.")
        }
    }

    func period(_ today: CalendarDay) throws -> LedgerPeriod? {
        try LedgerPeriod(month: month, quarter: quarter, year: year, from: first, to: last, today: today)
    }
}

extension TransactionQuery.Order: ChoiceArgument {}

/// Lists transactions.
struct ListLedgerTransactions: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions", abstract: "List transactions, the newest first.",
        discussion: """
              cst-ledger transactions Bank --month 2026-03
              cst-ledger transactions --category Food --min 50 --sort amount --limit 20
            """)

    @Argument(help: "The account; all if not given.", completion: .accountNames) var account: String?

    @Option(
        help: ArgumentHelp("Only this category and those below it.", valueName: "category"), completion: .categoryNames)
    var category: String?

    @Option(help: ArgumentHelp("Only payees with this in their name.", valueName: "text")) var payee: String?

    @Option(
        help: ArgumentHelp(
            "Only this sort: \(BookedTransaction.Kind.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "type"), completion: .list(BookedTransaction.Kind.allCases.map(\.rawValue)))
    var type: String?

    @Option(help: ArgumentHelp("Only those with this tag.", valueName: "word")) var tag: String?

    @Option(help: ArgumentHelp("Only those with this in a text of theirs.", valueName: "text")) var text: String?

    @Option(
        help: ArgumentHelp("Only those of this status: uncleared, cleared or reconciled.", valueName: "status"),
        completion: .list(Posting.Status.allCases.map(\.rawValue)))
    var status: String?

    @Option(help: ArgumentHelp("Only amounts of this or more, without a sign.", valueName: "amount")) var min: String?

    @Option(help: ArgumentHelp("Only amounts of this or less, without a sign.", valueName: "amount")) var max: String?

    @OptionGroup var days: PeriodOptions

    @Flag(help: "Only those without a category.") var uncategorised = false

    @Option(help: "The order: day or amount.") var sort: TransactionQuery.Order = .day

    @Option(help: ArgumentHelp("How many at most.", valueName: "number")) var limit: Int?

    @Option(help: ArgumentHelp("Go on after this transaction.", valueName: "id")) var after: String?

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 { throw ValidationError("--limit is 1 or more.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        var query = TransactionQuery()
        (query.account, query.category, query.payee, query.kind) = (account, category, payee, type)
        (query.tag, query.text, query.status, query.least, query.most) = (tag, text, status, min, max)
        (query.isUncategorised, query.order, query.limit, query.after) = (uncategorised, sort, limit, after)
        query.period = try days.period(context.today)
        let page = try await context.ledger().transactions(query, context.call).value
        return Answer(
            Document(ledgerTransactions: page, asOf: context.today),
            lines: context.layout.lines(ledgerTransactions: page))
    }
}

/// Shows one transaction.
struct ShowTransaction: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything that is said of a transaction.",
        discussion: "  cst-ledger show 3f2a91c0")

    @Argument(help: "The transaction: its id, or the beginning of its id.") var id: String

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let listed = try await context.ledger().transaction(id)
        return Answer(
            Document(ledgerTransaction: listed, asOf: context.today),
            lines: context.layout.lines(ledgerTransaction: listed))
    }
}
