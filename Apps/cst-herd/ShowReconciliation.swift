import ArgumentParser
import CommandSupport
import Livestock
import LivestockViews
import Presentation
import Values

/// Reconciles the head of herds.
struct ShowReconciliation: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "reconcile", abstract: "Show opening head, what came and went, and closing head.",
        discussion: "  cst-herd reconcile --from 2025-07-01 --to 2026-06-30")

    @Option(
        name: .customLong("from"),
        help: ArgumentHelp("The first day; that of the first event if not given.", valueName: "yyyy-mm-dd"))
    var first: String?

    @Option(name: .customLong("to"), help: ArgumentHelp("The last day; today if not given.", valueName: "yyyy-mm-dd"))
    var last: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.livestock().reconcile(
            from: context.day(first), to: context.day(last), context.call
        ).value
        return Answer(
            Document(reconciled: found, asOf: context.today), lines: context.layout.lines(reconciled: found))
    }
}
