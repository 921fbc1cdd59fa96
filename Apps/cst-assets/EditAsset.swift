import Allocation
import ArgumentParser
import CommandSupport
import Models
import Persistence
import Presentation
import SavingsCommands
import SavingsViews

/// Changes an asset.
struct EditAsset: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change an asset's name or where it is kept.",
        discussion: """
            The currency stays: transactions are counted in it.
              cst-assets edit Savings --name "Savings at the credit union"
            """)

    @Argument(help: "The asset: its name, its id, or the beginning of its id.", completion: .assetNames)
    var asset: String

    @Option(help: ArgumentHelp("A new name.", valueName: "name"))
    var name: String?

    @OptionGroup var place: AssetPlace

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let assets = try await context.assets()
        var fields = try place.fields()
        fields.name = name
        let outcome = try await assets.edit(asset, fields, context.call)
        let edit = outcome.value
        return Answer(
            Document(changed: edit.after, warnings: outcome.warnings, asOf: context.today),
            lines: [
                edit.after == edit.before
                    ? "Nothing changed." : "\(context.verb("Changed", "change")) '\(edit.after.name)'."
            ])
    }
}

/// Deletes an asset.
struct DeleteAsset: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an asset with its transactions and allocations.",
        discussion: "  cst-assets delete Savings --yes")

    @Argument(help: "The asset: its name, its id, or the beginning of its id.", completion: .assetNames)
    var asset: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let assets = try await context.assets()
        let found = try await assets.asset(named: asset)
        try context.confirm("Delete '\(found.name)' with all its transactions?", yes: yes || dryRun)
        let deleted = try await assets.delete(found, context.call).value
        return Answer(
            Document(changed: found, asOf: context.today),
            lines: [
                "\(context.verb("Deleted", "delete")) '\(found.name)' with its transactions (\(deleted.transactions)) and "
                    + "allocations (\(deleted.allocations))."
            ])
    }
}
