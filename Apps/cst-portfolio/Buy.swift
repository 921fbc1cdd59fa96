import ArgumentParser
import CommandSupport
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Options of a price.
struct PriceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The price of one unit, in the instrument's currency.", valueName: "amount"))
    var price: String?

    @Option(help: ArgumentHelp("The total before fees and taxes, instead of a price.", valueName: "amount"))
    var total: String?

    func validate() throws {
        if (price == nil) == (total == nil) { throw ValidationError("Give --price or --total, one of them.") }
    }
}

/// Enters a purchase.
struct Buy: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "buy", abstract: "Enter a purchase.",
        discussion: """
              cst-portfolio buy ACME 10 --price 120 --fees 5 --settled "1105.20 EUR"
              cst-portfolio buy "World fund" 2.5 --total 250 --date 2026-04-01
            """)

    @Argument(help: "The instrument: its name, symbol, ISIN or id.", completion: .instrumentNames)
    var instrument: String

    @Argument(help: "The units: 10, 0.015 or 2/3.")
    var units: String

    @OptionGroup var price: PriceOptions
    @OptionGroup var charges: ChargeOptions
    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        (request.instrument, request.units) = (instrument, units)
        (request.price, request.amount) = (price.price, price.total)
        charges.apply(to: &request)
        return context.entered(try await context.portfolios().enter(.buy, request, context.call))
    }
}

/// Options of units that go.
struct UnitsOut: ParsableArguments {
    @Argument(help: "The units: 10, 0.015 or 2/3; left out with --all.")
    var units: String?

    @Flag(help: "All units that are held.")
    var all = false

    @Option(
        name: .customLong("lot"),
        help: ArgumentHelp("A lot that goes first, by its id, with its units if not all.", valueName: "lot=units"))
    var lots: [String] = []

    func validate() throws {
        if (units == nil) != all { throw ValidationError("Give the units, or --all.") }
    }

    func apply(to request: inout TransactionRequest) {
        (request.units, request.takesAll, request.lots) = (units, all, lots)
    }
}

/// Enters a sale.
struct Sell: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "sell", abstract: "Enter a sale.",
        discussion: """
              cst-portfolio sell ACME 4 --price 150 --fees 5 --taxes 12.40
              cst-portfolio sell ACME --all --total 1500
              cst-portfolio sell ACME 4 --price 150 --lot 3f2a61c0=4
            """)

    @Argument(help: "The instrument: its name, symbol, ISIN or id.", completion: .instrumentNames)
    var instrument: String

    @OptionGroup var out: UnitsOut
    @OptionGroup var price: PriceOptions
    @OptionGroup var charges: ChargeOptions
    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        request.instrument = instrument
        (request.price, request.amount) = (price.price, price.total)
        out.apply(to: &request)
        charges.apply(to: &request)
        return context.entered(try await context.portfolios().enter(.sell, request, context.call))
    }
}

/// Enters a swap.
struct Swap: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "swap", abstract: "Enter a swap of one instrument for another: a sale and a purchase in one.",
        discussion: "  cst-portfolio swap Bitcoin 0.1 Ether 2.4 --value 6200")

    @Argument(help: "The instrument that goes.", completion: .instrumentNames)
    var instrument: String

    @Argument(help: "Its units.")
    var units: String

    @Argument(help: "The instrument that comes.", completion: .instrumentNames)
    var other: String

    @Argument(help: "Its units.")
    var otherUnits: String

    @Option(help: ArgumentHelp("The value of both, in the portfolio's currency.", valueName: "amount"))
    var value: String

    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        (request.instrument, request.units, request.amount) = (instrument, units, value)
        return context.entered(
            try await context.portfolios().swap(request, for: (other, otherUnits), context.call))
    }
}
