import ArgumentParser
import CommandSupport
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Instruments.
struct InstrumentGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instrument", abstract: "Add, list, change or delete instruments: what portfolios hold units of.",
        subcommands: [
            AddInstrument.self, ListInstruments.self, ShowInstrument.self, EditInstrument.self, DeleteInstrument.self,
        ],
        defaultSubcommand: ListInstruments.self)
}

/// Adds an instrument.
struct AddInstrument: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an instrument, with a first purchase if you hold it already.",
        discussion: """
              cst-portfolio instrument add ACME --type stock --currency USD --isin US0378331005
              cst-portfolio instrument add Bitcoin --type crypto --currency EUR --units 0.05 --price 38000
            """)

    @Argument(help: "The name.")
    var name: String

    @Option(help: "Its type.")
    var type: InstrumentType

    @Option(help: ArgumentHelp("The currency of its prices.", valueName: "code"))
    var currency: String

    @Option(help: ArgumentHelp("Its symbol at an exchange.", valueName: "symbol"))
    var symbol: String?

    @Option(help: ArgumentHelp("Its ISIN.", valueName: "isin"))
    var isin: String?

    @Option(help: ArgumentHelp("The market that it is traded at.", valueName: "market"))
    var market: String?

    @Option(help: ArgumentHelp("Units that are bought with it.", valueName: "units"))
    var units: String?

    @Option(help: ArgumentHelp("The price of one unit, with --units.", valueName: "amount"))
    var price: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The portfolio of that purchase.", valueName: "portfolio"),
        completion: .portfolioNames)
    var portfolio: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if (units == nil) != (price == nil) { throw ValidationError("--units and --price belong together.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = InstrumentService.Fields()
        (fields.name, fields.type, fields.currency) = (name, type.rawValue, currency)
        (fields.symbol, fields.isin, fields.market) = (symbol, isin, market)
        var lines: [String] = []
        let outcome: Outcome<Instrument>
        if let units, let price {
            var request = TransactionRequest()
            (request.portfolio, request.units, request.price) = (portfolio, units, price)
            let added = try await context.portfolios().addInstrument(fields, buying: request, context.call)
            outcome = added.map(\.instrument)
            lines = context.layout.lines(entered: added.value.entered, verb: context.verb("Entered", "enter"))
        } else {
            outcome = try await context.instruments().add(fields, context.call)
        }
        let instrument = outcome.value
        return Answer(
            Document(instrument: instrument, warnings: outcome.warnings, asOf: context.today),
            lines: ["\(context.verb("Added", "add")) '\(instrument.name)' in \(instrument.currency)."] + lines)
    }
}

/// Lists instruments.
struct ListInstruments: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the instruments.", discussion: "  cst-portfolio instrument list")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.instruments().instruments()
        return Answer(
            Document(instruments: found, asOf: context.today), lines: context.layout.lines(instruments: found))
    }
}

/// Shows an instrument.
struct ShowInstrument: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one instrument.", discussion: "  cst-portfolio instrument show ACME")

    @Argument(help: "The instrument: its name, symbol, ISIN or id.", completion: .instrumentNames)
    var instrument: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.instruments().instrument(named: instrument)
        return Answer(
            Document(instrument: found.instrument, asOf: context.today),
            lines: context.layout.lines(instruments: [found.instrument]) + [
                "\(context.layout.counted(found.transactions, "transaction")), "
                    + "\(context.layout.counted(found.prices, "recorded price"))."
            ])
    }
}

/// Changes an instrument.
struct EditInstrument: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change an instrument. Type and currency stay once there are transactions.",
        discussion: """
              cst-portfolio instrument edit ACME --symbol ACM
              cst-portfolio instrument edit ACME --prices stooq:acme.us
            """)

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @Option(help: ArgumentHelp("A new name.", valueName: "name"))
    var name: String?

    @Option(help: "Another type.")
    var type: InstrumentType?

    @Option(help: ArgumentHelp("Another currency.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("Its symbol at an exchange.", valueName: "symbol"))
    var symbol: String?

    @Option(help: ArgumentHelp("Its ISIN.", valueName: "isin"))
    var isin: String?

    @Option(help: ArgumentHelp("The market that it is traded at.", valueName: "market"))
    var market: String?

    @Option(
        help: ArgumentHelp(
            "The source of its prices, with the symbol there; an empty text for any source.",
            valueName: "name[:symbol]"))
    var prices: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = InstrumentService.Fields()
        (fields.name, fields.type, fields.currency) = (name, type?.rawValue, currency)
        (fields.symbol, fields.isin, fields.market, fields.prices) = (symbol, isin, market, prices)
        let found = try await context.instruments().edit(instrument, fields, context.call).value
        return Answer(
            Document(instrument: found, asOf: context.today),
            lines: ["\(context.verb("Changed", "change")) '\(found.name)'."])
    }
}

/// Deletes an instrument.
struct DeleteInstrument: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an instrument.",
        discussion: "  cst-portfolio instrument delete ACME --cascade --yes")

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @Flag(help: "With its transactions and prices.")
    var cascade = false

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.instruments()
        let found = try await service.instrument(named: instrument).instrument
        try context.confirm(
            "Delete '\(found.name)'\(cascade ? " with all its transactions and prices" : "")?", yes: yes || dryRun)
        let outcome = try await service.delete(instrument, cascade: cascade, context.call)
        let deleted = outcome.value
        return Answer(
            Document(instrument: deleted.instrument, warnings: outcome.warnings, asOf: context.today),
            lines: [
                "\(context.verb("Deleted", "delete")) '\(deleted.instrument.name)' with its transactions "
                    + "(\(deleted.transactions)) and prices (\(deleted.prices))."
            ])
    }
}
