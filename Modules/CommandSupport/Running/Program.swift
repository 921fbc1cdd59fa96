public import PluginKit
public import Presentation

public import struct Foundation.Date

/// What makes a program of the commands it has: its name, its plugins and its clock.
public struct Program: Sendable {
    /// The name on the command line: "cst-plan".
    public let name: String
    /// The plugins whose providers settings can choose, made with the running clock; with `CST_NOW` it stands still.
    public let plugins: @Sendable (_ clock: @escaping @Sendable () -> Date) -> [any Plugin]
    /// The clock: read once per command, unless `CST_NOW` pins the instant.
    public let clock: @Sendable () -> Date

    /// How the program tells what to do about problems.
    public let remedies: RemedyWords
    /// Commands of other programs that people look for in this one, by their names, with the program.
    let commandsElsewhere: [String: String]

    /// A program. This is the composition root: the only place that names plugins and a clock.
    public init(
        name: String, remedies: [String: RemedyWords.Sentence] = [:],
        commandsElsewhere: [String: [String]] = [:],
        clock: @escaping @Sendable () -> Date,
        plugins: @escaping @Sendable (_ clock: @escaping @Sendable () -> Date) -> [any Plugin]
    ) {
        self.remedies = RemedyWords(RemedyWords.store, remedies)
        self.commandsElsewhere = Dictionary(
            commandsElsewhere.flatMap { program, names in names.map { ($0, program) } }, uniquingKeysWith: { $1 })
        self.name = name
        self.clock = clock
        self.plugins = plugins
    }

    /// The version of all programs.
    public static let version = "0.3.0"
}
