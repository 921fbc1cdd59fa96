import Allocation
import ArgumentParser
import CommandSupport
import ExchangeRates
import Foundation
import HTTPNetworking
import Persistence
import PersistenceSQLite
import Presentation
import RateProviders
import RateViews

@main
struct CSTRates: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cst-rates",
        abstract: "Exchange rates of currencies, coins and tokens, each with its source, path and age.",
        discussion: """
              cst-rates get BTC EUR
              cst-rates convert 0.05 BTC JPY --date 2026-03-31
            """,
        version: Program.version,
        subcommands: [
            GetRate.self, Convert.self, ListRates.self, RateHistory.self, Doctor.self, ConfigGroup.self,
        ])

    static func main() async {
        let program = Program(
            name: "cst-rates",
            remedies: RemedyWords.rates,
            commandsElsewhere: [
                "cst-assets": [
                    "add", "show", "edit", "delete", "deposit", "withdraw", "transfer", "transactions", "transaction",
                    "allocate",
                    "unallocate", "allocations", "sync", "import", "export", "backup", "restore", "undo",
                ],
                "cst-plan": [
                    "demo", "goal", "required", "schedule", "protect", "skip", "flexible", "flex", "budget", "month",
                    "what-if", "forecast", "simulate", "report", "remind",
                ],
                "cst-web": ["serve", "user", "token", "link"],
            ],
            clock: { Date() }
        ) { clock in
            [
                ExchangeRatesPlugin(), AllocationPlugin(), SQLitePlugin(now: clock), MemoryPlugin(), NetworkPlugin(),
                RatesPlugin(),
            ]
        }
        await program.run(CSTRates.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}
