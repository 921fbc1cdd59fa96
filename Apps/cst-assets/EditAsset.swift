import Allocation
import ArgumentParser
import CommandSupport
import Models
import Persistence
import Presentation

/// Changes an asset.
struct EditAsset: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change an asset's name or where it is kept.",
        discussion: """
            The currency stays: transactions are counted in it.
              cst-assets edit Savings --name "Savings at the credit union"
              cst-assets edit "Cold wallet" --chain bitcoin --address bc1q…
            """)

    @Argument(help: "The asset: its name, its id, or the beginning of its id.")
    var asset: String

    @Option(help: ArgumentHelp("A new name.", valueName: "name"))
    var name: String?

    @OptionGroup var place: AssetPlace

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try await context.withStore { store in
            let original = try Lookup.asset(asset, in: try await store.read { try $0.all(Asset.self) })
            var edited = original
            if let name { edited.name = name }
            // An empty text takes the old one away.
            if let chain = place.chain { edited.chain = chain.isEmpty ? nil : chain }
            if let address = place.address { edited.address = address.isEmpty ? nil : address }
            if let error = Models.ValidationError(edited.faults) { throw error }
            let changed = edited
            if changed != original {
                try await context.write(to: store, dryRun: dryRun) { writer in
                    try writer.update(original, to: changed)
                }
            }
            return Answer(
                Document(changed: changed, asOf: context.today),
                lines: [changed == original ? "Nothing changed." : "Changed '\(changed.name)'."])
        }
    }
}

/// Deletes an asset.
struct DeleteAsset: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete an asset with its transactions and allocations.",
        discussion: "  cst-assets delete Savings --yes")

    @Argument(help: "The asset: its name, its id, or the beginning of its id.")
    var asset: String

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        try await context.withStore { store in
            let found = try Lookup.asset(asset, in: try await store.read { try $0.all(Asset.self) })
            try context.confirm("Delete '\(found.name)' with all its transactions?", yes: yes || dryRun)
            try await context.write(to: store, dryRun: dryRun) { writer in
                try AssetService(writer: writer).delete(found)
            }
            return Answer(Document(changed: found, asOf: context.today), lines: ["Deleted '\(found.name)'."])
        }
    }
}
