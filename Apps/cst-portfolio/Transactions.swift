import ArgumentParser
import CommandSupport
import Models
import Persistence
import Portfolio
import PortfolioCommands
import PortfolioViews
import Presentation

/// Lists transactions.
struct ListTransactions: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "transactions", abstract: "List the transactions of an instrument, or all.",
        discussion: "  cst-portfolio transactions ACME --from 2026-01-01")

    @Argument(help: "The instrument.", completion: .instrumentNames)
    var instrument: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Only those of this portfolio.", valueName: "portfolio"),
        completion: .portfolioNames)
    var portfolio: String?

    @Option(help: ArgumentHelp("The first day.", valueName: "yyyy-mm-dd"))
    var from: String?

    @Option(help: ArgumentHelp("The last day.", valueName: "yyyy-mm-dd"))
    var to: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.portfolios().transactions(
            of: instrument, in: portfolio, from: try from.map { try CalendarDay($0) },
            to: try to.map { try CalendarDay($0) }, context.call
        ).value
        return Answer(
            Document(portfolioTransactions: found.transactions, names: found.names, asOf: context.today),
            lines: context.layout.lines(portfolioTransactions: found.transactions, names: found.names))
    }
}

/// Shows, corrects and deletes single transactions.
struct TransactionGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transaction", abstract: "Show, correct or delete a transaction.",
        discussion: """
            'cst-portfolio transactions' lists them with their ids.
              cst-portfolio transaction edit 3f2a --fees 5
              cst-portfolio transaction delete 3f2a
            """,
        subcommands: [ShowTransaction.self, EditTransaction.self, DeleteTransaction.self])
}

/// Shows a transaction.
struct ShowTransaction: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a transaction.", discussion: "  cst-portfolio transaction show 3f2a")

    @Argument(help: "The transaction: its id, or the beginning of its id.")
    var id: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.portfolios().transaction(id, context.call)
        return Answer(
            Document(entered: found.value, warnings: found.warnings, asOf: context.today),
            lines: context.layout.lines(shown: found.value))
    }
}

/// Corrects a transaction.
struct EditTransaction: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Correct a transaction.",
        discussion: """
            A correction that would leave a position short is refused.
              cst-portfolio transaction edit 3f2a --units 12 --date 2026-03-01
            """)

    @Argument(help: "The transaction: its id, or the beginning of its id.")
    var id: String

    @Option(help: ArgumentHelp("The right units; the price stays.", valueName: "units"))
    var units: String?

    @Option(help: ArgumentHelp("The right price of one unit.", valueName: "amount"))
    var price: String?

    @Option(
        name: [.customLong("total"), .customLong("amount")],
        help: ArgumentHelp("The right amount.", valueName: "amount"))
    var total: String?

    @OptionGroup var charges: ChargeOptions
    @OptionGroup var cost: CostOptions

    @Option(name: .customLong("lot"), help: ArgumentHelp("The right lots.", valueName: "lot=units"))
    var lots: [String] = []

    @Option(help: ArgumentHelp("The right units that arrived.", valueName: "units"))
    var received: String?

    @Option(help: ArgumentHelp("The right day.", valueName: "yyyy-mm-dd"))
    var date: String?

    @Option(help: ArgumentHelp("Another note; an empty text takes it away.", valueName: "text"))
    var note: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        if price != nil, total != nil { throw ValidationError("Give --price or --total, not both.") }
        let texts = [
            units, price, total, charges.fees, charges.taxes, charges.settled, charges.rate, cost.cost, cost.acquired,
            received, date, note,
        ]
        if texts.allSatisfy({ $0 == nil }), lots.isEmpty {
            throw ValidationError("Say what is to change: --units, --price, --date or another option.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = TransactionRequest()
        (request.units, request.price, request.amount, request.lots) = (units, price, total, lots)
        (request.cost, request.acquired, request.received) = (cost.cost, cost.acquired, received)
        (request.date, request.note) = (date, note)
        charges.apply(to: &request)
        return context.entered(
            try await context.portfolios().correct(id, request, context.call), "Changed", "change")
    }
}

/// Deletes a transaction.
struct DeleteTransaction: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a transaction.",
        discussion: "  cst-portfolio transaction delete 3f2a")

    @Argument(help: "The transaction: its id, or the beginning of its id.")
    var id: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        context.entered(
            try await context.portfolios().deleteTransaction(id, context.call), "Deleted", "delete")
    }
}
