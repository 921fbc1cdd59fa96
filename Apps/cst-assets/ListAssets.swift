import Allocation
import ArgumentParser
import Blockchain
import CommandSupport
import ExchangeRates
import Models
import Persistence
import Presentation
import SavingsCommands
import SavingsViews

/// Lists assets.
struct ListAssets: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List all assets with their values.",
        discussion: """
              cst-assets list
              cst-assets list --display EUR --format csv
            """)

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let assets = try await context.make(AssetValuationService.init, .store, .rates, .display, .funding)
        let found = try await assets.list(context.call).value
        return Answer(
            Document(assets: found.report, display: found.display, asOf: context.today),
            lines: context.layout.lines(assets: found.report))
    }
}

/// Shows one asset.
struct ShowAsset: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one asset and the goals it funds.",
        discussion: "  cst-assets show Savings")

    @Argument(help: "The asset: its name, its id, or the beginning of its id.", completion: .assetNames)
    var asset: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let assets = try await context.make(AssetValuationService.init, .store, .rates, .display, .funding)
        let found = try await assets.asset(named: asset, context.call).value
        guard let row = found.report.rows.first else {
            throw LookupError.unknown(kind: "asset", name: asset, nearest: nil)
        }
        let isOnChain = row.balance.asset.isOnChain
        let chain = try await context.make(TransactionService.init, .store, .chainSettings)
        let transactions = isOnChain ? try await chain.transactions(of: asset, context.call).value : []
        return Answer(
            Document(
                asset: row, goals: found.goals, display: found.display, transactions: isOnChain ? transactions : nil,
                warnings: found.report.warnings, asOf: context.today),
            lines: context.layout.lines(asset: row, goals: found.goals)
                + context.layout.lines(chainTransactions: transactions))
    }
}
