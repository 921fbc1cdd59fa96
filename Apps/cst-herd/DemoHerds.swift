import ArgumentParser
import CommandSupport
import ExchangeRates
import Livestock
import LivestockViews
import Presentation
import Values

/// Values sample herds.
struct DemoHerds: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Value sample herds: needs no file, no key and no network.",
        discussion: "  cst-herd demo")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let sample = try await context.sample()
        let rates = try sample.rates.map {
            FixedRates(try FixedRateTable(csv: $0, fileTime: context.today.startInUTC), name: "sample")
        }
        let chosen = try await context.make({ $0 }, .display)
        let service = HerdValuationService(
            store: sample.store, rates: ExchangeRateService(providers: rates),
            display: DisplayCurrency(try chosen.currency ?? Currency(code: "AUD")), settings: LivestockSettings())
        let outcome = try await service.value([], context.call)
        context.note("These are sample herds at made-up prices. Begin with your own: cst-herd holding add --help")
        return Answer(Document(herdValue: outcome), lines: context.layout.lines(herdValue: outcome.value))
    }
}
