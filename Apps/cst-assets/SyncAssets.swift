import ArgumentParser
import Blockchain
import CommandSupport
import Foundation
import Models
import Persistence
import Presentation
import SavingsCommands
import SavingsViews

/// Reads balances from chains.
struct SyncAssets: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Read the balances of assets on blockchains.",
        discussion: """
            What cannot be read keeps the balance that was read before. What was read
            less than half an hour ago is not read again without --fresh.
              cst-assets sync
              cst-assets sync "Cold wallet" --fresh
            """)

    @Argument(help: "The assets: names or ids; all with an address if none.", completion: .assetNames)
    var assets: [String] = []

    @Flag(help: "Read also what was read a short time ago.")
    var fresh = false

    @Flag(help: "Go on until Ctrl-C, and read again whenever a balance has become old.")
    var watch = false

    @Flag(help: "Read everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if watch, dryRun { throw ValidationError("--watch keeps what it reads: leave out --dry-run.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let (balances, settings) = try await context.make(
            { (BalanceService(store: $0, providers: $1, settings: $2), $2) }, .store, .chainProviders, .chainSettings)
        // As many requests as there are assets take longer than an answer that somebody waits for.
        var call = context.call
        call.deadline = .none
        let start = ContinuousClock.now
        while true {
            let outcome = try await balances.sync(assets, isForced: fresh, call) { progress in
                let waiting = progress.waitingFor.map { ", waiting for \($0.name)" } ?? ""
                context.showProgress("\(progress.done) of \(progress.total) read\(waiting)")
            }
            context.showProgress(nil)
            let isAllRead = outcome.value.allSatisfy { (try? $0.result.get()) != nil }
            let answer = Answer(
                Document(sync: outcome.value, warnings: outcome.warnings, asOf: call.today),
                lines: context.layout.lines(sync: outcome.value), status: isAllRead ? nil : .outside)
            guard watch else { return answer }
            try context.show(answer)
            try await ContinuousClock().sleep(for: settings.balanceAge)
            // The instant of the program's start, moved on by what has passed since.
            let passed = start.duration(to: .now) / .seconds(1)
            call = Call(
                now: context.now.addingTimeInterval(passed), zone: call.zone, program: call.program,
                command: call.command)
        }
    }
}
