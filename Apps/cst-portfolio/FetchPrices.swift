import ArgumentParser
import CommandSupport
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Fetches prices.
struct FetchPrices: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Fetch prices from the chosen providers and keep them.",
        discussion: """
            The setting prices.providers chooses among fixed, http, rates, exec and mock. Coins with a symbol are priced by exchange
            rates; other instruments name a source of the table prices.http.file.
              cst-portfolio instrument edit "World fund" --prices stooq:wrld.de
              cst-portfolio price fetch
              cst-portfolio price fetch Bitcoin --from 2026-01-01
            """)

    @Argument(
        help: "The instruments; all that are held or name a source if none are given.", completion: .instrumentNames)
    var instruments: [String] = []

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "The first day; if not given, the newest that was fetched, or two weeks ago.", valueName: "yyyy-mm-dd"))
    var first: String?

    @Option(name: .customLong("to"), help: ArgumentHelp("The last day; today if not given.", valueName: "yyyy-mm-dd"))
    var last: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.make(PriceFetchService.init, .store, .priceSources)
        let outcome = try await service.fetch(instruments, from: first, to: last, context.call)
        return Answer(
            Document(fetchedPrices: outcome, asOf: context.today),
            lines: context.layout.lines(fetched: outcome.value, verb: context.verb("Kept", "keep")))
    }
}
