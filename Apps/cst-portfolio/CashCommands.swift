import ArgumentParser
import CommandSupport
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Enters money that was put into a portfolio that keeps cash.
struct Deposit: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "deposit", abstract: "Enter money that was put into a portfolio that keeps cash.",
        discussion: "  cst-portfolio deposit 1000")

    @Argument(help: "The amount: 100 or 100 USD.")
    var amount: String

    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        request.amount = amount
        return context.entered(try await context.portfolios().enter(.deposit, request, context.call))
    }
}

/// Enters money that was taken out of a portfolio that keeps cash.
struct Withdraw: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Enter money that was taken out of a portfolio that keeps cash.",
        discussion: "  cst-portfolio withdraw 200")

    @Argument(help: "The amount: 100 or 100 USD.")
    var amount: String

    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        request.amount = amount
        return context.entered(try await context.portfolios().enter(.withdrawal, request, context.call))
    }
}

/// Enters money that was turned into another currency.
struct Exchange: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "exchange", abstract: "Enter money that was turned into another currency.",
        discussion: "  cst-portfolio exchange \"1000 EUR\" \"1085.40 USD\"")

    @Argument(help: "The amount that went.")
    var amount: String

    @Argument(help: "The amount that came.")
    var received: String

    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        (request.amount, request.settled) = (amount, received)
        return context.entered(try await context.portfolios().enter(.exchange, request, context.call))
    }
}
