public import ArgumentParser
import Foundation
import Models
import Persistence
import Presentation

/// Shows what was changed, when, by which command.
public struct ShowHistory: ProgramCommand {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show what was changed, newest first: when, by which command, from what to what.",
        discussion: "  history --goal Car --limit 5")

    /// The goal whose changes are shown.
    @Option(help: ArgumentHelp("Only changes of this goal.", valueName: "goal"), completion: .goalNames)
    public var goal: String?

    /// The asset whose changes are shown.
    @Option(help: ArgumentHelp("Only changes of this asset.", valueName: "asset"), completion: .assetNames)
    public var asset: String?

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
        if goal != nil, asset != nil { throw ArgumentParser.ValidationError("Give --goal or --asset, not both.") }
        if limit < 1 { throw ArgumentParser.ValidationError("--limit has to be 1 or more.") }
    }

    /// Reads the journal.
    ///
    /// - Throws: ``CommandError``, ``StoreError``.
    public func answer(in context: CommandContext) async throws -> Answer {
        let history = try await context.history()
        let most = context.shownChanges
        let entries =
            if let goal {
                try await history.entries(of: Goal.self, named: goal, limit: limit, most: most).value
            } else if let asset {
                try await history.entries(of: Asset.self, named: asset, limit: limit, most: most).value
            } else {
                try await history.entries(limit: limit, most: most).value
            }
        return Answer(
            Document(history: entries, asOf: context.today),
            lines: context.layout.lines(history: entries))
    }
}

/// Undoes the last change.
public struct Undo: ProgramCommand, WritingCommand {
    /// The command's name and help.
    public static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last change; repeat to go further back.",
        discussion: """
            Nothing is lost: an undo is a change of its own, and --redo undoes it.
              undo
              undo 12
              undo --redo
            """)

    /// The number of the entry that is to be undone, or of the undo that is to be redone.
    @Argument(
        help: "The number of the entry to undo, as history shows it; it is refused when another one is the last.")
    public var entry: Int?

    /// Whether the latest undo is redone instead.
    @Flag(help: "Redo what the latest undo undid.")
    public var redo = false

    /// Whether nothing is written.
    @Flag(help: "Show what would be undone and write nothing.")
    public var dryRun = false

    /// The options that every command has.
    @OptionGroup(title: "Options of every command")
    public var global: GlobalOptions

    /// A command without options.
    public init() {}

    /// Undoes or redoes one change.
    ///
    /// - Throws: ``HistoryError``, ``StoreError``.
    public func answer(in context: CommandContext) async throws -> Answer {
        let history = try await context.history()
        // Of two that run at once the second does not undo one more.
        let next = try await history.next()
        let aim = entry ?? (redo ? next.redo : next.undo)?.number
        let (call, most) = (context.call, context.shownChanges)
        let entry = try await
            (redo
            ? history.redo(call, expecting: aim, most: most) : history.undo(call, expecting: aim, most: most)).value
        let verb = redo ? context.told("Redid", "redo") : context.told("Undid", "undo")
        let origin = entry.head.origin
        return Answer(
            Document(history: [entry], asOf: context.today),
            lines: ["\(verb): \(origin.program) \(origin.command)"] + context.layout.lines(changesOf: entry))
    }
}

extension CommandContext {
    /// How many changes of an entry the answer tells: an import has very many, of which only documents tell all.
    fileprivate var shownChanges: Int { options.format == .text ? TextLayout.shownChanges : .max }

    /// The history of the store, with the rules of undo of all plugins.
    fileprivate func history() async throws -> HistoryService {
        HistoryService(store: try await make({ $0 }, .store), guards: try await all(.undoGuards))
    }
}
