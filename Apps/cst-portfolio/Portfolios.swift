import ArgumentParser
import CommandSupport
import Foundation
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Adds a portfolio.
struct AddPortfolio: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a portfolio.",
        discussion: """
            With --cash it keeps cash; else money comes from and goes to the world outside.
              cst-portfolio add Broker --currency EUR
            """)

    @Argument(help: "The name.")
    var name: String

    @Option(help: ArgumentHelp("The currency of its costs and gains.", valueName: "code"))
    var currency: String

    @Flag(help: "Keep cash: deposits, withdrawals, and the money of trades.")
    var cash = false

    @Option(help: ArgumentHelp("A description.", valueName: "text"))
    var description: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = PortfolioService.Fields()
        (fields.name, fields.currency, fields.keepsCash, fields.description) = (name, currency, cash, description)
        let outcome = try await context.portfolios().add(fields, context.call)
        return Answer(
            Document(portfolio: outcome.value, warnings: outcome.warnings, asOf: context.today),
            lines: ["\(context.verb("Added", "add")) '\(outcome.value.name)' in \(outcome.value.currency)."])
    }
}

/// Lists portfolios.
struct ListPortfolios: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the portfolios.", discussion: "  cst-portfolio list --all")

    @Flag(help: "With those that are archived.")
    var all = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.portfolios().portfolios(withArchived: all)
        return Answer(
            Document(portfolios: found, asOf: context.today), lines: context.layout.lines(portfolios: found))
    }
}

/// Shows a portfolio.
struct ShowPortfolio: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one portfolio.", discussion: "  cst-portfolio show Broker")

    @Argument(help: "The portfolio: its name, its id, or the beginning of its id.", completion: .portfolioNames)
    var portfolio: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.portfolios().portfolio(named: portfolio)
        let held = try await context.reports().positions(of: found.id.uuidString, context.call)
        return Answer(
            Document(portfolio: found, asOf: context.today),
            lines: context.layout.lines(portfolios: [found]) + [""] + context.layout.lines(positions: held.value))
    }
}

/// Changes a portfolio.
struct EditPortfolio: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a portfolio. Currency and cash stay once there are transactions.",
        discussion: "  cst-portfolio edit Broker --name \"Old broker\"")

    @Argument(help: "The portfolio.", completion: .portfolioNames)
    var portfolio: String

    @Option(help: ArgumentHelp("A new name.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("Another currency.", valueName: "code"))
    var currency: String?

    @Flag(inversion: .prefixedNo, help: "Whether it keeps cash.")
    var cash: Bool?

    @Option(help: ArgumentHelp("A description; an empty text takes it away.", valueName: "text"))
    var description: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = PortfolioService.Fields()
        (fields.name, fields.currency, fields.keepsCash, fields.description) = (name, currency, cash, description)
        let outcome = try await context.portfolios().edit(portfolio, fields, context.call)
        return Answer(
            Document(portfolio: outcome.value, asOf: context.today),
            lines: ["\(context.verb("Changed", "change")) '\(outcome.value.name)'."])
    }
}

/// Archives a portfolio.
struct ArchivePortfolio: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Leave a portfolio out of lists and totals.",
        discussion: "  cst-portfolio archive Broker")

    @Argument(help: "The portfolio.", completion: .portfolioNames)
    var portfolio: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.portfolios().archive(portfolio, true, context.call).value
        return Answer(
            Document(portfolio: found, asOf: context.today),
            lines: ["\(context.verb("Archived", "archive")) '\(found.name)'."])
    }
}

/// Activates a portfolio.
struct ActivatePortfolio: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate", abstract: "Count an archived portfolio again.",
        discussion: "  cst-portfolio activate Broker")

    @Argument(help: "The portfolio.", completion: .portfolioNames)
    var portfolio: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.portfolios().archive(portfolio, false, context.call).value
        return Answer(
            Document(portfolio: found, asOf: context.today),
            lines: ["\(context.verb("Activated", "activate")) '\(found.name)'."])
    }
}

/// Deletes a portfolio.
struct DeletePortfolio: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a portfolio without transactions.",
        discussion: "  cst-portfolio delete Broker --yes")

    @Argument(help: "The portfolio.", completion: .portfolioNames)
    var portfolio: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.portfolios()
        let found = try await service.portfolio(named: portfolio)
        try context.confirm("Delete '\(found.name)'?", yes: yes || dryRun)
        let deleted = try await service.delete(portfolio, context.call).value
        return Answer(
            Document(portfolio: deleted, asOf: context.today),
            lines: ["\(context.verb("Deleted", "delete")) '\(deleted.name)'."])
    }
}
