import ArgumentParser
import CommandSupport
import Livestock
import LivestockViews
import Presentation
import Values

/// Keeps premiums of breeds.
struct PremiumGroup: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "premium", abstract: "Set or list the premiums by which prices are raised for breeds.",
        discussion: "  cst-herd premium set Angus 10%", subcommands: [SetPremium.self, ListPremiums.self],
        defaultSubcommand: ListPremiums.self)
}

/// Sets a premium.
struct SetPremium: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the premium of a breed; 0 takes it away.",
        discussion: "  cst-herd premium set Angus 10%")

    @Argument(help: "The breed.")
    var breed: String

    @Argument(help: "The premium in percent.")
    var percent: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.livestock().setPremium(breed, percent, context.call)
        return Answer(
            Document(premiums: [outcome.value], warnings: outcome.warnings, asOf: context.today),
            lines: ["\(context.verb("Set", "set")) a \(outcome.value.summary)."])
    }
}

/// Lists premiums.
struct ListPremiums: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List premiums by breed.", discussion: "  cst-herd premium list")

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let premiums = try await context.livestock().premiums().value
        return Answer(
            Document(premiums: premiums, asOf: context.today),
            lines: premiums.isEmpty
                ? ["No premiums. Set one: cst-herd premium set Angus 10%"]
                : premiums.map { "\($0.breed)  \($0.percent)" })
    }
}
