import ArgumentParser
import CommandSupport
import Foundation
import HouseholdFeatures
import PortfolioCommands

@main
struct CSTPortfolio: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cst-portfolio",
        abstract: "Keeps what you own in units, what it cost and what it earned.",
        discussion: """
            Begin with a portfolio, an instrument and a purchase:
              cst-portfolio add Broker --currency EUR
              cst-portfolio instrument add ACME --type stock --currency USD
              cst-portfolio buy ACME 10 --price 120 --settled "1105.20 EUR"
            """,
        version: Program.version,
        subcommands: [
            ShowPositions.self, AddPortfolio.self, ListPortfolios.self, ShowPortfolio.self, EditPortfolio.self,
            ArchivePortfolio.self, ActivatePortfolio.self, DeletePortfolio.self, InstrumentGroup.self, Buy.self,
            Sell.self, Swap.self, Dividend.self, Interest.self, Fee.self, Tax.self, Deposit.self, Withdraw.self,
            Exchange.self, Receive.self, Give.self, Adjust.self, Transfer.self, Split.self, Merge.self, SpinOff.self,
            ListTransactions.self, TransactionGroup.self, ShowLots.self, ShowGains.self, PriceGroup.self,
            RatesGroup.self, ImportTrades.self, ExportPortfolios.self, DemoPortfolio.self, Backup.self, Restore.self,
            ShowHistory<PortfolioSubject>.self, Undo.self, StoreGroup.self, Doctor.self, ConfigGroup.self,
        ],
        defaultSubcommand: ShowPositions.self)

    static func main() async {
        let program = Program(name: "cst-portfolio", features: .household(), clock: { Date() })
        await program.run(CSTPortfolio.self, arguments: Array(CommandLine.arguments.dropFirst()))
    }
}
