import ArgumentParser
import CommandSupport
import ExchangeRates
import Models
import Persistence
import Presentation
import RateViews

/// Lists the rates that the plan needs.
struct ListRates: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The rates of all currencies in use, in the currency for totals.",
        discussion: """
            In use is what goals and assets are counted in; before there are any, USD, EUR, USDT and BTC.
              cst-rates list --display EUR
            """)

    @OptionGroup var day: RateDay

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let (store, rates, settings) = try await context.make({ ($0, $1, $2) }, .store, .rates, .display)
        let display = settings.currency ?? .usd
        let used = try await store.read { try $0.currenciesInUse() }
        let found = try await rates.list(
            used.isEmpty ? Set(FrozenRates.pivots) : used, in: display, on: day.value, context.call
        ).value
        return Answer(
            Document(rates: found, display: display, asOf: context.today), lines: context.layout.lines(rates: found))
    }
}

/// Tells a rate day by day.
struct RateHistory: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "The rate from one currency to another, day by day.",
        discussion: """
            On days without a rate the newest one before counts, at most 7 days back; its own day is shown.
              cst-rates history EUR USD --from 2026-03-01 --to 2026-03-31 --format csv
            """)

    @Argument(help: "What one unit is of.")
    var from: String

    @Argument(help: "The currency of the price.")
    var to: String

    @Option(name: .customLong("from"), help: ArgumentHelp("The first day.", valueName: "yyyy-mm-dd"))
    var first: String

    @Option(name: .customLong("to"), help: ArgumentHelp("The last day; today if not given.", valueName: "yyyy-mm-dd"))
    var last: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let (from, to) = (try Currency(identity: from), try Currency(identity: to))
        let first = try CalendarDay(first)
        let last = try min(self.last.map { try CalendarDay($0) } ?? context.today, context.today)
        let rates = try await context.make({ $0 }, .rates)
        let found = try await rates.history(from, in: to, first, to: last, context.call).value
        return Answer(
            Document(history: found, from: from, to: to, asOf: context.today),
            lines: context.layout.lines(history: found))
    }
}
