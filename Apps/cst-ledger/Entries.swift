import ArgumentParser
import CommandSupport
import Ledger
import LedgerCommands
import LedgerViews
import Models
import Presentation

/// The arguments and options of money that is spent, earned or refunded.
struct EntryOptions: ParsableArguments {
    @Argument(help: "The account: its name, its id, or the beginning of its id.", completion: .accountNames)
    var account: String

    @Argument(help: "The amount in the account's currency, without a sign: 42.80.") var amount: String

    @Argument(help: "The category, as in Food:Groceries; or of what the splits leave.", completion: .categoryNames)
    var category: String?

    @Option(
        name: .customLong("split"),
        help: ArgumentHelp(
            "A part, as in Food=12.50 or Fun=rest; with a minus for the other direction.", valueName: "category=amount")
    )
    var splits: [String] = []

    @OptionGroup var details: EntryDetails

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    func answer(_ word: LedgerService.Word, of other: String? = nil, in context: CommandContext) async throws -> Answer
    {
        var entry = LedgerService.Entry(word, account: account, amount: amount, category: category)
        (entry.splits, entry.refundOf) = (splits, other)
        (entry.payee, entry.date, entry.note, entry.tags) = (details.payee, details.date, details.note, details.tags)
        (entry.movesOpening, entry.isCleared) = (details.beforeOpening, details.cleared)
        let entered = try await context.ledger().enter(entry, context.call)
        return Answer(
            Document(ledgerTransaction: entered.value.listed, warnings: entered.warnings, asOf: context.today),
            lines: [context.layout.line(context.verb("Entered", "enter"), entered.value)])
    }
}

/// The options of every transaction.
struct EntryDetails: ParsableArguments {
    @Option(help: ArgumentHelp("The other side: a shop, an employer.", valueName: "name")) var payee: String?

    @Option(help: ArgumentHelp("The day it counts from; today if not given.", valueName: "yyyy-mm-dd")) var date:
        String?

    @Option(help: ArgumentHelp("A note.", valueName: "text")) var note: String?

    @Option(name: .customLong("tag"), help: ArgumentHelp("A tag; more than one is possible.", valueName: "word"))
    var tags: [String] = []

    @Flag(help: "Let the account's opening day move to the day: no later balance changes.") var beforeOpening = false

    @Flag(help: "The bank has it already.") var cleared = false
}

/// Enters money that was spent.
struct Expense: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "expense", abstract: "Enter money that was spent.",
        discussion: """
              cst-ledger expense Bank 42.80 Groceries --payee Spar
              cst-ledger expense Visa 90 --split Clothes=60 --split Gifts=rest
            """)

    @OptionGroup var entry: EntryOptions
    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer { try await entry.answer(.expense, in: context) }
}

/// Enters money that was earned.
struct Income: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "income", abstract: "Enter money that was earned.",
        discussion: """
              cst-ledger income Bank 3120.33 Salary --payee "ACME Ltd"
              cst-ledger income Bank 3120.33 --split Salary=4000 --split Tax=-879.67
            """)

    @OptionGroup var entry: EntryOptions
    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer { try await entry.answer(.income, in: context) }
}

/// Enters money that was spent and received again.
struct Refund: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "refund", abstract: "Enter money that was spent and received again: it lowers the expense.",
        discussion: "  cst-ledger refund Bank 30 Clothes --payee Zalando --of 3f2a91c0")

    @OptionGroup var entry: EntryOptions

    @Option(help: ArgumentHelp("The transaction whose money it is.", valueName: "id")) var of: String?

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        try await entry.answer(.refund, of: of, in: context)
    }
}

/// Moves money between two accounts.
struct TransferMoney: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Move money from one account to another.",
        discussion: """
            The amount is all that leaves the first account, the fee included.
              cst-ledger transfer Bank Savings 500
              cst-ledger transfer Bank Dollars 1000 --arrives 1083.28 --fee 8 --fee-category Fees
            """)

    @Argument(help: "The account that the money leaves.", completion: .accountNames) var from: String

    @Argument(help: "The account that it reaches.", completion: .accountNames) var to: String

    @Argument(help: "What leaves, in the currency of the first account.") var amount: String

    @Option(
        help: ArgumentHelp(
            "What arrives, in the currency of the second account; the amount without the fee if not given.",
            valueName: "amount"))
    var arrives: String?

    @Option(help: ArgumentHelp("The part of the amount that the transfer costs.", valueName: "amount")) var fee: String?

    @Option(help: ArgumentHelp("The category of the fee.", valueName: "category"), completion: .categoryNames)
    var feeCategory: String?

    @OptionGroup var details: EntryDetails

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var transfer = LedgerService.Transfer(from: from, to: to, amount: amount)
        (transfer.arrives, transfer.fee, transfer.feeCategory) = (arrives, fee, feeCategory)
        (transfer.payee, transfer.date, transfer.note) = (details.payee, details.date, details.note)
        (transfer.tags, transfer.movesOpening, transfer.isCleared) = (
            details.tags, details.beforeOpening, details.cleared
        )
        let entered = try await context.ledger().transfer(transfer, context.call)
        return Answer(
            Document(ledgerTransaction: entered.value.listed, warnings: entered.warnings, asOf: context.today),
            lines: [context.layout.line(context.verb("Entered", "enter"), entered.value)])
    }
}
