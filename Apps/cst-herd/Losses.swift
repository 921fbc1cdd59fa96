import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import Values

/// Enters deaths.
struct Die: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "die", abstract: "Enter deaths, of the herd or of its offspring at foot.",
        discussion: """
              cst-herd die Steers 1 --cause snake
              cst-herd die Cows 2 --at-foot
            """)

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Argument(help: "How many.")
    var head: String

    @Flag(help: "They were offspring at foot.")
    var atFoot = false

    @Option(help: ArgumentHelp("The cause.", valueName: "text"))
    var cause: String?

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func validate() throws {
        if cause != nil, event.note != nil { throw ArgumentParser.ValidationError("Give --cause or --note, not both.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, atFoot ? .deathAtFoot : .death, head: head)
        event.enter(into: &request)
        request.note = cause ?? event.note
        return try await context.enter(request)
    }
}

/// Enters head that was eaten.
struct Ration: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "ration", abstract: "Enter head that was killed for the kitchen.",
        discussion: "  cst-herd ration Steers 1")

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Argument(help: "How many.")
    var head: String

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, .ration, head: head)
        event.enter(into: &request)
        return try await context.enter(request)
    }
}
