import Allocation
import ArgumentParser
import CommandSupport
import Models
import Persistence
import Planning
import Presentation
import SavingsCommands
import SavingsViews

/// The commands that move a goal through its life.
protocol GoalLifecycleCommand: ProgramCommand, WritingCommand {
    static var lifecycle: Goal.Lifecycle { get }
    /// What was done, and what would be.
    static var verb: (done: String, would: String) { get }
    var goal: String { get }
    var dryRun: Bool { get }
}

extension GoalLifecycleCommand {
    func answer(in context: CommandContext) async throws -> Answer {
        let goals = try await context.goals()
        let moved = try await goals.move(goal, to: Self.lifecycle, context.call).value
        return Answer(
            Document(changed: moved, asOf: context.today),
            lines: ["\(context.verb(Self.verb.done, Self.verb.would)) \(GoalRow.title(of: moved))."])
    }
}

/// Pauses a goal.
struct GoalPause: GoalLifecycleCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause a goal: it keeps its money and is not paid.",
        discussion: "  cst-plan goal pause Car")
    static let lifecycle = Goal.Lifecycle.paused
    static let verb = (done: "Paused", would: "pause")

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Resumes a goal.
struct GoalResume: GoalLifecycleCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume a paused or archived goal.",
        discussion: "  cst-plan goal resume Car")
    static let lifecycle = Goal.Lifecycle.active
    static let verb = (done: "Resumed", would: "resume")

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Archives a goal.
struct GoalArchive: GoalLifecycleCommand {
    static let configuration = CommandConfiguration(
        commandName: "archive", abstract: "Archive a goal: like paused, and hidden from lists.",
        discussion: "  cst-plan goal archive Car")
    static let lifecycle = Goal.Lifecycle.archived
    static let verb = (done: "Archived", would: "archive")

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// The commands that end a goal and record what it had.
protocol GoalEndCommand: ProgramCommand, WritingCommand {
    static var lifecycle: Goal.Lifecycle { get }
    /// What was done, and what would be.
    static var verb: (done: String, would: String) { get }
    var goal: String { get }
}

extension GoalEndCommand {
    func answer(in context: CommandContext) async throws -> Answer {
        let planning = try await context.planning()
        let outcome = try await planning.end(goal, as: Self.lifecycle, context.call)
        let (ended, progress) = (outcome.value.goal, outcome.value.progress)
        let saved = context.style.amount(progress.saved, progress.savedBound)
        let released = progress.funding.filter { !$0.amount.isZero }.map { part in
            "\(context.verb("Released", "release")) \(context.style.amount(part.amount)) of '\(part.asset)'. If you spend it: cst-assets withdraw "
                + "\(part.asset.shellWord) AMOUNT --for \(ended.name.shellWord)"
        }
        return Answer(
            Document(
                changed: ended, isComplete: outcome.isComplete, warnings: outcome.warnings, asOf: context.today),
            lines: [
                "\(context.verb(Self.verb.done, Self.verb.would)) \(GoalRow.title(of: ended)) with \(saved) of \(context.style.amount(ended.target))."
            ] + released)
    }
}

/// Finishes a goal.
struct GoalFinish: GoalEndCommand {
    static let configuration = CommandConfiguration(
        commandName: "finish", abstract: "Finish a goal: record what it has and release its money.",
        discussion: "  cst-plan goal finish Car")
    static let lifecycle = Goal.Lifecycle.finished
    static let verb = (done: "Finished", would: "finish")

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Cancels a goal.
struct GoalCancel: GoalEndCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Cancel a goal: record what it has and release its money.",
        discussion: "  cst-plan goal cancel Car")
    static let lifecycle = Goal.Lifecycle.cancelled
    static let verb = (done: "Cancelled", would: "cancel")

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String
    @Flag(help: "Check everything and write nothing.")
    var dryRun = false
    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions
}

/// Deletes a goal.
struct GoalDelete: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Delete a goal with its allocations and plans.",
        discussion: "  cst-plan goal delete Car --yes")

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
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
            Document(changed: found, asOf: context.today),
            lines: [
                "\(context.verb("Deleted", "delete")) \(GoalRow.title(of: found)) with its allocations and decisions."
            ])
    }
}
