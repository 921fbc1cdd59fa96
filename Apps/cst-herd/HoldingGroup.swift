import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import LivestockViews
import Presentation
import Values

/// Keeps holdings.
struct HoldingGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holding", abstract: "Add, list, change or delete holdings.",
        discussion: "  cst-herd holding add Home --currency AUD --state QLD --saleyard Roma",
        subcommands: [AddHolding.self, ListHoldings.self, ShowHolding.self, EditHolding.self, DeleteHolding.self],
        defaultSubcommand: ListHoldings.self)
}

/// The options of a holding's fields.
struct HoldingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The state, as in QLD.", valueName: "state"))
    var state: String?

    @Option(help: ArgumentHelp("The saleyard where its herds would be sold.", valueName: "saleyard"))
    var saleyard: String?

    @Option(help: ArgumentHelp("The distance to it.", valueName: "km"))
    var km: String?

    @Option(help: ArgumentHelp("The yearly mortality of its herds.", valueName: "percent"))
    var mortality: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Degrees north.", valueName: "degrees"))
    var latitude: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Degrees east.", valueName: "degrees"))
    var longitude: String?

    /// The fields.
    var fields: HoldingFields {
        var fields = HoldingFields()
        (fields.state, fields.saleyard, fields.kilometres) = (state, saleyard, km)
        (fields.mortality, fields.latitude, fields.longitude) = (mortality, latitude, longitude)
        return fields
    }
}

/// Adds a holding.
struct AddHolding: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a holding: a place where herds are kept.",
        discussion: "  cst-herd holding add Home --currency AUD --state QLD --saleyard Roma")

    @Argument(help: "The name.")
    var name: String

    @Option(help: ArgumentHelp("The currency that its herds are valued in.", valueName: "code"))
    var currency: String

    @OptionGroup var options: HoldingOptions

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = options.fields
        (fields.name, fields.currency) = (name, currency)
        let outcome = try await context.livestock().addHolding(fields, context.call)
        return Answer(
            Document(holding: outcome.value, warnings: outcome.warnings, asOf: context.today),
            lines: ["\(context.verb("Added", "add")) \(outcome.value.summary)."])
    }
}

/// Lists holdings.
struct ListHoldings: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List holdings.", discussion: "  cst-herd holding list")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let holdings = try await context.livestock().holdings().value
        return Answer(
            Document(holdings: holdings, asOf: context.today), lines: context.layout.lines(holdings: holdings))
    }
}

/// Shows a holding.
struct ShowHolding: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one holding.", discussion: "  cst-herd holding show Home")

    @Argument(help: "The holding: its name, its id, or the beginning of its id.", completion: .holdingNames)
    var holding: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let holding = try await context.livestock().holding(named: holding).value
        return Answer(
            Document(holding: holding, asOf: context.today), lines: context.layout.lines(holdings: [holding]))
    }
}

/// Changes a holding.
struct EditHolding: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a holding, not its currency; an empty text takes something away.",
        discussion: "  cst-herd holding edit Home --mortality 3%")

    @Argument(help: "The holding: its name, its id, or the beginning of its id.", completion: .holdingNames)
    var holding: String

    @Option(help: ArgumentHelp("A new name.", valueName: "name"))
    var name: String?

    @OptionGroup var options: HoldingOptions

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = options.fields
        fields.name = name
        let outcome = try await context.livestock().editHolding(holding, fields, context.call)
        return Answer(
            Document(holding: outcome.value, warnings: outcome.warnings, asOf: context.today),
            lines: ["\(context.verb("Changed", "change")) \(outcome.value.summary)."])
    }
}

/// Deletes a holding.
struct DeleteHolding: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a holding without herds.",
        discussion: "  cst-herd holding delete Home --yes")

    @Argument(help: "The holding: its name, its id, or the beginning of its id.", completion: .holdingNames)
    var holding: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.livestock()
        let found = try await service.holding(named: holding).value
        try context.confirm("Delete '\(found.name)'?", yes: yes || dryRun)
        let deleted = try await service.deleteHolding(holding, context.call).value
        return Answer(
            Document(holding: deleted, asOf: context.today),
            lines: ["\(context.verb("Deleted", "delete")) \(deleted.summary)."])
    }
}
