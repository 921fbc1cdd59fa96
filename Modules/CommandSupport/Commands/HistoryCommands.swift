#if CommandLine
    public import ArgumentParser
    import Foundation
    import Models
    import Persistence
    import Planning
    import Presentation

    /// Shows what was changed, when, by which command.
    public struct ShowHistory: ProgramCommand {
        /// The command's name and help.
        public static let configuration = CommandConfiguration(
            commandName: "history",
            abstract: "Show what was changed, newest first: when, by which command, from what to what.",
            discussion: "  history --goal Car --limit 5")

        /// The goal whose changes are shown.
        @Option(help: ArgumentHelp("Only changes of this goal.", valueName: "goal"))
        public var goal: String?

        /// The asset whose changes are shown.
        @Option(help: ArgumentHelp("Only changes of this asset.", valueName: "asset"))
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
            let (goal, asset, limit) = (goal, asset, limit)
            let entries = try await context.withStore { store in
                try await store.read { reader in
                    let key: EntityKey? =
                        if let goal {
                            EntityKey(Goal.self, try Lookup.goal(goal, in: try reader.all(Goal.self)).id)
                        } else if let asset {
                            EntityKey(Asset.self, try Lookup.asset(asset, in: try reader.all(Asset.self)).id)
                        } else { nil }
                    return try reader.journal(of: key, limit: limit)
                }
            }
            return Answer(
                Document(history: entries, asOf: context.today), lines: context.layout.lines(history: entries))
        }
    }

    /// Takes the newest change back.
    public struct Undo: ProgramCommand {
        /// The command's name and help.
        public static let configuration = CommandConfiguration(
            commandName: "undo", abstract: "Take the newest change back; once more takes back the one before it.",
            discussion: """
                Nothing is lost: an undo is a change of its own, and --redo takes it back.
                  undo
                  undo --redo
                """)

        /// Whether the latest undo is taken back instead.
        @Flag(help: "Bring back what the latest undo took.")
        public var redo = false

        /// Whether nothing is written.
        @Flag(help: "Say what would be taken back and write nothing.")
        public var dryRun = false

        /// The options that every command has.
        @OptionGroup(title: "Options of every command")
        public var global: GlobalOptions

        /// A command without options.
        public init() {}

        /// Takes one change back.
        ///
        /// - Throws: ``HistoryError``, ``StoreError``.
        public func answer(in context: CommandContext) async throws -> Answer {
            try await context.withStore { store in
                let history = History(guards: [MonthService.undoGuard(grace: try context.monthUndoGrace())])
                let (redo, now) = (redo, context.now)
                let entry = try await context.write(to: store, dryRun: dryRun) { writer in
                    redo ? try history.redo(in: writer, now: now) : try history.undo(in: writer, now: now)
                }
                let verb = dryRun ? "Would take back" : redo ? "Brought back what was undone" : "Took back"
                return Answer(
                    Document(history: [entry], asOf: context.today),
                    lines: ["\(verb): \(entry.origin.program) \(entry.origin.command)"])
            }
        }
    }
#endif
