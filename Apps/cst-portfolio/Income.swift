import ArgumentParser
import CommandSupport
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Options of an income.
struct IncomeOptions: ParsableArguments {
    @Argument(help: "The instrument; or the amount, for interest of cash.", completion: .instrumentNames)
    var instrument: String?

    @Argument(help: "The amount before tax; left out for units at the day's price.")
    var amount: String?

    @Option(help: ArgumentHelp("The units that came with it: reinvested, or a reward.", valueName: "units"))
    var units: String?

    func validate() throws {
        if instrument == nil { throw ValidationError("Name the instrument and the amount.") }
        if amount == nil, units == nil, !isMoneyAlone {
            throw ValidationError("Give the amount, or the units that came with --units.")
        }
    }

    private var isMoneyAlone: Bool { amount == nil && instrument?.first?.isNumber == true }

    func apply(to request: inout TransactionRequest) {
        request.units = units
        if isMoneyAlone, units == nil {
            request.amount = instrument
        } else {
            (request.instrument, request.amount) = (instrument, amount)
        }
    }
}

/// Enters a dividend.
struct Dividend: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "dividend", abstract: "Enter a dividend.",
        discussion: """
              cst-portfolio dividend ACME 24.00 --taxes 3.60
              cst-portfolio dividend ACME --units 0.2
            """)

    @OptionGroup var income: IncomeOptions
    @OptionGroup var charges: ChargeOptions
    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        income.apply(to: &request)
        charges.apply(to: &request)
        return context.entered(try await context.portfolios().enter(.dividend, request, context.call))
    }
}

/// Enters interest or a reward.
struct Interest: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "interest", abstract: "Enter interest or a reward.",
        discussion: """
              cst-portfolio interest ACME 24.00 --taxes 3.60
              cst-portfolio interest ACME --units 0.2
            """)

    @OptionGroup var income: IncomeOptions
    @OptionGroup var charges: ChargeOptions
    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        income.apply(to: &request)
        charges.apply(to: &request)
        return context.entered(try await context.portfolios().enter(.interest, request, context.call))
    }
}

/// Enters a fee by itself.
struct Fee: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "fee", abstract: "Enter a fee by itself.",
        discussion: "  cst-portfolio fee 12.50 ACME")

    @Argument(help: "The amount: 100 or 100 USD.")
    var amount: String

    @Argument(help: "The instrument that it is for, if there is one.", completion: .instrumentNames)
    var instrument: String?

    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        request.amount = amount
        request.instrument = instrument
        return context.entered(try await context.portfolios().enter(.fee, request, context.call))
    }
}

/// Enters a tax by itself.
struct Tax: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "tax", abstract: "Enter a tax by itself.",
        discussion: "  cst-portfolio tax 80 ACME")

    @Argument(help: "The amount: 100 or 100 USD.")
    var amount: String

    @Argument(help: "The instrument that it is for, if there is one.", completion: .instrumentNames)
    var instrument: String?

    @OptionGroup var entry: EntryOptions

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    var dryRun: Bool { entry.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = entry.request
        request.amount = amount
        request.instrument = instrument
        return context.entered(try await context.portfolios().enter(.tax, request, context.call))
    }
}
