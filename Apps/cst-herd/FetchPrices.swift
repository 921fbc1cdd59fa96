import ArgumentParser
import CommandSupport
import Livestock
import LivestockViews
import Persistence
import Presentation
import Values

/// Fetches prices.
struct FetchPrices: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Fetch prices from the chosen providers and keep those that are new.",
        discussion: """
            The setting livestock.prices.providers chooses among table, exec and mock.
              cst-herd price fetch
              cst-herd price fetch --from 2025-06-01
            """)

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("The first day; 56 days ago if not given.", valueName: "yyyy-mm-dd"))
    var first: String?

    @Option(name: .customLong("to"), help: ArgumentHelp("The last day; today if not given.", valueName: "yyyy-mm-dd"))
    var last: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.make(
            LivestockPriceService.init, .store, .livestockSettings, .livestockPriceSources)
        let outcome = try await service.fetch(from: context.day(first), to: context.day(last), context.call)
        let (prices, known) = outcome.value
        let repeated = known > 0 ? " \(known) were there already." : ""
        return Answer(
            Document(prices: prices, herds: [:], warnings: outcome.warnings, asOf: context.today),
            lines: ["\(context.verb("Kept", "keep")) \(prices.count) prices.\(repeated)"])
    }
}
