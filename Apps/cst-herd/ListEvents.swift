import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import LivestockViews
import Presentation
import Values

/// Lists events.
struct ListEvents: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "List the events of a herd, or all, in the order of the book.",
        discussion: """
              cst-herd events Steers
              cst-herd events --from 2026-01-01 --format csv
            """)

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String?

    @Option(name: .customLong("from"), help: ArgumentHelp("The first day.", valueName: "yyyy-mm-dd"))
    var first: String?

    @Option(name: .customLong("to"), help: ArgumentHelp("The last day.", valueName: "yyyy-mm-dd"))
    var last: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.livestock().events(
            of: herd, from: context.day(first), to: context.day(last), context.call
        ).value
        return Answer(
            Document(herdEvents: found.events, herds: found.herds, asOf: context.today),
            lines: context.layout.lines(herdEvents: found.events, herds: found.herds))
    }
}

/// Corrects and deletes single events.
struct EventGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event", abstract: "Correct or delete an event.",
        discussion: """
            'cst-herd events' lists them with their ids.
              cst-herd event edit 3f2a --head 39
              cst-herd event delete 3f2a
            """,
        subcommands: [EditEvent.self, DeleteEvent.self])
}

/// Corrects an event.
struct EditEvent: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Correct an event; it keeps its place in the order of entry.",
        discussion: "  cst-herd event edit 3f2a --head 39 --date 2026-03-02")

    @Argument(help: "The event: its id, or the beginning of its id.")
    var id: String

    @Option(help: ArgumentHelp("How many.", valueName: "number"))
    var head: String?

    @Option(help: ArgumentHelp("The weight.", valueName: "kg"))
    var weight: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("The daily gain.", valueName: "kg"))
    var gain: String?

    @Option(help: ArgumentHelp("The price, as in 4.20/kg or 850/head.", valueName: "price"))
    var price: String?

    @Option(help: ArgumentHelp("The freight.", valueName: "amount"))
    var freight: String?

    @Option(help: ArgumentHelp("Other costs.", valueName: "amount"))
    var other: String?

    @Option(help: ArgumentHelp("How many offspring come or go along.", valueName: "number"))
    var offspring: String?

    @Option(help: ArgumentHelp("When those that come were born.", valueName: "yyyy-mm-dd"))
    var born: String?

    @OptionGroup var event: EventOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { event.dryRun }

    func answer(in context: CommandContext) async throws -> Answer {
        var request = EventRequest("", .note, head: head)
        (request.weight, request.gain, request.price) = (weight, gain, price)
        (request.freight, request.other, request.offspring, request.born) = (freight, other, offspring, born)
        event.enter(into: &request)
        let outcome = try await context.livestock().correct(id, request, context.call)
        return context.answer(outcome, "\(context.verb("Changed", "change")) it to \(outcome.value.event.summary).")
    }
}

/// Deletes an event.
struct DeleteEvent: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an event.", discussion: "  cst-herd event delete 3f2a")

    @Argument(help: "The event: its id, or the beginning of its id.")
    var id: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.livestock().deleteEvent(id, context.call)
        return context.answer(outcome, "\(context.verb("Deleted", "delete")) \(outcome.value.event.summary).")
    }
}
