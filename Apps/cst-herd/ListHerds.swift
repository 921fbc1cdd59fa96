public import ArgumentParser
import CommandSupport
public import Livestock
import LivestockCommands
import LivestockViews
import Presentation
import Values

extension Species: ExpressibleByArgument {}

/// Lists herds.
struct ListHerds: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List herds with head, weight and value.",
        discussion: """
              cst-herd list
              cst-herd list --species cattle --format csv
            """)

    @Flag(help: "Also herds without head.")
    var all = false

    @Option(help: ArgumentHelp("Only herds of this holding.", valueName: "holding"), completion: .holdingNames)
    var holding: String?

    @Option(help: ArgumentHelp("Only herds of this species.", valueName: "species"))
    var species: Species?

    @Option(help: ArgumentHelp("Only herds of this category.", valueName: "category"))
    var category: String?

    @Option(help: ArgumentHelp("Only herds in this paddock.", valueName: "paddock"))
    var paddock: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        var filter = HerdFilter(listsEmpty: all)
        (filter.holding, filter.species, filter.category, filter.paddock) = (holding, species, category, paddock)
        let outcome = try await context.values().value([], context.call, filter: filter)
        return Answer(Document(herds: outcome), lines: context.layout.lines(herds: outcome.value))
    }
}

/// Shows one herd.
struct ShowHerd: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one herd with everything that its value is made of.",
        discussion: "  cst-herd show Steers")

    @Argument(help: herdHelp, completion: .herdNames)
    var herd: String

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let outcome = try await context.values().value([herd], context.call)
        return Answer(
            Document(herdValue: outcome), lines: outcome.value.rows.flatMap { context.layout.lines(herd: $0) })
    }
}
