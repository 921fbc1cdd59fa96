import ArgumentParser
import Blockchain
import CommandSupport
import Models
import Persistence
import Presentation
import SavingsViews

/// Reads balances from chains.
struct SyncAssets: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Read the balances of assets on blockchains.",
        discussion: """
            What cannot be read keeps the balance that was read before.
              cst-assets sync
              cst-assets sync "Cold wallet"
            """)

    @Argument(help: "The assets: names or ids; all with an address if none.", completion: .assetNames)
    var assets: [String] = []

    @Flag(help: "Read everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let balances = try await context.make(BalanceService.init, .store, .chainProviders)
        let outcome = try await balances.sync(assets, context.call) { progress in
            context.showProgress("\(progress.done) of \(progress.total): \(progress.last.name)")
        }
        context.showProgress(nil)
        let isAnyRead = outcome.value.contains { (try? $0.result.get()) != nil }
        return Answer(
            Document(sync: outcome.value, warnings: outcome.warnings, asOf: context.today),
            lines: context.layout.lines(sync: outcome.value), status: isAnyRead ? nil : .outside)
    }
}
