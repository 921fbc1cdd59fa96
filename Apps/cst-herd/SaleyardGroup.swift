import ArgumentParser
import CommandSupport
import Livestock
import LivestockViews
import Presentation
import Values

/// Keeps saleyards.
struct SaleyardGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saleyard", abstract: "Add, list, change or delete saleyards beside those that are known.",
        discussion: "  cst-herd saleyard add \"Our yards\" --state QLD",
        subcommands: [AddSaleyard.self, ListSaleyards.self, EditSaleyard.self, DeleteSaleyard.self],
        defaultSubcommand: ListSaleyards.self)
}

/// Adds a saleyard.
struct AddSaleyard: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a saleyard.", discussion: "  cst-herd saleyard add \"Our yards\" --state QLD"
    )

    @Argument(help: "The name.")
    var name: String

    @Option(help: ArgumentHelp("The state.", valueName: "state"))
    var state: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let yard = try await context.livestock().addSaleyard(name, state: state, context.call).value
        return Answer(
            Document(saleyard: yard, asOf: context.today),
            lines: ["\(context.verb("Added", "add")) \(yard.summary)."])
    }
}

/// Lists saleyards.
struct ListSaleyards: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the saleyards that were added.", discussion: "  cst-herd saleyard list")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let yards = try await context.livestock().saleyards().value
        return Answer(
            Document(saleyards: yards, asOf: context.today),
            lines: yards.isEmpty
                ? ["None was added. Those that are known: cst-herd reference saleyards"]
                : yards.map { $0.name + ($0.state.map { "  \($0)" } ?? "") })
    }
}

/// Changes a saleyard.
struct EditSaleyard: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a saleyard.",
        discussion: "  cst-herd saleyard edit \"Our yards\" --state NSW")

    @Argument(help: "The saleyard: its name, its id, or the beginning of its id.")
    var saleyard: String

    @Option(help: ArgumentHelp("A new name, while nothing names it.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("The state.", valueName: "state"))
    var state: String?

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let yard = try await context.livestock().editSaleyard(saleyard, newName: name, state: state, context.call).value
        return Answer(
            Document(saleyard: yard, asOf: context.today),
            lines: ["\(context.verb("Changed", "change")) \(yard.summary)."])
    }
}

/// Deletes a saleyard.
struct DeleteSaleyard: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a saleyard that nothing names.",
        discussion: "  cst-herd saleyard delete \"Our yards\" --yes")

    @Argument(help: "The saleyard: its name, its id, or the beginning of its id.")
    var saleyard: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try context.confirm("Delete the saleyard '\(saleyard)'?", yes: yes || dryRun)
        let yard = try await context.livestock().deleteSaleyard(saleyard, context.call).value
        return Answer(
            Document(saleyard: yard, asOf: context.today),
            lines: ["\(context.verb("Deleted", "delete")) \(yard.summary)."])
    }
}
