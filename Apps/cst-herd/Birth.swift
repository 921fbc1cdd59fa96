import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import Values

/// Enters births.
struct Birth: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "birth", abstract: "Enter offspring that were born, and stay at foot.",
        discussion: "  cst-herd birth Cows 90 --date 2026-09-15")

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Argument(help: "How many.")
    var head: String

    @Option(help: ArgumentHelp("Their weight at birth; a part of the dams' if not given.", valueName: "kg"))
    var weight: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("How much they gain a day.", valueName: "kg"))
    var gain: String?

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, .birth, head: head)
        (request.weight, request.gain) = (weight, gain)
        event.enter(into: &request)
        return try await context.enter(request)
    }
}

/// Enters a weaning.
struct Wean: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "wean", abstract: "Make offspring at foot head of a herd, the earliest born first.",
        discussion: "  cst-herd wean Cows 88 --to Weaners --weight 210")

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Argument(help: "How many.")
    var head: String

    @Option(help: ArgumentHelp("The herd that they join.", valueName: "herd"), completion: .herdNames)
    var to: String

    @Option(help: ArgumentHelp("Their mean weight; what they have grown to if not given.", valueName: "kg"))
    var weight: String?

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, .wean, head: head)
        (request.to, request.weight) = (to, weight)
        event.enter(into: &request)
        return try await context.enter(request)
    }
}
