import Allocation
import ArgumentParser
import CommandSupport
import Models
import Planning
import Presentation

/// The commands that move a goal through its life.
protocol GoalLifecycleCommand: ProgramCommand, WritingCommand {
    static var lifecycle: Goal.Lifecycle { get }
    static var done: String { get }
    var goal: String { get }
    var dryRun: Bool { get }
}

extension GoalLifecycleCommand {
    func answer(in context: CommandContext) async throws -> Answer {
        let goals = try await context.goals()
        let moved = try await goals.move(goal, to: Self.lifecycle, context.call).value
        return Answer(
            Document(changed: moved, asOf: context.today), lines: ["\(Self.done) \(GoalRow.title(of: moved))."])
    }
}

/// Gives a goal up.
struct GoalCancel: GoalLifecycleCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Give a goal up and free what funded it.",
        discussion: "  cst-plan goal cancel Car")
    static let lifecycle = Goal.Lifecycle.cancelled
    static let done = "Cancelled"

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Sets a goal aside for a while.
struct GoalPause: GoalLifecycleCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Set a goal aside for a while: it keeps its money and asks for nothing.",
        discussion: "  cst-plan goal pause Car")
    static let lifecycle = Goal.Lifecycle.paused
    static let done = "Paused"

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Takes a paused or archived goal up again.
struct GoalResume: GoalLifecycleCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Take a paused or archived goal up again.",
        discussion: "  cst-plan goal resume Car")
    static let lifecycle = Goal.Lifecycle.active
    static let done = "Resumed"

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Puts a goal away.
struct GoalArchive: GoalLifecycleCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Put a goal away; it keeps its money.",
        discussion: "  cst-plan goal archive Car")
    static let lifecycle = Goal.Lifecycle.archived
    static let done = "Archived"

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Ends a goal and keeps what it had.
struct GoalFinish: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "End a goal: what it has is recorded, what funded it is freed.",
        discussion: "  cst-plan goal finish Car")

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let planning = try await context.planning()
        let outcome = try await planning.finish(goal, context.call)
        let finished = outcome.value
        let saved = Figure.text(finished.progress.saved, finished.progress.savedBound)
        return Answer(
            Document(
                changed: finished.goal, isComplete: outcome.isComplete, warnings: outcome.warnings,
                asOf: context.today),
            lines: ["Finished \(GoalRow.title(of: finished.goal)) with \(saved) of \(finished.goal.target)."])
    }
}

/// Deletes a goal.
struct GoalDelete: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a goal with its allocations and plans.",
        discussion: "  cst-plan goal delete Car --yes")

    @Argument(help: "The goal: its name, its id, or the beginning of its id.")
    var goal: String
    @Flag(help: "Do not ask.")
    var yes = false
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let goals = try await context.goals()
        let found = try await goals.goal(named: goal)
        try context.confirm("Delete \(GoalRow.title(of: found))?", yes: yes || dryRun)
        _ = try await goals.delete(found, context.call)
        return Answer(
            Document(changed: found, asOf: context.today), lines: ["Deleted \(GoalRow.title(of: found))."])
    }
}
