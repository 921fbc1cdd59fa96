import ArgumentParser
import CommandSupport
import ExchangeRates
import Foundation
import Models
import Persistence
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
        let store = MemoryStore()
        let household = try SampleHousehold(today: context.today, now: context.now)
        try await store.write(ChangeOrigin(instant: context.now, program: "cst-plan", command: "demo")) { writer in
            try household.write(to: writer)
        }
        let rates = FixedRates(
            try FixedRateTable(csv: SampleHousehold.rates(today: context.today), fileTime: context.today.startInUTC),
            name: "sample")
        let service = MonthlyPlanningService(
            store: store, rates: ExchangeRateService(providers: [rates]),
            settings: try await context.make({ $0 }, .planningSettings))
        var request = service.request(context.call)
        request.displayCurrency = request.displayCurrency ?? .eur
        let report = try await service.plan(request)
        context.note("These are sample goals at made-up rates. Begin with your own: cst-plan goal add --help")
        return Answer(Document(required: report), lines: context.layout.lines(required: report))
    }
}
