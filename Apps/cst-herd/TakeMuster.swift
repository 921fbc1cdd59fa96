import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import Values

/// Enters a count.
struct TakeMuster: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "muster", abstract: "Enter a count, which changes nothing unless it is adopted.",
        discussion: """
              cst-herd muster Steers 99
              cst-herd muster Steers 99 --adopt
            """)

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Argument(help: "How many were counted.")
    var head: String

    @Flag(help: "Enter the difference as found or lost.")
    var adopt = false

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, .muster, head: head)
        request.isAdopted = adopt
        event.enter(into: &request)
        return try await context.enter(request)
    }
}

/// Enters a weighing.
struct Weigh: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "weigh", abstract: "Enter the mean weight of a herd.",
        discussion: "  cst-herd weigh Steers 352.5")

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Argument(help: "The mean weight in kilograms.")
    var weight: String

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, .weigh)
        request.weight = weight
        event.enter(into: &request)
        return try await context.enter(request)
    }
}

/// Sets a daily gain.
struct SetGain: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "gain", abstract: "Set how much a herd gains a day from now on.",
        discussion: """
              cst-herd gain Steers 0.8
              cst-herd gain Steers --note "dry" -- -0.2
            """)

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Argument(help: "Kilograms a day.")
    var gain: String

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, .gain)
        request.gain = gain
        event.enter(into: &request)
        return try await context.enter(request)
    }
}
