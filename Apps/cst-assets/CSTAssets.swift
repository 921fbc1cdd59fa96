import ArgumentParser
import CommandSupport
import Foundation
import HouseholdFeatures
import SavingsCommands

@main
struct CSTAssets: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cst-assets",
        abstract: "Keeps what you own, and which goals it funds.",
        discussion: """
            Begin with what funds a goal:
              cst-assets add Savings --currency EUR --balance 3000
              cst-assets allocate Savings Car --share 60%
            """,
        version: Program.version,
        subcommands: [
            AddAsset.self, ListAssets.self, ShowAsset.self, EditAsset.self, DeleteAsset.self, Deposit.self,
            Withdraw.self, Adjust.self, Transfer.self, ListTransactions.self, TransactionGroup.self, Allocate.self,
            Unallocate.self,
            ListAllocations.self, SyncAssets.self, ImportTransactions.self, ExportAll.self, DemoAssets.self,
            Backup.self, Restore.self, StoreGroup.self, ShowHistory<GoalOrAsset>.self, Undo.self, Doctor.self,
            ConfigGroup.self,
        ],
        defaultSubcommand: ListAssets.self)

    static func main() async {
        let program = Program(name: "cst-assets", features: .household(), clock: { Date() })
        await program.run(CSTAssets.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}
