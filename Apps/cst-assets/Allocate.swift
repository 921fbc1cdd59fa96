import Allocation
import ArgumentParser
import CommandSupport
import Models
import Persistence
import Presentation
import SavingsCommands
import SavingsViews

/// Funds a goal with an asset.
struct Allocate: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "allocate",
        abstract: "Fund a goal with a share of an asset, a fixed amount of it, or the rest.",
        discussion: """
            A second allocation of the same goal replaces the first.
              cst-assets allocate Savings Car --share 60%
              cst-assets allocate Savings Japan --amount 1500
              cst-assets allocate Savings Reserve --rest
              cst-assets allocate Savings --even
            """)

    @Argument(help: "The asset: its name, its id, or the beginning of its id.", completion: .assetNames)
    var asset: String

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String?

    @Option(help: ArgumentHelp("A share of the balance, with up to 4 decimals.", valueName: "percent"))
    var share: String?

    @Option(help: ArgumentHelp("A fixed amount in the asset's currency.", valueName: "amount"))
    var amount: String?

    @Flag(help: "Whatever shares and amounts leave.")
    var rest = false

    @Flag(help: "Equal shares for the goals that the asset already funds.")
    var even = false

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func validate() throws {
        let ways = [share != nil, amount != nil, rest, even].filter { $0 }.count
        guard ways == 1 else { throw ValidationError("Give exactly one of --share, --amount, --rest and --even.") }
        if even, goal != nil { throw ValidationError("--even is for all goals of the asset: name no goal.") }
        if !even, goal == nil { throw ValidationError("Name the goal that gets a part of '\(asset)'.") }
    }

    func answer(in context: CommandContext) async throws -> Answer {
        let allocations = try await context.allocations(followsRates: true)
        let outcome =
            if let goal, let size {
                try await allocations.allocate(asset, to: goal, size, context.call)
            } else {
                try await allocations.allocateEvenly(asset, context.call)
            }
        let lines = outcome.value.map {
            "\(GoalRow.title(of: $0.goal)) \(context.isDryRun ? "would get" : "gets") \(context.layout.text($0.size)) of '\($0.asset.name)': "
                + "\(context.style.amount($0.funded, $0.gap == nil ? nil : .atLeast)) now."
        }
        guard let row = outcome.value.first, !even else {
            return Answer(
                Document(allocations: outcome.value, warnings: outcome.warnings, asOf: context.today), lines: lines)
        }
        return Answer(Document(changed: row, warnings: outcome.warnings, asOf: context.today), lines: lines)
    }

    /// What was named; nil for an even split.
    private var size: AllocationService.Size? {
        share.map { .share($0) } ?? amount.map { .amount($0) } ?? (rest ? .rest : nil)
    }
}

/// Stops funding a goal with an asset.
struct Unallocate: ProgramCommand, WritingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unallocate", abstract: "Stop funding a goal with an asset.",
        discussion: "  cst-assets unallocate Savings Car")

    @Argument(help: "The asset: its name, its id, or the beginning of its id.", completion: .assetNames)
    var asset: String

    @Argument(help: "The goal: its name, its id, or the beginning of its id.", completion: .goalNames)
    var goal: String

    @Flag(help: "Check everything and write nothing.")
    var dryRun = false

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let allocations = try await context.allocations()
        let row = try await allocations.unallocate(asset, from: goal, context.call).value
        return Answer(
            Document(changed: row, warnings: [], asOf: context.today),
            lines: [
                "'\(row.asset.name)' \(context.isDryRun ? "would no longer fund" : "no longer funds") "
                    + "\(GoalRow.title(of: row.goal))."
            ])
    }
}

/// Lists allocations.
struct ListAllocations: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "allocations", abstract: "List which goal gets how much of which asset.",
        discussion: """
              cst-assets allocations
              cst-assets allocations Savings --format json
            """)

    @Argument(help: "The asset: its name, its id, or the beginning of its id.", completion: .assetNames)
    var asset: String?

    @OptionGroup(title: "Options of every command")
    var global: GlobalOptions

    func answer(in context: CommandContext) async throws -> Answer {
        let allocations = try await context.allocations()
        let outcome = try await allocations.allocations(of: asset, context.call)
        return Answer(
            Document(allocations: outcome.value, warnings: outcome.warnings, asOf: context.today),
            lines: context.layout.lines(allocations: outcome.value))
    }
}
