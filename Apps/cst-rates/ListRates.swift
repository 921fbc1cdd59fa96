import ArgumentParser
import CommandSupport
import ExchangeRates
import Models
import Persistence
import Presentation

/// Lists the rates that the plan needs.
struct ListRates: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "The rates of all currencies in use, in the currency of totals.",
        discussion: """
            In use is what goals and assets are counted in; before there are any, USD, EUR, USDT and BTC.
              cst-rates list --display EUR
            """)

    @OptionGroup var day: RateDay

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let display = try context.displayCurrency() ?? Currency(code: "USD")
        let day = try day.value(context)
        let found = try await context.withServices { services in
            let used = try await services.store.read { reader in
                Set(try reader.all(Asset.self).map(\.currency)).union(try reader.all(Goal.self).map(\.currency))
            }
            let currencies = (used.isEmpty ? Set(FrozenRates.pivots) : used).filter { $0 != display }
            let rates = try await services.rates.rates(
                for: Set(currencies.map { .init(from: $0, to: display) }), on: day, context.call)
            return currencies.sorted { $0.identity < $1.identity }.map {
                FoundRate(rates, from: $0, to: display, day: day)
            }
        }
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

    @Argument(help: "What it is worth in.")
    var to: String

    @Option(name: .customLong("from"), help: ArgumentHelp("The first day.", valueName: "yyyy-mm-dd"))
    var first: String

    @Option(name: .customLong("to"), help: ArgumentHelp("The last day; today if not given.", valueName: "yyyy-mm-dd"))
    var last: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let (from, to) = (try Currency(named: from), try Currency(named: to))
        let first = try CalendarDay(first)
        let last = try min(self.last.map { try CalendarDay($0) } ?? context.today, context.today)
        guard first <= last else {
            throw CommandError(
                .usage, "badDays", "The first day \(first) comes after the last \(last).", hint: "Swap --from and --to."
            )
        }
        guard first.days(until: last) < 3660 else {
            throw CommandError(.usage, "badDays", "More than ten years are asked for.", hint: "Ask for less at once.")
        }
        let found = try await context.withRates { rates in
            var found: [FoundRate] = []
            for offset in 0...first.days(until: last) {
                let pair = RatePair(from: from, to: to, day: first.adding(days: offset))
                found.append(try await pair.find(rates, context.call))
            }
            return found
        }
        return Answer(
            Document(history: found, from: from, to: to, asOf: context.today),
            lines: context.layout.lines(history: found))
    }
}
