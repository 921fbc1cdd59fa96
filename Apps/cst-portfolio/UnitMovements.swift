import ArgumentParser
import CommandSupport
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Options of the cost of units that come.
struct CostOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Their cost, or unknown.", valueName: "amount"))
    var cost: String?

    @Option(help: ArgumentHelp("The day of acquisition, if it is another one.", valueName: "yyyy-mm-dd"))
    var acquired: String?
}

/// Enters units that came without money.
struct Receive: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "receive", abstract: "Enter units that came without money: a gift, or what you held before.",
        discussion: """
              cst-portfolio receive ACME 5 --cost 400 --acquired 2020-03-01
              cst-portfolio receive Token 100 --cost unknown
            """)

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @Argument(help: "The units.")
    var units: String

    @OptionGroup var cost: CostOptions
    @Option(help: ArgumentHelp("Units of the portfolio's currency for one of the instrument's.", valueName: "rate"))
    var rate: String?
    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func validate() throws {
        if cost.cost == nil { throw ValidationError("Say what the units cost: --cost AMOUNT or --cost unknown.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        (request.instrument, request.units, request.rate) = (instrument, units, rate)
        (request.cost, request.acquired) = (cost.cost, cost.acquired)
        return context.entered(try await context.portfolios().enter(.receive, request, context.call))
    }
}

/// Enters units that went without money.
struct Give: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "give", abstract: "Enter units that went without money: given away, lost, or a fee in units.",
        discussion: "  cst-portfolio give ACME 2")

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @OptionGroup var out: UnitsOut
    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        request.instrument = instrument
        out.apply(to: &request)
        return context.entered(try await context.portfolios().enter(.give, request, context.call))
    }
}

/// Sets the units of a position.
struct Adjust: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "adjust", abstract: "Set the units of a position to what is really there.",
        discussion: """
              cst-portfolio adjust Bitcoin --to 0.0498
              cst-portfolio adjust ACME --to 12 --cost unknown
            """)

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @Option(help: ArgumentHelp("The units that are there.", valueName: "units"))
    var to: String

    @OptionGroup var cost: CostOptions
    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        (request.instrument, request.to) = (instrument, to)
        (request.cost, request.acquired) = (cost.cost, cost.acquired)
        return context.entered(try await context.portfolios().adjust(request, context.call))
    }
}

/// Moves units to another portfolio.
struct Transfer: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Move units to another portfolio: cost and day of acquisition stay.",
        discussion: "  cst-portfolio transfer Bitcoin 0.05 --from Exchange --to Wallet --received 0.0499")

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @OptionGroup var out: UnitsOut

    @Option(help: ArgumentHelp("The portfolio that they leave.", valueName: "portfolio"), completion: .portfolioNames)
    var from: String

    @Option(help: ArgumentHelp("The portfolio that they reach.", valueName: "portfolio"), completion: .portfolioNames)
    var to: String

    @Option(help: ArgumentHelp("The units that arrive, if fewer: a network fee.", valueName: "units"))
    var received: String?

    @Option(help: ArgumentHelp("The day; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("A note.", valueName: "text"))
    var note: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var request = TransactionRequest()
        (request.instrument, request.portfolio, request.to) = (instrument, from, to)
        (request.received, request.date, request.note) = (received, date, note)
        out.apply(to: &request)
        return context.entered(try await context.portfolios().enter(.transfer, request, context.call))
    }
}
