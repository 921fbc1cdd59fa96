import ArgumentParser
import CommandSupport
import FileFormats
import Interchange
import Livestock
import LivestockViews
import Presentation
import SavingsViews
import Values

/// The table of herds.
enum HerdTable: ImportTable {
    static let target = ImportTarget.herds
}

/// The table of livestock prices.
enum LivestockPriceTable: ImportTable {
    static let target = ImportTarget.livestockPrices
}

/// Enters herds from a table, or everything of an archive.
struct ImportHerds: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Enter herds from a table: its columns are named as the options of 'add'; or an archive.",
        discussion: """
            All rows are entered as one change, or none; every bad row is named. What
            'export' wrote as an archive is read into a new database.
              cst-herd import herds.csv --preview
              cst-herd import mobs.csv --column name=Mob --column head=Count --save-map mobs
              cst-herd import later.csv --map mobs
              cst-herd import station.json
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @OptionGroup var table: TableOptions<HerdTable>

    @Flag(name: [.customLong("preview"), .customLong("dry-run")], help: "Check every row and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var ownFiles: [String] { [file] }

    func answer(in context: CommandContext) async throws -> Answer {
        try await InputFile.with(file) { path in
            if ArchiveService.isArchive(path) {
                let kinds = try await context.make({ $0 }, .archives).importArchive(path, context.call).value
                return Answer(
                    Document(archived: kinds, asOf: context.today),
                    lines: context.layout.lines(archived: kinds, verb: context.verb("Added", "add")))
            }
            let outcome = try await context.livestock().importHerds(path: path, table.choices, context.call)
            let count = outcome.value.count
            return Answer(
                Document(importedHerds: outcome, asOf: context.today),
                lines: ["\(context.verb("Added", "add")) \(count) herd\(count == 1 ? "" : "s")."])
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
              cst-herd price import report.csv --column place=Market --dates day-first
            """)

    @Argument(help: "The file, or - for standard input.", completion: .file())
    var file: String

    @OptionGroup var table: TableOptions<LivestockPriceTable>

    @Flag(name: [.customLong("preview"), .customLong("dry-run")], help: "Check every row and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
    var ownFiles: [String] { [file] }

    func answer(in context: CommandContext) async throws -> Answer {
        try await InputFile.with(file) { path in
            let outcome = try await context.livestock().importPrices(
                path: path, table.choices, context.call)
            let (prices, known) = outcome.value
            let repeated = known > 0 ? " \(known) were there already." : ""
            return Answer(
                Document(prices: prices, herds: [:], warnings: outcome.warnings, asOf: context.today),
                lines: ["\(context.verb("Entered", "enter")) \(prices.count) prices.\(repeated)"])
        }
    }
}
