import ArgumentParser
import CommandSupport
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Enters a split: units are multiplied in every portfolio.
struct Split: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "split", abstract: "Enter a split: units are multiplied in every portfolio.",
        discussion: "  cst-portfolio split ACME 2:1 --date 2026-03-02")

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @Argument(help: "New units for old ones: 2:1, or 1:10 for a reverse split.")
    var proportion: String

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
        (request.instrument, request.proportion, request.date, request.note) = (instrument, proportion, date, note)
        return context.entered(try await context.portfolios().enter(.split, request, context.call))
    }
}

/// Enters a merger: units become units of another instrument, with their cost.
struct Merge: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge", abstract: "Enter a merger: units become units of another instrument, with their cost.",
        discussion: "  cst-portfolio merge ACME Giant 2:3")

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @Argument(help: "The new instrument.", completion: .instrumentNames)
    var into: String

    @Argument(help: "New units for old ones: 2:3.")
    var proportion: String

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
        (request.instrument, request.proportion, request.date, request.note) = (instrument, proportion, date, note)
        request.to = into
        return context.entered(try await context.portfolios().enter(.merger, request, context.call))
    }
}

/// Enters a spin-off: units of a new instrument come with a share of the cost.
struct SpinOff: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "spinoff", abstract: "Enter a spin-off: units of a new instrument come with a share of the cost.",
        discussion: "  cst-portfolio spinoff ACME Spun 1:4 --share 20%")

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String

    @Argument(help: "The new instrument.", completion: .instrumentNames)
    var into: String

    @Argument(help: "New units for each old one: 1:4.")
    var proportion: String

    @Option(help: ArgumentHelp("The share of the cost that goes along.", valueName: "percent"))
    var share: String

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
        (request.instrument, request.proportion, request.date, request.note) = (instrument, proportion, date, note)
        (request.to, request.share) = (into, share)
        return context.entered(try await context.portfolios().enter(.spinOff, request, context.call))
    }
}
