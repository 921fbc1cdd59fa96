import ArgumentParser
import CommandSupport
import Livestock
import LivestockViews
import Presentation
import Values

/// Keeps prices.
struct PriceGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "price", abstract: "Enter, list or delete prices of animals.",
        discussion: """
            The nearest price counts: the herd's own, its saleyard's, its state's, the
            country's. A price that is entered again for the same day counts instead.
              cst-herd price add --level saleyard --place Roma --species cattle \\
                --category steer --from 280 --to 400 --price 412c/kg
            """,
        subcommands: [
            AddPrice.self, ListPrices.self, DeletePrice.self, FetchPrices.self, ImportPrices.self,
            ShowPriceHistory.self,
        ],
        defaultSubcommand: ListPrices.self)
}

/// Enters a price.
struct AddPrice: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Enter a price that was paid.",
        discussion: """
              cst-herd price add --level saleyard --place Roma --species cattle \\
                --category steer --price 4.00/kg
              cst-herd price add --level state --place QLD --species cattle \\
                --category cow --price 7.20/kg-cwt
              cst-herd price add --level national --species sheep --category ewe \\
                --price 85/head
            """)

    @Option(help: ArgumentHelp("saleyard, state or national.", valueName: "level"))
    var level: String

    @Option(help: ArgumentHelp("The saleyard or state.", valueName: "place"))
    var place: String?

    @Option(help: ArgumentHelp("cattle, sheep, goat or pig.", valueName: "species"))
    var species: String

    @Option(help: ArgumentHelp("The category, as in steer.", valueName: "category"))
    var category: String

    @Option(help: ArgumentHelp("The breed; all if not given.", valueName: "breed"))
    var breed: String?

    @Option(help: ArgumentHelp("The sex; all if not given.", valueName: "sex"))
    var sex: String?

    @Option(help: ArgumentHelp("The least weight.", valueName: "kg"))
    var from: String?

    @Option(help: ArgumentHelp("The weight below which it counts.", valueName: "kg"))
    var to: String?

    @Option(help: ArgumentHelp("4.00/kg or 400c/kg live, 7.20/kg-cwt for carcase, or 85/head.", valueName: "price"))
    var price: String

    @Option(help: ArgumentHelp("Its currency; that of the holdings if not given.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("The day; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("Where it is from.", valueName: "text"))
    var source: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = PriceFields()
        (fields.level, fields.place, fields.species, fields.category) = (level, place, species, category)
        (fields.breed, fields.sex, fields.from, fields.to) = (breed, sex, from, to)
        (fields.price, fields.currency, fields.date, fields.source) = (price, currency, date, source)
        let outcome = try await context.livestock().addPrice(fields, context.call)
        return Answer(
            Document(price: outcome.value, warnings: outcome.warnings, asOf: context.today),
            lines: ["\(context.verb("Entered", "enter")) \(outcome.value.summary)."])
    }
}

/// Lists prices.
struct ListPrices: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List prices, by day and order of entry.",
        discussion: "  cst-herd price list --category steer --at Roma")

    @OptionGroup var filter: PriceOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.livestock().prices(filter.filter(in: context), context.call).value
        return Answer(
            Document(prices: found.prices, herds: found.herds, asOf: context.today),
            lines: context.layout.lines(prices: found.prices, herds: found.herds))
    }
}

/// The options that choose prices.
struct PriceOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only prices of this category.", valueName: "category"))
    var category: String?

    @Option(name: .customLong("at"), help: ArgumentHelp("Only prices of this saleyard or state.", valueName: "place"))
    var place: String?

    @Option(help: ArgumentHelp("Only prices of this species.", valueName: "species"))
    var species: Species?

    @Option(name: .customLong("from"), help: ArgumentHelp("The first day.", valueName: "yyyy-mm-dd"))
    var first: String?

    @Option(name: .customLong("to"), help: ArgumentHelp("The last day.", valueName: "yyyy-mm-dd"))
    var last: String?

    func filter(in context: CommandContext) throws -> LivestockService.PriceFilter {
        var filter = LivestockService.PriceFilter()
        (filter.category, filter.place, filter.species) = (category, place, species)
        (filter.from, filter.to) = (try context.day(first), try context.day(last))
        return filter
    }
}

/// Deletes a price.
struct DeletePrice: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a price.", discussion: "  cst-herd price delete 3f2a")

    @Argument(help: "The price: its id, or the beginning of its id.")
    var id: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let deleted = try await context.livestock().deletePrice(id, context.call).value
        return Answer(
            Document(price: deleted, asOf: context.today),
            lines: ["\(context.verb("Deleted", "delete")) \(deleted.summary)."])
    }
}

/// Shows the history of prices.
struct ShowPriceHistory: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Show the prices of a category with their changes.",
        discussion: "  cst-herd price history --category steer --at Roma")

    @OptionGroup var filter: PriceOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if filter.category == nil {
            throw ArgumentParser.ValidationError("Missing expected argument '--category <category>'.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let history = try await context.livestock().priceHistory(filter.filter(in: context), context.call).value
        return Answer(
            Document(priceHistory: history, asOf: context.today), lines: context.layout.lines(priceHistory: history))
    }
}
