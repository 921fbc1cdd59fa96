import ArgumentParser
import CommandSupport
import Ledger
import LedgerViews
import Models
import Presentation

/// Shows accounts, this month and the last transactions.
struct Overview: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "overview", abstract: "Show accounts, this month and the last transactions.",
        discussion: "  cst-ledger overview")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let accounts = try await context.balances(all: false)
        let month = LedgerPeriod(context.today.month)
        let statistics = try await context.statistics().statistics(.init(month), context.call)
        var query = TransactionQuery()
        query.limit = 5
        let last = try await context.ledger().transactions(query, context.call).value.transactions
        let overview = LedgerOverview(accounts: accounts.value, month: statistics.value, last: last)
        return Answer(
            Document(
                overview: overview, isComplete: accounts.isComplete && statistics.isComplete,
                warnings: accounts.warnings + statistics.warnings.filter { !accounts.warnings.contains($0) },
                asOf: context.today),
            lines: context.layout.lines(overview: overview))
    }
}
