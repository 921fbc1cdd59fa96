import ArgumentParser
import BaseFeatures
import CommandSupport
import ExchangeRates
import Ledger
import LedgerViews
import Models
import Persistence
import Presentation

/// Shows the ledger of a sample household.
struct DemoLedger: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show a sample household: needs no file, no key and no network.",
        discussion: "  cst-ledger demo")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let sample = try await context.sample()
        let rates = try ExchangeRateService(sample: sample.rates, on: context.today)
        let chosen = try await context.make({ $0 }, .display)
        let display = DisplayCurrency(chosen.currency ?? .eur)
        let accounts = try await AccountBalances.list(all: false, sample.store, rates, display, context.call)
        let statistics = try await StatisticsService(store: sample.store, rates: rates, display: display).statistics(
            .init(LedgerPeriod(context.today.month.adding(months: -1))), context.call)
        var query = TransactionQuery()
        query.limit = 5
        let last = try await LedgerService(store: sample.store).transactions(query, context.call).value.transactions
        context.note("This is a sample household at made-up rates. Begin with your own: cst-ledger --help")
        let overview = LedgerOverview(accounts: accounts.value, month: statistics.value, last: last)
        return Answer(
            Document(
                overview: overview, isComplete: accounts.isComplete && statistics.isComplete,
                warnings: accounts.warnings, asOf: context.today), lines: context.layout.lines(overview: overview))
    }
}
