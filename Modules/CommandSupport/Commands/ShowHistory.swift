public import ArgumentParser
import Foundation
public import Persistence
import Presentation
import Values

/// The options that name one thing in a program's history.
public protocol HistorySubject: ParsableArguments {
    /// The thing whose changes are shown: its kind, and its name or id; nil for the changes of all.
    var thing: HistoryService.Subject? { get }
    /// A command line of the history, for its help.
    static var example: String { get }
}

/// No options: what is shown is named by its kind alone.
public struct AnySubject: HistorySubject {
    /// Options that name nothing.
    public init() {}

    /// Nothing.
    public var thing: HistoryService.Subject? { nil }

    /// With the number of entries.
    public static var example: String { "history --limit 5" }
}

/// Shows what was changed, when, by which command.
public struct ShowHistory<Subject: HistorySubject>: ProgramCommand {
    /// The command's name and help.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "history",
            abstract: "Show what was changed, newest first: when, by which command, from what to what.",
            discussion: "  \(Subject.example)")
    }

    /// The options that name one thing.
    @OptionGroup
    public var subject: Subject

    /// The thing whose changes are shown, by its kind and name.
    @Option(
        help: ArgumentHelp(
            "Only changes of this thing: the word for its kind, and its name or id.", valueName: "kind=name"))
    public var of: String?

    /// How many entries are shown.
    @Option(help: ArgumentHelp("How many entries at most.", valueName: "number"))
    public var limit = 20

    /// The options that every command has.
    @OptionGroup(title: "Options of every command")
    public var global: GlobalOptions

    /// A command without options.
    public init() {}

    /// Checks what can be checked without data.
    ///
    /// - Throws: What ArgumentParser turns into a usage error.
    public func validate() throws {
        if of != nil, subject.thing != nil {
            throw ArgumentParser.ValidationError("Give --of or the option for one kind, not both.")
        }
        if let of, HistoryService.Subject(of) == nil {
            throw ArgumentParser.ValidationError("'\(of)' names no thing: write its kind and name, as in 'goal=Car'.")
        }
        if limit < 1 { throw ArgumentParser.ValidationError("--limit has to be 1 or more.") }
    }

    /// Reads the journal.
    ///
    /// - Throws: ``CommandError``, ``StoreError``.
    public func answer(in context: CommandContext) async throws -> Answer {
        let entries = try await context.history().entries(
            of: subject.thing ?? of.flatMap(HistoryService.Subject.init), limit: limit, most: context.shownChanges
        ).value
        return Answer(
            Document(history: entries, asOf: context.today),
            lines: context.layout.lines(history: entries))
    }
}
