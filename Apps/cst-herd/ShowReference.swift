public import ArgumentParser
import CommandSupport
public import Livestock
import LivestockViews
import Presentation
import Values

extension ReferenceTable.Name: ExpressibleByArgument {}

/// Shows reference data.
struct ShowReference: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "reference", abstract: "Show a table of reference data, each row with its source and day.",
        discussion: "  cst-herd reference categories")

    @Argument(help: "breeds, categories, saleyards, states, gestation, decks, levies or dressing.")
    var table: ReferenceTable.Name

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let table = ReferenceTable(table)
        return Answer(
            Document(reference: table, asOf: context.today), lines: context.layout.lines(reference: table))
    }
}
