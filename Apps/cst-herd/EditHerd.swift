import ArgumentParser
import CommandSupport
import Livestock
import LivestockCommands
import LivestockViews
import Presentation
import Values

/// Changes a herd.
struct EditHerd: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a herd; an empty text takes something away.",
        discussion: """
            The head changes by events alone. A price is entered beside earlier ones.
              cst-herd edit Steers --paddock River
              cst-herd edit Steers --price 4.10/kg
            """)

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Option(help: ArgumentHelp("A new name.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("Another category.", valueName: "category"))
    var category: String?

    @OptionGroup var options: HerdOptions

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var fields = options.fields
        (fields.name, fields.category) = (name, category)
        let outcome = try await context.livestock().editHerd(herd, fields, context.call)
        return Answer(
            Document(herd: outcome.value, warnings: outcome.warnings, asOf: context.today),
            lines: ["\(context.verb("Changed", "change")) \(outcome.value.herd.summary)."])
    }
}

/// Deletes a herd.
struct DeleteHerd: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a herd with its events.",
        discussion: "  cst-herd delete Steers --yes")

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let found = try await context.values().value([herd], context.call)
        let name = found.value.rows.first?.valuation.profile.name ?? herd
        try context.confirm("Delete '\(name)' with all its events?", yes: yes || dryRun)
        let deleted = try await context.livestock().deleteHerd(herd, context.call).value
        return Answer(
            Document(herdValue: found),
            lines: [
                "\(context.verb("Deleted", "delete")) '\(deleted.herd.name)' with its events (\(deleted.events))."
            ])
    }
}
