public import ArgumentParser

/// The options that every command has, before or after its name.
public struct GlobalOptions: ParsableArguments, Sendable {
    /// How answers are written.
    public enum Format: String, Sendable, CaseIterable, ChoiceArgument {
        /// For people.
        case text
        /// The document as JSON.
        case json
        /// The document's main array as CSV.
        case csv
    }

    /// When colours are used.
    public enum Coloring: String, Sendable, CaseIterable, ChoiceArgument {
        /// On a terminal, unless `NO_COLOR` is set.
        case auto
        /// Always.
        case always
        /// Never.
        case never
    }

    /// The database file.
    @Option(help: ArgumentHelp("The database file.", valueName: "path"), completion: .file())
    public var data: String?

    /// The settings file.
    @Option(help: ArgumentHelp("The settings file (YAML or JSON).", valueName: "path"), completion: .file())
    public var config: String?

    /// How the answer is written.
    @Option(help: "How the answer is written.")
    public var format: Format = .text

    /// Where the answer is written; nil for standard output.
    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write the answer into a file.", valueName: "file"),
        completion: .file())
    public var output: String?

    /// The day the answer is for, as text.
    @Option(help: ArgumentHelp("The day to answer for; later transactions do not count.", valueName: "yyyy-mm-dd"))
    public var asOf: String?

    /// The currency for totals, as text.
    @Option(
        name: [.customShort("X"), .customLong("display")],
        help: ArgumentHelp("The currency for totals.", valueName: "code"))
    public var display: String?

    /// Whether the network must not be used.
    @Flag(help: "Do not use the network.")
    public var offline = false

    /// Whether an incomplete answer ends with status 3.
    @Flag(help: "End with status 3 when something could not be counted.")
    public var strict = false

    /// When colours are used.
    @Option(help: "Use colours.")
    public var color: Coloring = .auto

    /// Whether warnings are left out.
    @Flag(name: .shortAndLong, help: "Print only the result and errors.")
    public var quiet = false

    /// Whether it is shown what is being done.
    @Flag(name: .shortAndLong, help: "Show what is being done.")
    public var verbose = false

    /// Options without values.
    public init() {}
}
