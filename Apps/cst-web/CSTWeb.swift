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
import Persistence
import PersistenceSQLite
import Planning
import Presentation
import RateProviders
import SavingsViews

@main
struct CSTWeb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cst-web",
        abstract: "Goals, assets and plans in the browser, with the figures of the other programs.",
        discussion: """
            It answers to this machine alone, to whoever has the address that it prints,
            unless you say who may log in from others: cst-web user add NAME.
              cst-web
              cst-web --demo
            """,
        version: Program.version,
        subcommands: [
            Serve.self, UserGroup.self, TokenGroup.self, LinkGroup.self, Doctor.self, ConfigGroup.self,
        ],
        defaultSubcommand: Serve.self)

    static func main() async {
        let program = Program(
            name: "cst-web", remedies: RemedyWords.savings,
            commandsElsewhere: [
                "cst-assets": [
                    "add", "list", "show", "edit", "delete", "deposit", "withdraw", "transfer", "transactions",
                    "transaction", "allocate", "unallocate", "allocations", "sync", "import", "export", "backup",
                    "restore", "history", "undo",
                ],
                "cst-plan": [
                    "demo", "goal", "required", "schedule", "protect", "skip", "flexible", "flex", "budget", "month",
                    "what-if", "forecast", "simulate", "report", "remind",
                ],
                "cst-rates": ["get", "convert"],
            ],
            clock: { Date() }
        ) { clock in
            [
                PlanningPlugin(), AllocationPlugin(), ExecBalancesPlugin(), ChainsPlugin(), ExtendedKeysPlugin(),
                ExchangeRatesPlugin(), SQLitePlugin(connections: .several, now: clock), MemoryPlugin(), NetworkPlugin(),
                RatesPlugin(), InterchangePlugin(), WebSettings(),
            ]
        }
        await program.run(CSTWeb.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}
