import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import Values

/// Enters a joining.
struct Join: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Enter a joining with males, from which offspring are expected.",
        discussion: """
            It counts from its start, or from the day on which the herd first has head.
              cst-herd join Cows --type controlled --start 2025-11-01 --end 2026-01-03 \\
                --rate 85%
              cst-herd join Ewes --type uncontrolled --start 2026-03-01 --rate 135%
            """)

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Option(help: ArgumentHelp("ai, controlled or uncontrolled.", valueName: "type"))
    var type: String

    @Option(help: ArgumentHelp("The first day.", valueName: "yyyy-mm-dd"))
    var start: String

    @Option(help: ArgumentHelp("The last day of a controlled joining.", valueName: "yyyy-mm-dd"))
    var end: String?

    @Option(help: ArgumentHelp("Offspring per 100 joined.", valueName: "percent"))
    var rate: String

    @Option(help: ArgumentHelp("How many are joined; all if not given.", valueName: "number"))
    var head: String?

    @Option(help: ArgumentHelp("The weight at birth; a part of the dams' if not given.", valueName: "kg"))
    var birthWeight: String?

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, .join, head: head)
        (request.type, request.start, request.end, request.rate) = (type, start, end, rate)
        request.birthWeight = birthWeight
        event.enter(into: &request)
        return try await context.enter(request)
    }
}

/// Enters a pregnancy test.
struct TestPregnancy: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "test", abstract: "Enter how many offspring a pregnancy test expects.",
        discussion: "  cst-herd test Cows --expected 109")

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Option(help: ArgumentHelp("How many offspring are expected.", valueName: "number"))
    var expected: String

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest(herd, .pregnancyTest, head: expected)
        event.enter(into: &request)
        return try await context.enter(request)
    }
}
