import ArgumentParser
import BaseFeatures
import CommandSupport
import ExchangeRates
import Models
import Planning
import Presentation
import SavingsViews

/// Shows a plan of sample goals.
struct Demo: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show a plan of sample goals: needs no file, no key and no network.",
        discussion: "  cst-plan demo")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let sample = try await context.sample()
        let service = MonthlyPlanningService(
            store: sample.store, rates: try ExchangeRateService(sample: sample.rates, on: context.today),
            settings: try await context.make({ $0 }, .planningSettings))
        var request = service.request(context.call)
        request.displayCurrency = request.displayCurrency ?? .eur
        let report = try await service.plan(request)
        context.note("These are sample goals at made-up rates. Begin with your own: cst-plan goal add --help")
        return Answer(Document(required: report), lines: context.layout.lines(required: report))
    }
}
