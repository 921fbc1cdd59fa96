import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import LivestockViews
import Presentation
import Values

/// Tells the value of herds.
struct ShowValue: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "value", abstract: "Tell the value of herds, with the price that counts and its age.",
        discussion: """
            The value is head by weight and price, with the unborn and those at foot, less
            the losses that nobody saw. --steps shows each formula with its numbers.
              cst-herd value
              cst-herd value Steers --steps
              cst-herd value --as-of 2026-06-30 --format json
            """)

    @Argument(help: "Herds; all if none is named.", completion: .herdNames)
    var herds: [String] = []

    @Flag(help: "Show each formula with its numbers, their origins and the exact result.")
    var steps = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let service = try await context.values()
        let outcome = try await service.value(herds, context.call)
        let changes =
            global.format == .text ? try await service.changes(of: outcome.value, herds, context.call) : []
        return Answer(
            Document(herdValue: outcome, showsSteps: steps),
            lines: context.layout.lines(herdValue: outcome.value, showsSteps: steps)
                + context.layout.lines(changes: changes))
    }
}
