import ArgumentParser
import CommandSupport
import ExchangeRates
import Models
import Presentation

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

    @Argument(help: "What it is worth in.")
    var to: String

    @OptionGroup var day: RateDay

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let pair = RatePair(from: try Currency(named: from), to: try Currency(named: to), day: try day.value(context))
        let found = try await context.withRates { try await pair.find($0, context.call) }
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
        let pair = RatePair(from: try Currency(named: from), to: try Currency(named: to), day: try day.value(context))
        let amount = try Money(amount, pair.from)
        let found = try await context.withRates { try await pair.find($0, context.call) }
        let result = try found.rate.map { rate in
            try amount.exact.converted(at: rate.rate, to: pair.to).rounded(.halfEven)
        }
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
    func value(_ context: CommandContext) throws -> CalendarDay? {
        guard let date else { return nil }
        let day = try CalendarDay(date)
        guard day <= context.today else {
            throw CommandError(
                .usage, "futureDay", "\(day) is in the future: nobody knows its rates.", hint: "Leave --date out.")
        }
        return day
    }
}

/// Two currencies whose rate is wanted.
struct RatePair {
    let from: Currency
    let to: Currency
    let day: CalendarDay?

    func find(_ service: ExchangeRateService, _ call: Call) async throws -> FoundRate {
        guard from != to else {
            throw CommandError(
                .data, "sameCurrency", "\(from) is worth one \(to): nothing is converted.",
                hint: "Name two currencies.")
        }
        let rates = try await service.rates(for: [.init(from: from, to: to)], on: day, call)
        return FoundRate(rates, from: from, to: to, day: day)
    }
}

extension Currency {
    /// A code, or `chain:contract`. The decimals of a token play no part in its rate.
    init(named text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        if parts.count == 2 {
            try self.init(token: "token", chain: parts[0], contract: parts[1], decimals: Money.maximumPlaces)
        } else {
            try self.init(code: text)
        }
    }
}
