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
            With -i it goes payee by payee on the whole terminal; a rule keeps the decision for later ones:
              cst-ledger review -i
            """)

    @Flag(help: "Put every transaction into the category that is proposed for it.") var accept = false

    @Option(help: ArgumentHelp("Keep this transaction, which may be there twice.", valueName: "id")) var keep:
        [String] = []

    @Flag(name: [.customShort("i"), .customLong("interactive")], help: "Decide with keys, on a terminal.")
    var isInteractive = false

    @Flag(help: "Check everything and write nothing.") var dryRun = false

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    var writes: Bool { accept || !keep.isEmpty || isInteractive }

    func validate() throws {
        if accept, !keep.isEmpty { throw ValidationError("Give --accept or --keep, not both.") }
        if isInteractive, accept || !keep.isEmpty {
            throw ValidationError("With -i keys decide: leave out --accept and --keep.")
        }
        if isInteractive, global.format != .text || global.output != nil {
            throw ValidationError("-i shows a screen for people: leave it out to get --format or --output.")
        }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.make(ReviewService.init, .store)
        if isInteractive { return try await interactive(service, context) }
        if accept {
            let items = try await service.accept(context.call).value
            return Answer(
                Document(review: items, asOf: context.today),
                lines: ["\(context.verb("Put", "put")) \(items.count) transactions into their proposed categories."])
        }
        if !keep.isEmpty { _ = try await service.keep(keep, context.call) }
        let items = try await service.items(context.call)
        return Answer(Document(review: items, asOf: context.today), lines: context.layout.lines(review: items))
    }

    private func interactive(_ service: ReviewService, _ context: CommandContext) async throws -> Answer {
        try context.requireTerminal(for: "review -i", instead: "Use --accept, or categorise one by one.")
        let items = try await service.items(context.call)
        var screen = ReviewScreen(items, paths: try await service.paths(), style: context.style)
        var isSaved = false
        if !items.isEmpty {
            isSaved = try context.interact(&screen, frame: { $0.frame($1) }, press: { $0.press($1) }) == .save
        }
        let left = Document(review: items, asOf: context.today)
        guard isSaved, !screen.choices.isEmpty else {
            return Answer(left, lines: items.isEmpty ? context.layout.lines(review: items) : ["Nothing was saved."])
        }
        let count = try await service.decide(screen.choices, context.call).value
        let rules = screen.choices.count { $0.rule != nil }
        let rest = try await service.items(context.call)
        return Answer(
            Document(review: rest, asOf: context.today),
            lines: [
                "\(context.verb("Saved", "save")) \(count) transaction\(count == 1 ? "" : "s") and \(rules) "
                    + "rule\(rules == 1 ? "" : "s")."
            ] + (rules > 0 ? ["What the rules would change elsewhere: cst-ledger rule preview"] : []))
    }
}
