import ArgumentParser
import CommandSupport
import ExchangeRates
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Shows positions.
struct ShowPositions: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "positions", abstract: "Show what is held, its value, cost and gain.",
        discussion: """
              cst-portfolio positions Broker
              cst-portfolio positions --display USD --method average
            """)

    @Argument(help: "The portfolio; all if not given.", completion: .portfolioNames)
    var portfolio: String?

    @Option(help: "Which lots sales take; nothing is written.")
    var method: CostMethod?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.reports().positions(of: portfolio, method: method, context.call)
        return Answer(
            Document(positions: outcome, asOf: context.today), lines: context.layout.lines(positions: outcome.value))
    }
}

/// Shows open lots.
struct ShowLots: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "lots", abstract: "Show the open lots: what was bought when, and what is left of it.",
        discussion: "  cst-portfolio lots ACME")

    @Argument(help: "The instrument; all if not given.", completion: .instrumentNames)
    var instrument: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only those of this portfolio.", valueName: "portfolio"),
        completion: .portfolioNames)
    var portfolio: String?

    @Option(help: "Which lots sales take; nothing is written.")
    var method: CostMethod?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.reports().lots(of: instrument, in: portfolio, method: method, context.call)
        return Answer(Document(lots: outcome, asOf: context.today), lines: context.layout.lines(lots: outcome.value))
    }
}

/// Shows gains.
struct ShowGains: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "gains", abstract: "Show gains of sales, removals and income of a year. It is no tax advice.",
        discussion: """
              cst-portfolio gains --year 2025
              cst-portfolio gains --from 2025-07-01 --to 2025-12-31 --method lifo
              cst-portfolio gains --lots --format json
            """)

    @Option(help: ArgumentHelp("The year, which begins on the day of portfolio.taxYearStart.", valueName: "year"))
    var year: Int?

    @Option(help: ArgumentHelp("The first day.", valueName: "yyyy-mm-dd"))
    var from: String?

    @Option(help: ArgumentHelp("The last day.", valueName: "yyyy-mm-dd"))
    var to: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only those of this portfolio.", valueName: "portfolio"),
        completion: .portfolioNames)
    var portfolio: String?

    @Option(help: "Which lots sales take; nothing is written.")
    var method: CostMethod?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    @Flag(help: "Show the open lots of today, too.")
    var lots = false

    func validate() throws {
        if year != nil, from != nil || to != nil { throw ValidationError("Give --year, or --from and --to.") }
        if let year, !(1000...9998).contains(year) { throw ValidationError("\(year) is no year.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        var period: PortfolioReportService.Period?
        if let year { period = .year(year) }
        if from != nil || to != nil {
            period = .days(from: try from.map { try CalendarDay($0) }, to: try to.map { try CalendarDay($0) })
        }
        let outcome = try await context.reports().gains(
            of: portfolio, in: period, method: method, withLots: lots, context.call)
        return Answer(Document(gains: outcome, asOf: context.today), lines: context.layout.lines(gains: outcome.value))
    }
}

/// Shows a sample portfolio.
struct DemoPortfolio: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Show a sample portfolio: needs no file, no key and no network.",
        discussion: "  cst-portfolio demo")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let sample = try await context.sample()
        let providers = try sample.rates.map { table in
            FixedRates(try FixedRateTable(csv: table, fileTime: context.today.startInUTC), name: "sample")
        }
        let chosen = try await context.make({ $0 }, .display)
        let service = PortfolioReportService(
            store: sample.store, rates: PortfolioRates(ExchangeRateService(providers: providers)), display: chosen)
        let outcome = try await service.positions(of: nil, context.call)
        context.note("This is a sample portfolio at made-up prices. Begin with your own: cst-portfolio add --help")
        return Answer(
            Document(positions: outcome, asOf: context.today), lines: context.layout.lines(positions: outcome.value))
    }
}
