import Allocation
import ArgumentParser
import Blockchain
import CommandSupport
import Models
import Persistence
import Presentation
import SavingsCommands
import SavingsViews

/// Lists transactions.
struct ListTransactions: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions", abstract: "List the transactions of an asset, or all.",
        discussion: """
              cst-assets transactions Savings
              cst-assets transactions --format csv --output transactions.csv
            """)

    @Argument(help: "The asset: its name, its id, or the beginning of its id.", completion: .assetNames)
    var asset: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let assets = try await context.assets()
        let found = try await assets.transactions(of: asset, context.call).value
        let chains = try await context.make(TransactionService.init, .store, .chainSettings)
        let onChain = try await chains.transactions(ofAssetOrAll: asset, context.call).value
        let listed = ListedTransaction.list(entered: found.transactions, onChain: onChain)
        return Answer(
            Document(transactions: listed, assets: found.assets, asOf: context.today),
            lines: context.layout.lines(transactions: listed, assets: found.assets))
    }
}

/// Corrects and deletes single transactions.
struct TransactionGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transaction", abstract: "Correct or delete a transaction.",
        discussion: """
            'cst-assets transactions' lists them with their ids.
              cst-assets transaction edit 3f2a --amount 250
              cst-assets transaction delete 3f2a
            """,
        subcommands: [EditTransaction.self, DeleteTransaction.self])
}

/// Corrects a transaction.
struct EditTransaction: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Correct the amount, the day or the note of a transaction.",
        discussion: "  cst-assets transaction edit 3f2a --amount 250 --date 2026-05-01")

    @Argument(help: "The transaction: its id, or the beginning of its id.")
    var id: String

    @Option(
        help: ArgumentHelp("The right amount, without a sign: a withdrawal stays one.", valueName: "amount"))
    var amount: String?

    @Option(help: ArgumentHelp("The right day.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("Another note; an empty text takes it away.", valueName: "text"))
    var note: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if amount == nil, date == nil, note == nil {
            throw ValidationError("Say what is to change: --amount, --date or --note.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.assets().correct(
            id, AssetService.Correction(amount: amount, date: date, note: note), context.call)
        let entered = outcome.value
        return Answer(
            Document(
                changed: entered.transaction, of: entered.asset, warnings: outcome.warnings, asOf: context.today),
            lines: [
                "\(context.verb("Changed", "change")): \(context.style.amount(entered.transaction.amount)) in '\(entered.asset.name)' on \(entered.transaction.day). "
                    + "Balance: \(context.style.amount(entered.balance))."
            ])
    }
}

/// Deletes a transaction.
struct DeleteTransaction: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a transaction.", discussion: "  cst-assets transaction delete 3f2a")

    @Argument(help: "The transaction: its id, or the beginning of its id.")
    var id: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.assets().deleteTransaction(id, context.call)
        let entered = outcome.value
        return Answer(
            Document(
                changed: entered.transaction, of: entered.asset, warnings: outcome.warnings, asOf: context.today),
            lines: [
                "\(context.verb("Deleted", "delete")): \(context.style.amount(entered.transaction.amount)) in '\(entered.asset.name)' on \(entered.transaction.day). "
                    + "Balance: \(context.style.amount(entered.balance))."
            ])
    }
}
