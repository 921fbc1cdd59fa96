import Allocation
import ArgumentParser
import CommandSupport
import Models
import Presentation
import SavingsCommands
import SavingsViews

/// Sets the balance of an asset.
struct Adjust: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "adjust", abstract: "Set the balance of an asset to what is really there.",
        discussion: """
            The difference is entered as a deposit or a withdrawal of that day.

              cst-assets adjust Savings --to 5321.17
              cst-assets adjust Savings --to 5000 --date 2026-04-30 --note "Statement of April"
            """)

    @Argument(help: "The asset: its name, its id, or the beginning of its id.", completion: .assetNames)
    var asset: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The balance in the asset's currency, in digits: 5321.17 or -20.", valueName: "amount"))
    var to: String

    @Option(help: ArgumentHelp("The day at whose end it is the balance; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("A note; 'Balance set' if not given.", valueName: "text"))
    var note: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.assets().adjust(
            AssetService.Adjustment(asset: asset, balance: to, date: date, note: note), context.call)
        return Answer(Document(outcome, asOf: context.today), lines: lines(outcome.value, in: context))
    }

    private func lines(_ set: AssetService.Adjusted, in context: CommandContext) -> [String] {
        let balance = context.style.amount(set.balance)
        guard let transaction = set.transaction else {
            return ["'\(set.asset.name)' already has \(balance) on \(set.day): there is nothing to enter."]
        }
        let amount = transaction.amount
        let done =
            amount.isNegative
            ? "\(context.verb("Took", "take")) \(context.style.amount(amount.negated)) out of"
            : "\(context.verb("Put", "put")) \(context.style.amount(amount)) into"
        let later = set.balanceToday == set.balance ? "" : " Balance: \(context.style.amount(set.balanceToday))."
        return ["\(done) '\(set.asset.name)', which has \(balance) on \(set.day).\(later)"]
    }
}
