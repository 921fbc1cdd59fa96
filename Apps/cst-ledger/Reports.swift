import Allocation
import ArgumentParser
public import CommandSupport
import ExchangeRates
public import Ledger
import LedgerCommands
import LedgerViews
import Models
import Persistence
import Presentation

extension FlowReport.Grouping: ChoiceArgument {}
extension StatisticsService.Comparison: ChoiceArgument {}
extension NetWorthService.Step: ChoiceArgument {}

/// Shows where the money went.
struct Stats: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", abstract: "Show income and expense of a period: this month if none is given.",
        discussion: """
            Converted amounts are summed exactly and rounded once a month; longer periods
            are the sum of their months, so that months add up to the year, by at most
            half a unit each from the exact sum. Rows are rounded so that they add up to
            their total, by at most one unit a month; the largest expenses one by one.
              cst-ledger stats --month 2026-03 --top 5 --compare previous
              cst-ledger stats --year 2026 --by month
            """)

    @OptionGroup var days: PeriodOptions

    @Option(help: "What the totals are divided by: category, payee, account, month or day.")
    var by: FlowReport.Grouping = .category

    @Option(help: ArgumentHelp("How many levels of categories are shown.", valueName: "number")) var depth: Int?

    @Option(help: ArgumentHelp("How many of the largest expenses are listed.", valueName: "number")) var top: Int = 0

    @Option(help: "Compare with the period before, or the same a year earlier: previous or lastYear.")
    var compare: StatisticsService.Comparison?

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func validate() throws {
        if let depth, depth < 1 { throw ValidationError("--depth is 1 or more.") }
        if top < 0 { throw ValidationError("--top is 0 or more.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = StatisticsService.Request(
            try days.period(context.today) ?? LedgerPeriod(context.today.month))
        (request.grouping, request.top, request.comparison) = (by, top, compare)
        let found = try await context.statistics().statistics(request, context.call)
        return Answer(
            Document(statistics: found, depth: depth, asOf: context.today),
            lines: context.layout.lines(statistics: found.value, depth: depth))
    }
}

/// Shows the net worth.
struct ShowNetWorth: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "networth", abstract: "Show the net worth on a day, or from one day to another.",
        discussion: """
              cst-ledger networth --on 2026-03-31
              cst-ledger networth --from 2025-12-31 --to 2026-05-31 --every month --explain
              cst-ledger networth --with-assets
            """)

    @Option(help: ArgumentHelp("The day; today if not given.", valueName: "yyyy-mm-dd")) var on: String?

    @Option(name: .customLong("from"), help: ArgumentHelp("The first day of several.", valueName: "yyyy-mm-dd"))
    var first: String?

    @Option(name: .customLong("to"), help: ArgumentHelp("The last day; today if not given.", valueName: "yyyy-mm-dd"))
    var last: String?

    @Option(help: "The points between: week, month or year.") var every: NetWorthService.Step?

    @Flag(help: "Show how the first became the last.") var explain = false

    @Flag(help: "Count the assets of goals beside the accounts.") var withAssets = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func validate() throws {
        if on != nil, first != nil || last != nil { throw ValidationError("Give --on, or --from and --to.") }
        if first == nil, last != nil || every != nil { throw ValidationError("Give --from with the first day.") }
        if explain, withAssets {
            throw ValidationError("--explain shows how the accounts changed: leave --with-assets out.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let today = context.today
        var days = [try on.map { try CalendarDay($0) } ?? today]
        if let first {
            days = try NetWorthService.days(
                from: CalendarDay(first), to: last.map { try CalendarDay($0) } ?? today, every: every)
        } else if explain, let day = days.first {
            days = [day.month.adding(months: -1).lastDay, day]
        }
        let service =
            withAssets
            ? try await context.make(
                { NetWorthService(store: $0, rates: $1, display: $2, funding: $3) }, .store, .rates, .display, .funding)
            : try await context.make(
                { NetWorthService(store: $0, rates: $1, display: $2) }, .store, .rates, .display)
        let found = try await service.report(on: days, explains: explain, context.call)
        return Answer(
            Document(netWorth: found, asOf: today), lines: context.layout.lines(netWorth: found.value))
    }
}
