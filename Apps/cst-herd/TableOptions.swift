public import ArgumentParser
public import FileFormats
import Livestock

extension DateOrder: ExpressibleByArgument {}
extension DecimalMark: ExpressibleByArgument {}
extension TextEncoding: ExpressibleByArgument {}

/// The options by which a table is read.
struct TableOptions: ParsableArguments {
    @Option(
        name: .customLong("column"),
        help: ArgumentHelp("The column of a role, where its title says something else.", valueName: "role=title"))
    var columns: [String] = []

    @Option(help: ArgumentHelp("Use the columns that were saved under a name.", valueName: "name"))
    var map: String?

    @Option(help: ArgumentHelp("Save the columns under a name.", valueName: "name"))
    var saveMap: String?

    @Option(
        help: ArgumentHelp("The mark before decimals: point or comma.", valueName: "mark"),
        completion: .list(DecimalMark.allCases.map(\.rawValue)))
    var decimal: DecimalMark?

    @Option(
        help: ArgumentHelp("How dates are written: day-first, month-first or year-first.", valueName: "order"),
        completion: .list(DateOrder.allCases.map(\.rawValue)))
    var dates: DateOrder?

    @Option(help: ArgumentHelp("The mark between cells, such as ; or tab.", valueName: "mark"))
    var delimiter: String?

    @Option(
        help: ArgumentHelp(
            "utf-8, utf-16, latin1 or latin9; what the file names if not given, else utf-8.", valueName: "encoding"),
        completion: .list(TextEncoding.allCases.map(\.rawValue)))
    var encoding: TextEncoding?

    @Flag(name: [.customLong("preview"), .customLong("dry-run")], help: "Check every row and write nothing.")
    var dryRun = false

    /// The choices; the roles are those that a table may have.
    func choices(_ target: ImportTarget) throws -> LivestockTable.Choices {
        var choices = LivestockTable.Choices()
        for text in columns {
            guard let column = NamedColumn(text, for: target) else {
                let roles = target.roles.map(\.name).joined(separator: ", ")
                throw ValidationError("'\(text)' names no column. Write ROLE=TITLE; the roles are \(roles).")
            }
            choices.columns.titles[column.role, default: []].append(column.title)
        }
        if map != nil, !columns.isEmpty {
            throw ValidationError("--map says which column tells what: leave out --column.")
        }
        if let delimiter, delimiter != "tab", delimiter.utf8.count != 1 {
            throw ValidationError("'\(delimiter)' is no mark between cells. Give one character, or tab.")
        }
        (choices.columns.decimalMark, choices.columns.dateOrder) = (decimal, dates)
        choices.columns.delimiter = delimiter == "tab" ? "\t" : delimiter
        (choices.map, choices.savingMapAs, choices.encoding) = (map, saveMap, encoding)
        return choices
    }
}
