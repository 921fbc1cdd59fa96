public import ArgumentParser
import CommandSupport
public import FileFormats
import Livestock
import LivestockViews
import Presentation
import Values

extension TextEncoding: ExpressibleByArgument {}

/// How a table is read.
struct TableOptions: ParsableArguments {
    @Option(
        name: .customLong("column"),
        help: ArgumentHelp("The column of a role, where its title says something else.", valueName: "role=title"))
    var columns: [String] = []

    @Option(help: ArgumentHelp("The mark between cells, such as ; or tab.", valueName: "mark"))
    var delimiter: String?

    @Option(
        help: ArgumentHelp("utf-8, utf-16, latin1 or latin9; utf-8 if not given.", valueName: "encoding"),
        completion: .list(TextEncoding.allCases.map(\.rawValue)))
    var encoding: TextEncoding?

    @Flag(name: [.customLong("preview"), .customLong("dry-run")], help: "Check every row and write nothing.")
    var dryRun = false

    /// The choices; the roles are those that a table may have.
    func choices(_ roles: [String]) throws -> LivestockTable.Choices {
        var choices = LivestockTable.Choices()
        for column in columns {
            let parts = column.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, roles.contains(parts[0]) else {
                throw ArgumentParser.ValidationError(
                    "'\(column)' names no column. Write ROLE=TITLE; the roles are \(roles.joined(separator: ", ")).")
            }
            choices.titles[parts[0]] = parts[1]
        }
        choices.delimiter = delimiter == "tab" ? "\t" : delimiter
        choices.encoding = encoding
        return choices
    }
}

/// Enters herds from a table.
struct ImportHerds: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Enter herds from a table: its columns are named as the options of 'add'.",
        discussion: """
            All rows are entered as one change, or none; every bad row is named.
              cst-herd import herds.csv --preview
              cst-herd import mobs.csv --column name=Mob --column head=Count
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @OptionGroup var table: TableOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { table.dryRun }
    var ownFiles: [String] { [file] }

    func validate() throws { _ = try table.choices(LivestockTable.herdRoles) }

    func answer(in context: CommandContext) async throws -> Answer {
        try await InputFile.with(file) { path in
            let outcome = try await context.livestock().importHerds(
                path: path, table.choices(LivestockTable.herdRoles), context.call)
            let count = outcome.value.count
            return Answer(
                Document(importedHerds: outcome, asOf: context.today),
                lines: ["\(context.told("Added", "add")) \(count) herd\(count == 1 ? "" : "s")."])
        }
    }
}

/// Enters prices from a table.
struct ImportPrices: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Enter prices from a table; those that are there already are left out.",
        discussion: """
            The columns are source, level, place, species, category, breed, sex, from, to,
            basis, price, currency and date. A price with c is in cents.
              cst-herd price import prices.csv
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @OptionGroup var table: TableOptions
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var dryRun: Bool { table.dryRun }
    var ownFiles: [String] { [file] }

    func validate() throws { _ = try table.choices(LivestockTable.priceRoles) }

    func answer(in context: CommandContext) async throws -> Answer {
        try await InputFile.with(file) { path in
            let outcome = try await context.livestock().importPrices(
                path: path, table.choices(LivestockTable.priceRoles), context.call)
            let (prices, known) = outcome.value
            let repeated = known > 0 ? " \(known) were there already." : ""
            return Answer(
                Document(prices: prices, herds: [:], warnings: outcome.warnings, asOf: context.today),
                lines: ["\(context.told("Entered", "enter")) \(prices.count) prices.\(repeated)"])
        }
    }
}
