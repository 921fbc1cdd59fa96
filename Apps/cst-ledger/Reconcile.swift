import ArgumentParser
import CommandSupport
import Ledger
import LedgerCommands
import LedgerViews
import Models
import Persistence
import Presentation

/// Compares an account with a statement of the bank.
struct Reconcile: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile", abstract: "Compare an account with the bank's statement, and keep it if they agree.",
        discussion: """
              cst-ledger reconcile Bank --statement 1480.12 --on 2026-04-30
              cst-ledger reconcile Bank --statement 1480.12 --on 2026-04-30 --clear 3f2a91c0
              cst-ledger reconcile Bank --withdraw
            """)

    @Argument(help: "The account: its name, its id, or the beginning of its id.", completion: .accountNames)
    var account: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The balance that the bank states, with its sign.", valueName: "amount"))
    var statement: String?

    @Option(help: ArgumentHelp("The day at whose end it holds; today if not given.", valueName: "yyyy-mm-dd"))
    var on: String?

    @Flag(help: "Clear all transactions up to the day first.") var clearAll = false

    @Option(name: .customLong("clear"), help: ArgumentHelp("Clear this transaction first.", valueName: "id"))
    var cleared: [String] = []

    @Flag(help: "Book a difference.") var adjust = false

    @Option(help: ArgumentHelp("The category of the difference; Adjustments if not given.", valueName: "category"))
    var category: String?

    @Flag(help: "Withdraw the last statement instead.") var withdraw = false

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func validate() throws {
        if !withdraw, statement == nil {
            throw ValidationError("Give --statement with the balance that the bank states.")
        }
        if withdraw, statement != nil || adjust || clearAll || !cleared.isEmpty {
            throw ValidationError("--withdraw takes no statement.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.make(ReconciliationService.init, .store)
        if withdraw {
            let result = try await service.withdraw(account, context.call).value
            return Answer(
                Document(reconciliation: result, asOf: context.today),
                lines: [
                    "\(context.verb("Withdrew", "withdraw")) the statement of '\(result.account.name)' on "
                        + "\(result.statement.day): \(result.count) "
                        + "transaction\(result.count == 1 ? " is" : "s are") cleared as before."
                ])
        }
        var request = ReconciliationService.Request(account: account, statement: statement ?? "", day: on)
        (request.clearsAll, request.cleared, request.adjusts, request.category) = (clearAll, cleared, adjust, category)
        let outcome = try await service.reconcile(request, context.call)
        let result = outcome.value
        var lines = [
            "\(context.verb("Kept", "keep")) the statement of '\(result.account.name)' on \(result.statement.day): "
                + "\(context.style.amount(result.statement.balance)), \(result.count) "
                + "transaction\(result.count == 1 ? "" : "s")."
        ]
        if !result.difference.isZero {
            lines.append(
                "\(context.verb("Booked", "book")) the difference of \(context.style.amount(result.difference)).")
        }
        return Answer(
            Document(reconciliation: result, warnings: outcome.warnings, asOf: context.today), lines: lines)
    }
}

/// Compares kept statements with the ledger.
struct Check: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Compare kept statements with the ledger.", discussion: "  cst-ledger check")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let checked = try await context.make(ReconciliationService.init, .store).check()
        return Answer(
            Document(checked: checked, asOf: context.today), lines: context.layout.lines(checked: checked),
            status: checked.allSatisfy(\.holds) ? nil : .data)
    }
}
