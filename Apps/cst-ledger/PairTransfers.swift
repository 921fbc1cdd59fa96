import ArgumentParser
import CommandSupport
import ExchangeRates
import Ledger
import LedgerCommands
import LedgerViews
import Models
import Persistence
import Presentation

/// Makes transfers of transactions in two accounts.
struct PairTransfers: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Find transfers that were entered as two transactions, and join them.",
        discussion: """
            Amounts that are equal, or fit by the rate of their day, and at most 4 days
            apart are one transfer; ? marks payees that have nothing in common. Name two
            transactions to join these alone. Where only one side was entered, enter the
            other one with 'income' or 'expense' first, or delete it and use 'transfer'.
              cst-ledger pair
              cst-ledger pair --apply
              cst-ledger pair 3f2a91c0 77b1d2e4
            """)

    @Argument(help: "Two transactions that are one transfer: their ids, or the beginnings of these.")
    var transactions: [String] = []

    @Flag(help: "Make one transfer of each pair.") var apply = false

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    var writes: Bool { apply || !transactions.isEmpty }

    func validate() throws {
        guard !transactions.isEmpty else { return }
        if apply { throw ValidationError("--apply joins all pairs: leave the transactions out.") }
        if transactions.count != 2 { throw ValidationError("Give two transactions, or none.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let rates = try? await context.make({ $0 }, .rates)
        let store = try await context.make({ $0 }, .store)
        let service = StatementImportService(store: store, rates: rates)
        let found =
            transactions.isEmpty
            ? try await service.pair(applies: apply, context.call)
            : try await service.join(transactions[0], transactions[1], context.call)
        return Answer(
            Document(pairs: found.value, asOf: context.today),
            lines: context.layout.lines(pairs: found.value, verb: writes && !dryRun ? "Made" : "Would make"))
    }
}
