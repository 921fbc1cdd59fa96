import ArgumentParser
import CommandSupport
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Prices.
struct PriceGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "price", abstract: "Record, list, fetch, import or delete prices.",
        subcommands: [AddPrice.self, ListPrices.self, FetchPrices.self, DeletePrice.self, ImportPrices.self])
}

/// Records a price.
struct AddPrice: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Record the price of one unit on a day; 0 for a worthless one.",
        discussion: """
              cst-portfolio price add ACME 152.30
              cst-portfolio price add House 410000 --date 2026-01-01 --replace
            """)

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @Argument(help: "The price, in the instrument's currency.")
    var price: String

    @Option(help: ArgumentHelp("The day; today if not given.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Flag(help: "Replace the price that is recorded for the day.")
    var replace = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.prices().add(
            instrument, price, date: date, replacing: replace, context.call)
        let recorded = outcome.value
        return Answer(
            Document(price: recorded, warnings: outcome.warnings, asOf: context.today),
            lines: [
                "\(context.verb("Recorded", "record")) \(context.style.amount(recorded.price.price)) for "
                    + "'\(recorded.instrument.name)' on \(recorded.price.day)."
            ])
    }
}

/// Lists prices.
struct ListPrices: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the prices of an instrument.",
        discussion: "  cst-portfolio price list ACME")

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.prices().list(instrument, context.call)
        return Answer(
            Document(prices: outcome.value, warnings: outcome.warnings, asOf: context.today),
            lines: context.layout.lines(prices: outcome.value.prices, of: outcome.value.instrument))
    }
}

/// Deletes a price.
struct DeletePrice: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete the recorded price of a day.",
        discussion: "  cst-portfolio price delete ACME 2026-03-31")

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @Argument(help: "The day.")
    var date: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.prices().delete(instrument, date: date, context.call)
        let deleted = outcome.value
        return Answer(
            Document(price: deleted, warnings: outcome.warnings, asOf: context.today),
            lines: [
                "\(context.verb("Deleted", "delete")) the price \(context.style.amount(deleted.price.price)) of "
                    + "'\(deleted.instrument.name)' on \(deleted.price.day)."
            ])
    }
}

/// Imports prices.
struct ImportPrices: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Record the prices of a table: instrument, date, price, currency.",
        discussion: """
            A column adjustedThrough says through which day a price was adjusted for later splits.
              cst-portfolio price import prices.csv
              cst-portfolio price import acme.csv --instrument ACME --replace
            """)

    @Argument(help: "The file; - for standard input.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("The instrument of rows that name none.", valueName: "instrument"),
        completion: .instrumentNames)
    var instrument: String?

    @Flag(help: "Replace prices that are recorded for the same days.")
    var replace = false

    @Flag(name: [.customLong("preview"), .customLong("dry-run")], help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var ownFiles: [String] { [file] }

    func answer(in context: CommandContext) async throws -> Answer {
        try await InputFile.with(file) { path in
            let hint = "Correct these rows" + (replace ? "." : ", or take the prices of the file: --replace")
            let outcome = try await refusing(rowsWith: hint) {
                try await context.prices().importPrices(
                    path: path, of: instrument, replacing: replace, context.call)
            }
            return Answer(
                Document(importedPrices: outcome, asOf: context.today),
                lines: context.layout.lines(
                    importedPrices: outcome.value, verb: context.verb("Recorded", "record")))
        }
    }
}

/// Rates of transactions.
struct RatesGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rates", abstract: "Fill in exchange rates of transactions that have none.",
        subcommands: [FillRates.self])
}

/// Fills in rates.
struct FillRates: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "fill", abstract: "Ask for the rates of transactions that have none, and keep them.",
        discussion: "  cst-portfolio rates fill")

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.portfolios().fillRates(context.call)
        return Answer(
            Document(filledRates: outcome, asOf: context.today),
            lines: context.layout.lines(
                filledRates: outcome.value, verb: context.verb("Filled in", "fill in")))
    }
}
