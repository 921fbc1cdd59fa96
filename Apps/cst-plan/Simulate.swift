import ArgumentParser
import CommandSupport
import Forecast
import Models
import Presentation
import SavingsCommands
import SavingsViews

/// How likely goals are reached when prices move.
struct Simulate: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "How likely goals are reached when prices move, and what to pay to be surer.",
        discussion: """
            Prices move at random around those of today, as much as they did in
            the last year, and payments go where the contributions of the last
            year went. The same seed gives the same answer.
              cst-plan simulate
              cst-plan simulate Car --confidence 0.95
              cst-plan simulate Car --monthly 300 --volatility BTC=60%
            """)

    @Argument(
        help: "The goal: its name, its id, or the beginning of its id; all when left out.", completion: .goalNames)
    var goal: String?

    @Option(help: ArgumentHelp("How many futures to simulate: 10000 unless said otherwise.", valueName: "number"))
    var paths: Int?

    @Option(help: ArgumentHelp("Where all random numbers come from: 1 unless said otherwise.", valueName: "number"))
    var seed: Int?

    @Option(
        help: ArgumentHelp("The probability to reach the goal with: 0.9 unless said otherwise.", valueName: "share"))
    var confidence: String?

    @Option(
        help: ArgumentHelp("Pay this on every payment date, in the goal's currency, not the plan.", valueName: "amount")
    )
    var monthly: String?

    @OptionGroup
    var prices: PriceOptions

    @OptionGroup
    var pictures: PictureOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [pictures.svg].compactMap { $0 } }

    func validate() throws {
        if pictures.svg != nil, goal == nil { throw ValidationError("Name the goal that --svg is to show.") }
        if monthly != nil, goal == nil { throw ValidationError("Name the goal that --monthly is paid for.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let fields = ForecastService.OddsFields(
            paths: paths, seed: seed, confidence: confidence, monthly: monthly, volatilities: prices.volatility,
            correlations: prices.correlation)
        let odds = try await context.forecasts().odds(goal, fields, context.call)
        if let file = pictures.svg, let first = odds.value.goals.first {
            try context.write(GoalPictures(context.style).file(of: first, today: context.today).text, to: file)
        }
        let document = Document(simulation: odds)
        guard pictures.svg != "-" else { return Answer(document, lines: []) }
        return Answer(document, lines: context.layout.lines(simulation: odds.value, pictures.characters))
    }
}

/// What to assume of prices instead of what they did.
struct PriceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How much a price moves in a year, as BTC=60%, instead of as it did; may be repeated.",
            valueName: "code=share"))
    var volatility: [String] = []

    @Option(
        help: ArgumentHelp(
            "How two prices move together, as BTC,ETH=0.7, instead of as they did; may be repeated.",
            valueName: "codes=number"))
    var correlation: [String] = []
}
