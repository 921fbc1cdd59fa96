import Allocation
import ArgumentParser
import CommandSupport
import Models
import Persistence
import Presentation
import SavingsCommands
import SavingsViews

/// What deposits and withdrawals take.
struct TransactionOptions: ParsableArguments {
    @Argument(help: "The asset: its name, its id, or the beginning of its id.", completion: .assetNames)
    var asset: String

    @Argument(help: "The amount in the asset's currency, in digits: 250 or 0.015.")
    var amount: String

    @Option(help: ArgumentHelp("The day it counts from; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
}

extension TransactionOptions {
    /// Adds the transaction: a deposit, or a withdrawal of the same amount.
    func add(isWithdrawal: Bool, for goal: String? = nil, in context: CommandContext) async throws -> Answer {
        let assets = try await context.assets()
        let entry = AssetService.Entry(
            asset: asset, amount: amount, date: date, note: note, isWithdrawal: isWithdrawal, goal: goal)
        let outcome = try await assets.enter(entry, context.call)
        let entered = outcome.value
        let amount = isWithdrawal ? entered.transaction.amount.negated : entered.transaction.amount
        let purpose = entered.goal.map { " for \(GoalRow.title(of: $0))" } ?? ""
        let verb = isWithdrawal ? context.verb("Took", "take") : context.verb("Put", "put")
        return Answer(
            Document(
                changed: entered.transaction, of: entered.asset, warnings: outcome.warnings, asOf: context.today),
            lines: [
                "\(verb) \(context.style.amount(amount)) \(isWithdrawal ? "out of" : "into") '\(entered.asset.name)' on \(entered.transaction.day)\(purpose). "
                    + "\(entered.asset.source == nil ? "Balance" : "Entered by hand"): \(context.style.amount(entered.balance))."
            ])
    }
}

/// Puts an amount into an asset.
struct Deposit: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Put an amount into an asset.",
        discussion: """
              cst-assets deposit Savings 250
              cst-assets deposit Savings 250 --date 2026-05-01 --note "May"
            """)

    @OptionGroup var transaction: TransactionOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { transaction.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        try await transaction.add(isWithdrawal: false, in: context)
    }
}

/// Takes an amount out of an asset.
struct Withdraw: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Take an amount out of an asset.",
        discussion: """
              cst-assets withdraw Savings 80 --note Repair
              cst-assets withdraw Savings 2780 --for Laptop    spend what an ended goal had
            """)

    @OptionGroup var transaction: TransactionOptions

    @Option(
        name: .customLong("for"), help: ArgumentHelp("Spend the money of an ended goal.", valueName: "goal"),
        completion: .goalNames)
    var goal: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { transaction.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        try await transaction.add(isWithdrawal: true, for: goal, in: context)
    }
}
