public import ArgumentParser
public import FileFormats

extension DateOrder: ChoiceArgument {}
extension DecimalMark: ChoiceArgument {}
extension TextEncoding: ChoiceArgument {}

/// A kind of table that a command reads, by the roles of its columns.
public protocol ImportTable: Sendable {
    /// The roles.
    static var target: ImportTarget { get }
    /// A column that a person names, as `role=title`; nil for what names none.
    static func column(_ text: String) -> NamedColumn?
}

extension ImportTable {
    /// The column of a role of the table.
    public static func column(_ text: String) -> NamedColumn? { NamedColumn(text, for: target) }
}

/// The options by which a table is read.
public struct TableOptions<Table: ImportTable>: ParsableArguments {
    @Option(
        name: .customLong("column"),
        help: ArgumentHelp(
            "The column of a role, where its title says something else: \(Self.roles).", valueName: "role=title"))
    var columns: [String] = []

    @Option(help: ArgumentHelp("Use the columns that were saved under a name.", valueName: "name"))
    var map: String?

    @Option(help: ArgumentHelp("Save the columns under a name.", valueName: "name"))
    var saveMap: String?

    @Option(help: ArgumentHelp("The mark before decimals.", valueName: "mark"))
    var decimal: DecimalMark?

    @Option(help: ArgumentHelp("How dates are written.", valueName: "order"))
    var dates: DateOrder?

    @Option(help: ArgumentHelp("The mark between cells, such as ; or tab.", valueName: "mark"))
    var delimiter: String?

    @Option(
        help: ArgumentHelp("The encoding; what the file names if not given, else utf-8.", valueName: "encoding"))
    var encoding: TextEncoding?

    private static var roles: String { Table.target.roles.map(\.name).joined(separator: ", ") }

    /// Options.
    public init() {}

    /// Refuses a role that is none, columns beside a saved map, and a mark that is none.
    ///
    /// - Throws: `ValidationError`.
    public func validate() throws {
        for text in columns where Table.column(text) == nil {
            throw ValidationError("'\(text)' names no column. Write ROLE=TITLE; the roles are \(Self.roles).")
        }
        if map != nil, !columns.isEmpty {
            throw ValidationError("--map says which column tells what: leave out --column.")
        }
        if let delimiter, Self.mark(delimiter) == nil {
            throw ValidationError("'\(delimiter)' is no mark between cells. Give one character, or tab.")
        }
    }

    /// Whether columns are named, or a name for them.
    public var namesColumns: Bool { map != nil || saveMap != nil || !columns.isEmpty }

    /// Whether it is said which column tells what.
    public var hasColumns: Bool { map != nil || !columns.isEmpty }

    /// The choices.
    public var choices: TableChoices {
        var choices = TableChoices()
        for column in columns.compactMap(Table.column) {
            choices.columns.titles[column.role, default: []].append(column.title)
        }
        (choices.columns.decimalMark, choices.columns.dateOrder) = (decimal, dates)
        choices.columns.delimiter = delimiter.flatMap(Self.mark)
        (choices.map, choices.savingMapAs, choices.encoding) = (map, saveMap, encoding)
        return choices
    }

    /// One ASCII character, or the word for a tab.
    private static func mark(_ text: String) -> String? {
        if text == "tab" || text == "\\t" { return "\t" }
        return text.utf8.count == 1 ? text : nil
    }
}
