import Allocation
import ArgumentParser
import CommandSupport
import Models
import Presentation
import SavingsCommands
import SavingsViews

/// Moves money between two assets.
struct Transfer: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Move money from one asset to another.",
        discussion: """
              cst-assets transfer Savings Broker 500
              cst-assets transfer Savings "Cold wallet" 500 --received 0.0078 --fee 2.50
            """)

    @Argument(help: "The asset that the money leaves.", completion: .assetNames)
    var from: String

    @Argument(help: "The asset that it reaches.", completion: .assetNames)
    var to: String

    @Argument(help: "What leaves, in the currency of the first asset.")
    var amount: String

    @Option(
        help: ArgumentHelp(
            "What arrives, in the currency of the second asset; the same amount if not given.", valueName: "amount"))
    var received: String?

    @Option(help: ArgumentHelp("What it costs besides, in the currency of the first asset.", valueName: "amount"))
    var fee: String?

    @Option(help: ArgumentHelp("The day it counts from; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.assets().transfer(
            AssetService.Transfer(
                from: from, to: to, amount: amount, received: received, fee: fee, date: date, note: note),
            context.call)
        let entries = outcome.value
        return Answer(
            Document(
                transactions: entries.map { .entered($0.transaction) },
                assets: Dictionary(entries.map { ($0.asset.id, $0.asset) }, uniquingKeysWith: { first, _ in first }),
                warnings: outcome.warnings, asOf: context.today),
            lines: entries.map { entry in
                let amount = entry.transaction.amount
                return amount.isNegative
                    ? "\(context.verb("Took", "take")) \(context.style.amount(amount.negated)) out of '\(entry.asset.name)'. Balance: \(context.style.amount(entry.balance))."
                    : "\(context.verb("Put", "put")) \(context.style.amount(amount)) into '\(entry.asset.name)'. Balance: \(context.style.amount(entry.balance))."
            })
    }
}
