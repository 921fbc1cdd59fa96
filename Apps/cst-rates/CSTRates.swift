import ArgumentParser
import BaseFeatures
import CommandSupport
import Foundation

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
        let program = Program(name: "cst-rates", features: [.rates, .base()], clock: { Date() })
        await program.run(CSTRates.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}
