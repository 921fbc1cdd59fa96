public import ArgumentParser
import Foundation
import Persistence
import Presentation
import Values

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
        let verb = redo ? context.verb("Redid", "redo") : context.verb("Undid", "undo")
        let origin = entry.head.origin
        return Answer(
            Document(history: [entry], asOf: context.today),
            lines: ["\(verb): \(origin.program) \(origin.command)"] + context.layout.lines(changesOf: entry))
    }
}

extension CommandContext {
    /// How many changes of an entry the answer tells: an import has very many, of which only documents tell all.
    var shownChanges: Int { options.format == .text ? TextLayout.shownChanges : .max }

    /// The history of the store, with the rules of undo of all plugins.
    func history() async throws -> HistoryService {
        HistoryService(
            store: try await make({ $0 }, .store), guards: try await all(.undoGuards),
            permissions: try await all(.changePermissions))
    }
}
