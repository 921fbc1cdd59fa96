import ArgumentParser
import CommandSupport
import ExchangeRates
import Models
import Presentation
import RateViews

/// Tells one rate.
struct GetRate: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "get", abstract: "The rate from one currency to another.",
        discussion: """
            With --strict it ends with status 3 when no rate is known.
              cst-rates get BTC EUR
              cst-rates get USD JPY --date 2026-03-31 --format json
            """)

    @Argument(help: "What one unit is of: USD, BTC, or chain:contract of a token.")
    var from: String

    @Argument(help: "The currency of the price.")
    var to: String

    @OptionGroup var day: RateDay

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let rates = try await context.make({ $0 }, .rates)
        let found = try await rates.find(
            Currency(identity: from), in: Currency(identity: to), on: day.value, context.call
        ).value
        return Answer(
            Document(rate: found, asOf: context.today), lines: context.layout.lines(rate: found))
    }
}

/// Converts an amount.
struct Convert: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "An amount in another currency.",
        discussion: """
            The result is rounded to the minor unit, a tie to the even one.
              cst-rates convert 0.05 BTC EUR
              cst-rates convert 250 USD JPY --date 2026-03-31
            """)

    @Argument(help: "The amount, in digits: 250 or 0.015.")
    var amount: String

    @Argument(help: "What it is in: USD, BTC, or chain:contract of a token.")
    var from: String

    @Argument(help: "What it is wanted in.")
    var to: String

    @OptionGroup var day: RateDay

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let from = try Currency(identity: from)
        let amount = try Money(entered: amount, from)
        let rates = try await context.make({ $0 }, .rates)
        let found = try await rates.find(from, in: Currency(identity: to), on: day.value, context.call).value
        let result = try found.rate.map { try Conversion(at: $0).convert(amount.exact).rounded(.halfEven) }
        return Answer(
            Document(conversion: amount, result: result, by: found, asOf: context.today),
            lines: context.layout.lines(conversion: amount, result: result, by: found))
    }
}

/// The day a rate is wanted for.
struct RateDay: ParsableArguments {
    @Option(
        help: ArgumentHelp("A past day: the newest rate on or before it, at most 7 days back.", valueName: "yyyy-mm-dd")
    )
    var date: String?

    /// The day, or nil for the newest rate.
    var value: CalendarDay? { get throws { try date.map { try CalendarDay($0) } } }
}
