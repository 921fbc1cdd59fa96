import ArgumentParser
import CommandSupport
import Foundation
import HouseholdFeatures
import LedgerCommands

@main
struct CSTLedger: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cst-ledger",
        abstract: "Keeps accounts, transactions and categories: where the money went.",
        discussion: """
            Begin with an account and a purchase:
              cst-ledger category init
              cst-ledger account add Bank --type checking --currency EUR --opening 1200
              cst-ledger expense Bank 42.80 Groceries --payee Spar
            """,
        version: Program.version,
        subcommands: [
            Overview.self, AccountGroup.self, Expense.self, Income.self, Refund.self, TransferMoney.self,
            RepeatTransaction.self, ListLedgerTransactions.self, ShowTransaction.self, EditLedgerTransaction.self,
            DeleteLedgerTransaction.self, Categorise.self, Mark.self, CategoryGroup.self, RuleGroup.self,
            Reconcile.self, Check.self, Review.self, ImportStatement.self, PairTransfers.self, ExportLedger.self,
            Stats.self, ShowNetWorth.self, DemoLedger.self,
            Backup.self, Restore.self, StoreGroup.self, ShowHistory<AnySubject>.self, Undo.self, Doctor.self,
            ConfigGroup.self,
        ],
        defaultSubcommand: Overview.self)

    static func main() async {
        let program = Program(name: "cst-ledger", features: .household(), clock: { Date() })
        await program.run(CSTLedger.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}
