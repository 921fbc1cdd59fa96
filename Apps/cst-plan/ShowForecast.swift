import ArgumentParser
import CommandSupport
import Forecast
import Models
import Presentation
import SavingsCommands
import SavingsViews

/// When a goal is reached by paying as before.
struct ShowForecast: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "forecast",
        abstract: "When a goal is reached if you go on paying as before, with pictures.",
        discussion: """
            Counts what was contributed in the last year, or since the goal's first day.
              cst-plan forecast Car
              cst-plan forecast Car --svg car.svg
            """)

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String

    @OptionGroup
    var prices: PriceOptions

    @OptionGroup
    var pictures: PictureOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [pictures.svg].compactMap { $0 } }

    func answer(in context: CommandContext) async throws -> Answer {
        let fields = ForecastService.OddsFields(volatilities: prices.volatility, correlations: prices.correlation)
        let forecast = try await context.forecasts().forecast(goal, fields, context.call)
        if let file = pictures.svg {
            try context.write(GoalPictures(context.style).file(of: forecast.value).text, to: file)
        }
        let document = Document(forecast: forecast, asOf: context.today)
        guard pictures.svg != "-" else { return Answer(document, lines: []) }
        return Answer(document, lines: context.layout.lines(forecast: forecast.value, pictures.characters))
    }
}
