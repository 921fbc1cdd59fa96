import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import Values

/// Moves head to another herd.
struct MoveHead: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer", abstract: "Move head to another herd, with its weight.",
        discussion: "  cst-herd transfer Cows 30 --to \"Cows north\" --offspring 24")

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Argument(help: "How many.")
    var head: String

    @Option(help: ArgumentHelp("The herd that it joins.", valueName: "herd"), completion: .herdNames)
    var to: String

    @Option(help: ArgumentHelp("How many offspring at foot go along.", valueName: "number"))
    var offspring: String?

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, .transferOut, head: head)
        (request.to, request.offspring) = (to, offspring)
        event.enter(into: &request)
        return try await context.enter(request)
    }
}
