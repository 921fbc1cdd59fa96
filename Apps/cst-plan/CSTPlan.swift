import Allocation
import ArgumentParser
import BalanceProviders
import ChainProviders
import CommandSupport
import ExchangeRates
import ExtendedKeys
import Foundation
import HTTPNetworking
import Interchange
import NotificationChannels
import Notifications
import Persistence
import PersistenceSQLite
import Planning
import Presentation
import RateProviders
import SavingsCommands
import SavingsViews

@main
struct CSTPlan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cst-plan",
        abstract: "Says what to set aside this month so that every savings goal is reached.",
        discussion: """
            Begin with a goal and something that funds it:
              cst-plan goal add Car --target 12000 --currency EUR --deadline 2030-06-30
              cst-assets add Savings --currency EUR --balance 3000
              cst-assets allocate Savings Car --share 60%
              cst-plan
            """,
        version: Program.version,
        subcommands: [
            Demo.self, GoalGroup.self, Required.self, ShowSchedule.self, Protect.self, Skip.self, Flexible.self,
            Flex.self, Budget.self, MonthGroup.self, ShowWhatIf.self, ShowForecast.self, Simulate.self,
            WriteReport.self, RemindGroup.self,
            ShowHistory<GoalOrAsset>.self, Undo.self, Doctor.self,
            ConfigGroup.self,
        ],
        defaultSubcommand: Required.self)

    static func main() async {
        let program = Program(
            name: "cst-plan", remedies: RemedyWords.savings,
            commandsElsewhere: [
                "cst-assets": [
                    "add", "list", "show", "edit", "delete", "deposit", "withdraw", "transfer", "transactions",
                    "transaction",
                    "allocate", "unallocate", "allocations", "sync", "import", "export", "backup", "restore",
                ],
                "cst-rates": ["get", "convert"],
                "cst-web": ["serve", "user", "token", "link"],
            ],
            clock: { Date() }
        ) { clock in
            [
                PlanningPlugin(), AllocationPlugin(), ExecBalancesPlugin(), ChainsPlugin(), ExtendedKeysPlugin(),
                ExchangeRatesPlugin(), InterchangePlugin(),
                SQLitePlugin(now: clock), MemoryPlugin(), NetworkPlugin(), RatesPlugin(), NotificationsPlugin(),
                NotificationChannelsPlugin(),
            ]
        }
        await program.run(CSTPlan.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}
