import ArgumentParser
import CommandSupport
import Ledger
import LedgerViews
import Models
import Persistence
import Presentation

/// Shows the transactions that a person has to look at.
struct Review: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Show transactions without a category, or possibly there twice.",
        discussion: """
            Proposed is the category that the newest transaction of the same payee has.
              cst-ledger review
              cst-ledger review --accept
            """)

    @Flag(help: "Put every transaction into the category that is proposed for it.") var accept = false

    @Option(help: ArgumentHelp("Keep this transaction, which may be there twice.", valueName: "id")) var keep:
        [String] = []

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    var writes: Bool { accept || !keep.isEmpty }

    func validate() throws {
        if accept, !keep.isEmpty { throw ValidationError("Give --accept or --keep, not both.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.make(ReviewService.init, .store)
        if accept {
            let items = try await service.accept(context.call).value
            return Answer(
                Document(review: items, asOf: context.today),
                lines: ["\(context.told("Put", "put")) \(items.count) transactions into their proposed categories."])
        }
        if !keep.isEmpty { _ = try await service.keep(keep, context.call) }
        let items = try await service.items(context.call)
        return Answer(Document(review: items, asOf: context.today), lines: context.layout.lines(review: items))
    }
}
